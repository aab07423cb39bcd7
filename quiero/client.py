"""One player at the public API over native gRPC.

It is patient in the way the API asks clients to be: what was not answered is sent again with the same request id, to
the next gateway if there are several; a Watch that broke is opened again from the versions last seen; a token that
expired is renewed.
"""

import asyncio
import random
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

import grpc

from quiero.account import Account
from quiero.gateways import Connection, Gateways
from quiero.positions import Positions
from services.common.errors import Busy, NotFound, TrucoError, Unreachable, from_rpc_error
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2

if TYPE_CHECKING:
    from truco.play.v1.play_pb2_grpc import PlayServiceAsyncStub

_UNANSWERED = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED)
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 2.0

Metadata = tuple[tuple[str, str], ...]
Request = TypeVar("Request", bound="Any")
Reply = TypeVar("Reply")
Reply_co = TypeVar("Reply_co", covariant=True)
Request_contra = TypeVar("Request_contra", contravariant=True)


class Method(Protocol[Request_contra, Reply_co]):
    """A unary rpc of a stub."""

    def __call__(self, request: Request_contra, /, *, timeout: float, metadata: Metadata) -> Awaitable[Reply_co]: ...


Rpc = Callable[["PlayServiceAsyncStub"], Method[Request, Reply]]
"""Finds an rpc at a stub, as in `lambda stub: stub.Act`."""


def new_id() -> str:
    """An id that nobody has used, for a request or a client."""
    return uuid.uuid4().hex


class Client:
    """One player's connection. Use it as a context: `async with Client("127.0.0.1:50051", account) as client`.

    Every method raises the TrucoError that the server refused with, its `reason` one of truco.rules.v1.Reason, and
    Unreachable when nobody answered in time.
    """

    def __init__(
        self,
        gateways: str | Sequence[str],
        account: Account,
        *,
        attempt: float = 4.0,
        patience: float = 60.0,
        silence: float = 16.0,
    ) -> None:
        """`gateways` are host:port, one or several. In seconds: `attempt` is the deadline of one try of a call,
        `patience` how long it is tried in all, `silence` how long a Watch may say nothing before it is opened anew."""
        self.account = account
        self.client_id = new_id()
        self.reopened = 0
        """How often a Watch was opened again."""
        self._gateways = Gateways([gateways] if isinstance(gateways, str) else gateways)
        self._attempt = attempt
        self._patience = patience
        self._silence = silence

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._gateways.close()

    async def open_table(
        self, preset: str, seats: int, *, bots: int = 0, options: rules_pb2.Options | None = None, **more: Any
    ) -> play_pb2.TableUpdate:
        """Opens a table and sits down in seat 0; `more` are other fields of the request, e.g. stake or unlisted."""
        ruleset = rules_pb2.Ruleset(preset=preset, options=options)
        request = play_pb2.OpenTableRequest(ruleset=ruleset, seats=seats, bots=bots, **more)
        return (await self.call(lambda stub: stub.OpenTable, request)).update

    async def join_table(self, table_id: str, **more: Any) -> play_pb2.TableUpdate:
        """Sits down; `more` are other fields of the request, e.g. the seat wanted."""
        request = play_pb2.JoinTableRequest(table_id=table_id, **more)
        return (await self.call(lambda stub: stub.JoinTable, request)).update

    async def act(self, seen: play_pb2.TableUpdate, action: rules_pb2.Action) -> play_pb2.ActResponse:
        """Acts on what was seen: refused with STALE_VERSION when something else has happened meanwhile."""
        request = play_pb2.ActRequest(table_id=seen.table.table_id, action=action, expected_version=seen.table.version)
        return await self.call(lambda stub: stub.Act, request)

    async def leave_table(self, table_id: str) -> play_pb2.LeaveTableResponse:
        """Gives up the seat; during a match that forfeits it."""
        return await self.call(lambda stub: stub.LeaveTable, play_pb2.LeaveTableRequest(table_id=table_id))

    async def match_record(self, match_id: str) -> str:
        """The sealed record of a match that is over, for `verify`; only for who sat in it."""
        request = play_pb2.GetMatchRecordRequest(match_id=match_id)
        return (await self.call(lambda stub: stub.GetMatchRecord, request)).record_json

    async def call(self, rpc: Rpc[Request, Reply], request: Request) -> Reply:
        """Calls any unary rpc, the same request until it is answered; it gets a request id if it lacks one."""
        request = _identified(request)
        give_up = time.monotonic() + self._patience
        for pause in _pauses():
            async with self._gateways.connection() as connection:
                try:
                    return await self._once(rpc(connection.stub), request)
                except TrucoError as error:
                    if not self._goes_on(error, connection) or time.monotonic() > give_up:
                        raise
            await asyncio.sleep(pause)
        raise AssertionError("pauses never end")

    async def updates(self, *tables: str) -> AsyncIterator[play_pb2.TableUpdate]:
        """Yields the updates of the player's own table and of those asked for, each newer than the one before it."""
        async for message in self.watch(*tables):
            if message.HasField("update"):
                yield message.update

    async def watch(
        self, *tables: str, lobby: play_pb2.LobbyFilter | None = None
    ) -> AsyncIterator[play_pb2.WatchResponse]:
        """Yields all that Watch sends, through any number of broken streams.

        One that another took the place of does not come back: SUPERSEDED is raised.
        """
        positions = Positions(tables)
        while True:
            async for message in self._until_broken(positions, lobby):
                yield message
            self.reopened += 1

    async def _until_broken(
        self, positions: Positions, lobby: play_pb2.LobbyFilter | None
    ) -> AsyncIterator[play_pb2.WatchResponse]:
        """One stream, opened at last; when it ends the next one may be opened at once."""
        for pause in _pauses():
            heard = False
            async with self._gateways.connection() as connection:
                try:
                    async for message in self._stream(connection, positions, lobby):
                        heard = True
                        positions.note(message)
                        yield message
                except NotFound as error:
                    if not positions.forget(error):
                        raise
                except TrucoError as error:
                    if not self._goes_on(error, connection) and not isinstance(error, Busy):
                        raise
            await asyncio.sleep(pause)
            if heard:
                return

    async def _stream(
        self, connection: Connection, positions: Positions, lobby: play_pb2.LobbyFilter | None
    ) -> AsyncIterator[play_pb2.WatchResponse]:
        request = play_pb2.WatchRequest(client_id=self.client_id, tables=positions.resume(), lobby=lobby)
        call = connection.stub.Watch(request, metadata=await self._metadata())
        try:
            while isinstance(message := await asyncio.wait_for(call.read(), self._silence), play_pb2.WatchResponse):
                if message.HasField("reconnect"):
                    self._gateways.leave(connection)
                    return
                yield message
        except TimeoutError:
            raise Unreachable("UNREACHABLE", f"nothing came for {self._silence} s, not even a heartbeat") from None
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error
        finally:
            call.cancel()

    async def _once(self, method: Method[Request, Reply], request: Request) -> Reply:
        try:
            return await method(request, timeout=self._attempt, metadata=await self._metadata())
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error

    async def _metadata(self) -> Metadata:
        return (("authorization", f"Bearer {await self.account.token()}"),)

    def _goes_on(self, error: TrucoError, connection: Connection) -> bool:
        """Whether the same may be tried again, by another connection where this one is to blame."""
        if error.reason == "TOKEN_EXPIRED":
            return self.account.expire()
        if error.reason == "SHUTTING_DOWN":
            self._gateways.leave(connection)
        elif error.code in _UNANSWERED:
            self._gateways.failed(connection)
        return error.code in _UNANSWERED


def _identified(request: Request) -> Request:
    if "request_id" not in request.DESCRIPTOR.fields_by_name or request.request_id:
        return request
    identified: Request = type(request)()
    identified.CopyFrom(request)
    identified.request_id = new_id()
    return identified


def _pauses() -> Iterator[float]:
    """Ever longer ones, not all clients' the same."""
    pause = _FIRST_PAUSE
    while True:
        yield pause * random.uniform(0.5, 1.5)
        pause = min(2 * pause, _LONGEST_PAUSE)
