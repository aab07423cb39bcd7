"""The Connect and gRPC-Web face for browsers, over HTTP/1.1: the same handlers behind the official Connect library."""

from collections.abc import AsyncIterator
from contextvars import ContextVar
from typing import Any, cast

from connectrpc.code import Code
from connectrpc.errors import ConnectError, ErrorDetail
from connectrpc.interceptor import MetadataInterceptor
from connectrpc.request import RequestContext
from protobuf.wkt import Any as WireAny
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from services.common import tracing
from services.common.errors import InternalError, InvalidInput, TrucoError, details
from services.common.logging import log_bug
from services.common.unreadable import too_large
from services.gateway import metrics
from services.gateway.auth import Authenticator, Caller
from services.gateway.handlers import Handlers
from truco.play.v1 import play_connect, play_pb2

_CALLER: ContextVar[Caller] = ContextVar("caller")

AnyContext = RequestContext[Any, Any]


def application(
    handlers: Handlers, authenticator: Authenticator, message_limit: int, origins: list[str]
) -> CORSMiddleware:
    """The face as an ASGI application, open to pages of the given origins."""
    connect = play_connect.PlayServiceASGIApplication(
        _Service(handlers), interceptors=[_Edge(authenticator, message_limit)], read_max_bytes=message_limit
    )
    # Names from connectrpc.com/docs/cors: what the browser clients of both protocols send and read.
    return CORSMiddleware(
        cast(ASGIApp, connect),
        allow_origins=origins,
        allow_methods=["POST"],
        allow_headers=[
            "Authorization",
            "Content-Type",
            "Connect-Protocol-Version",
            "Connect-Timeout-Ms",
            "Grpc-Timeout",
            "X-Grpc-Web",
            "X-User-Agent",
            "Traceparent",
        ],
        expose_headers=["Grpc-Status", "Grpc-Message", "Grpc-Status-Details-Bin"],
        max_age=7200,
    )


class _Edge(MetadataInterceptor[tuple[tracing.Span, float] | None]):
    """Lets callers in before their message is read, and gives every error its reason on the way out."""

    def __init__(self, authenticator: Authenticator, message_limit: int) -> None:
        self._authenticator = authenticator
        self._message_limit = message_limit

    async def on_start(self, ctx: AnyContext) -> tuple[tracing.Span, float] | None:
        """Remembers who calls, and begins a span. The library does not call on_end after an error here."""
        try:
            caller = await self._authenticator.admit(ctx.request_headers.get("authorization"), ctx.method.name)
        except Exception as error:
            raise self._ended(ctx, error) from error
        _CALLER.set(caller)
        if ctx.method.name == "Watch":
            return None
        came = ctx.request_headers.get(tracing.HEADER, "")
        span = tracing.entry(f"PlayService.{ctx.method.name}", came, player=caller.player_id)
        return span.__enter__(), metrics.began()

    async def on_end(
        self, running: tuple[tracing.Span, float] | None, ctx: AnyContext, error: Exception | None
    ) -> None:
        """Ends the span, counts the call, and raises the error as Connect carries it."""
        if running is not None:
            span, began = running
            span.__exit__(type(error) if error else None, error, None)
            metrics.ended(metrics.seconds_of(ctx.method.name), began)
        if error is not None:
            raise self._ended(ctx, error) from error
        metrics.count(ctx.method.name)

    def _ended(self, ctx: AnyContext, error: Exception) -> ConnectError:
        rpc = ctx.method.name
        if isinstance(error, ConnectError):
            error = _with_reason(error, self._message_limit)
        metrics.count(rpc, error)
        return _connect_error(error, rpc)


class _Service(play_connect.PlayService):
    """Carries each rpc of the generated protocol to its handler."""

    def __init__(self, handlers: Handlers) -> None:
        self._handlers = handlers

    async def open_table(self, request: play_pb2.OpenTableRequest, _ctx: object, /) -> play_pb2.OpenTableResponse:
        return await self._handlers.open_table(_CALLER.get(), request)

    async def join_table(self, request: play_pb2.JoinTableRequest, _ctx: object, /) -> play_pb2.JoinTableResponse:
        return await self._handlers.join_table(_CALLER.get(), request)

    async def add_bots(self, request: play_pb2.AddBotsRequest, _ctx: object, /) -> play_pb2.AddBotsResponse:
        return await self._handlers.add_bots(_CALLER.get(), request)

    async def start_match(self, request: play_pb2.StartMatchRequest, _ctx: object, /) -> play_pb2.StartMatchResponse:
        return await self._handlers.start_match(_CALLER.get(), request)

    async def act(self, request: play_pb2.ActRequest, _ctx: object, /) -> play_pb2.ActResponse:
        return await self._handlers.act(_CALLER.get(), request)

    async def take_seat_back(
        self, request: play_pb2.TakeSeatBackRequest, _ctx: object, /
    ) -> play_pb2.TakeSeatBackResponse:
        return await self._handlers.take_seat_back(_CALLER.get(), request)

    async def leave_table(self, request: play_pb2.LeaveTableRequest, _ctx: object, /) -> play_pb2.LeaveTableResponse:
        return await self._handlers.leave_table(_CALLER.get(), request)

    async def change_seat(self, request: play_pb2.ChangeSeatRequest, _ctx: object, /) -> play_pb2.ChangeSeatResponse:
        return await self._handlers.change_seat(_CALLER.get(), request)

    async def remove_player(
        self, request: play_pb2.RemovePlayerRequest, _ctx: object, /
    ) -> play_pb2.RemovePlayerResponse:
        return await self._handlers.remove_player(_CALLER.get(), request)

    async def rematch(self, request: play_pb2.RematchRequest, _ctx: object, /) -> play_pb2.RematchResponse:
        return await self._handlers.rematch(_CALLER.get(), request)

    async def find_table(self, request: play_pb2.FindTableRequest, _ctx: object, /) -> play_pb2.FindTableResponse:
        return await self._handlers.find_table(_CALLER.get(), request)

    async def get_match_record(
        self, request: play_pb2.GetMatchRecordRequest, _ctx: object, /
    ) -> play_pb2.GetMatchRecordResponse:
        return await self._handlers.get_match_record(_CALLER.get(), request)

    async def get_table(self, request: play_pb2.GetTableRequest, _ctx: object, /) -> play_pb2.GetTableResponse:
        return await self._handlers.get_table(_CALLER.get(), request)

    async def list_tables(self, request: play_pb2.ListTablesRequest, _ctx: object, /) -> play_pb2.ListTablesResponse:
        return await self._handlers.list_tables(_CALLER.get(), request)

    async def say(self, request: play_pb2.SayRequest, _ctx: object, /) -> play_pb2.SayResponse:
        return await self._handlers.say(_CALLER.get(), request)

    async def mute(self, request: play_pb2.MuteRequest, _ctx: object, /) -> play_pb2.MuteResponse:
        return await self._handlers.mute(_CALLER.get(), request)

    async def report(self, request: play_pb2.ReportRequest, _ctx: object, /) -> play_pb2.ReportResponse:
        return await self._handlers.report(_CALLER.get(), request)

    async def describe_rules(
        self, request: play_pb2.DescribeRulesRequest, _ctx: object, /
    ) -> play_pb2.DescribeRulesResponse:
        return await self._handlers.describe_rules(_CALLER.get(), request)

    async def seek(self, request: play_pb2.SeekRequest, _ctx: object, /) -> play_pb2.SeekResponse:
        return await self._handlers.seek(_CALLER.get(), request)

    async def cancel_seek(self, request: play_pb2.CancelSeekRequest, _ctx: object, /) -> play_pb2.CancelSeekResponse:
        return await self._handlers.cancel_seek(_CALLER.get(), request)

    async def watch(self, request: play_pb2.WatchRequest, _ctx: object, /) -> AsyncIterator[play_pb2.WatchResponse]:
        async with await self._handlers.watch(_CALLER.get(), request) as stream:
            while True:
                yield play_pb2.WatchResponse.FromString(await stream.next())


def _with_reason(error: ConnectError, message_limit: int) -> Exception:
    """The library's own refusals of a message, with our reasons; other errors as they are."""
    if error.code is Code.RESOURCE_EXHAUSTED:
        return too_large(message_limit)
    if error.code is Code.INVALID_ARGUMENT:
        return InvalidInput("BAD_REQUEST", f"the message could not be read: {error.message}")
    return error


def _connect_error(error: Exception, rpc: str) -> ConnectError:
    if isinstance(error, ConnectError):
        return error
    if not isinstance(error, TrucoError):
        error = InternalError("INTERNAL", "internal error", id=log_bug("rpc failed", error, rpc=rpc))
    carried = [ErrorDetail(WireAny(type_url=detail.type_url, value=detail.value)) for detail in details(error)]
    return ConnectError(Code[error.code.name], error.message, carried)
