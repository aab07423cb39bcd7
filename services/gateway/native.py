"""The native gRPC face. Requests are read here and not by grpc, so that bad bytes get a typed error as well."""

from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

import grpc
from google.protobuf.message import Message

from services.common import tracing
from services.common.grpc_server import GrpcServer, abort
from services.common.unreadable import read
from services.gateway import metrics
from services.gateway.auth import Authenticator, Caller
from services.gateway.handlers import Handlers
from services.gateway.stream import Stream
from truco.play.v1 import play_pb2

SERVICE = play_pb2.DESCRIPTOR.services_by_name["PlayService"].full_name

Request = TypeVar("Request", bound=Message)
Context = grpc.aio.ServicerContext[bytes, bytes]
Unary = Callable[[bytes, Context], Awaitable[bytes]]
Streaming = Callable[[bytes, Context], Awaitable[None]]
Opening = Awaitable[AbstractAsyncContextManager[Stream]]


class Native:
    """Carries native gRPC calls to the handlers."""

    def __init__(self, handlers: Handlers, authenticator: Authenticator, message_limit: int) -> None:
        self._handlers = handlers
        self._authenticator = authenticator
        self._message_limit = message_limit

    def server(self, address: str) -> GrpcServer:
        """A server, not started yet, that offers the service at an address."""
        server = GrpcServer(address, [SERVICE], reads_bytes=True)
        server.server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler(SERVICE, self._methods())])
        return server

    def _methods(self) -> "dict[str, grpc.RpcMethodHandler[bytes, bytes]]":
        handlers = self._handlers
        unary = {
            "OpenTable": self._unary("OpenTable", play_pb2.OpenTableRequest, handlers.open_table),
            "JoinTable": self._unary("JoinTable", play_pb2.JoinTableRequest, handlers.join_table),
            "AddBots": self._unary("AddBots", play_pb2.AddBotsRequest, handlers.add_bots),
            "StartMatch": self._unary("StartMatch", play_pb2.StartMatchRequest, handlers.start_match),
            "Act": self._unary("Act", play_pb2.ActRequest, handlers.act),
            "TakeSeatBack": self._unary("TakeSeatBack", play_pb2.TakeSeatBackRequest, handlers.take_seat_back),
            "LeaveTable": self._unary("LeaveTable", play_pb2.LeaveTableRequest, handlers.leave_table),
            "ChangeSeat": self._unary("ChangeSeat", play_pb2.ChangeSeatRequest, handlers.change_seat),
            "RemovePlayer": self._unary("RemovePlayer", play_pb2.RemovePlayerRequest, handlers.remove_player),
            "Rematch": self._unary("Rematch", play_pb2.RematchRequest, handlers.rematch),
            "FindTable": self._unary("FindTable", play_pb2.FindTableRequest, handlers.find_table),
            "GetMatchRecord": self._unary("GetMatchRecord", play_pb2.GetMatchRecordRequest, handlers.get_match_record),
            "GetTable": self._unary("GetTable", play_pb2.GetTableRequest, handlers.get_table),
            "ListTables": self._unary("ListTables", play_pb2.ListTablesRequest, handlers.list_tables),
            "Seek": self._unary("Seek", play_pb2.SeekRequest, handlers.seek),
            "CancelSeek": self._unary("CancelSeek", play_pb2.CancelSeekRequest, handlers.cancel_seek),
            "Say": self._unary("Say", play_pb2.SayRequest, handlers.say),
            "Mute": self._unary("Mute", play_pb2.MuteRequest, handlers.mute),
            "Report": self._unary("Report", play_pb2.ReportRequest, handlers.report),
            "DescribeRules": self._unary("DescribeRules", play_pb2.DescribeRulesRequest, handlers.describe_rules),
        }
        watch = self._streaming("Watch", play_pb2.WatchRequest, handlers.watch)
        return {
            **{name: grpc.unary_unary_rpc_method_handler(method) for name, method in unary.items()},
            "Watch": grpc.unary_stream_rpc_method_handler(watch),
        }

    def _unary(self, rpc: str, kind: type[Request], handle: Callable[[Caller, Request], Awaitable[Message]]) -> Unary:
        seconds = metrics.seconds_of(rpc)

        async def call(data: bytes, context: Context) -> bytes:
            began = metrics.began()
            try:
                headers = context.invocation_metadata() or ()
                caller = await self._caller(headers, rpc)
                with tracing.entry(f"PlayService.{rpc}", tracing.from_metadata(headers), player=caller.player_id):
                    response = await handle(caller, self._read(kind, data))
            except Exception as error:
                metrics.count(rpc, error)
                await abort(context, error, rpc=rpc)
            finally:
                metrics.ended(seconds, began)
            metrics.count(rpc)
            return response.SerializeToString()

        return call

    def _streaming(self, rpc: str, kind: type[Request], handle: Callable[[Caller, Request], Opening]) -> Streaming:
        async def call(data: bytes, context: Context) -> None:
            try:
                caller = await self._caller(context.invocation_metadata() or (), rpc)
                async with await handle(caller, self._read(kind, data)) as stream:
                    while True:  # until the stream raises what it was closed with, or the client breaks off
                        await context.write(await stream.next())
            except Exception as error:
                metrics.count(rpc, error)
                await abort(context, error, rpc=rpc)

        return call

    async def _caller(self, headers: Iterable[tuple[str, Any]], rpc: str) -> Caller:
        authorization = next((str(value) for name, value in headers if name == "authorization"), None)
        return await self._authenticator.admit(authorization, rpc)

    def _read(self, kind: type[Request], data: bytes) -> Request:
        return read(kind.FromString, data, self._message_limit)
