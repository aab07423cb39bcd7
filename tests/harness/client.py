"""A program's client of the public API over native gRPC, as the tests use it.

It is patient in the way the API asks clients to be: what was not answered is sent again with the same request id, and a
broken Watch is opened again from the versions last seen.
"""

import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar

import grpc
import httpx

from services.common.errors import TrucoError, Unreachable, from_rpc_error
from truco.play.v1 import play_pb2, play_pb2_grpc

_CHANNEL_OPTIONS = (
    # Channels of one process share connections unless told not to; every player here has one of its own.
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    # Also how long one attempt to connect may take.
    ("grpc.min_reconnect_backoff_ms", 3000),
    ("grpc.max_reconnect_backoff_ms", 500),
)
_UNANSWERED = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED)
_RETRY_PAUSE = 0.1
_ENDED = (play_pb2.TABLE_STATUS_FINISHED, play_pb2.TABLE_STATUS_CLOSED)

Metadata = tuple[tuple[str, str], ...]

Request = TypeVar("Request")
Reply = TypeVar("Reply")
Reply_co = TypeVar("Reply_co", covariant=True)
Request_contra = TypeVar("Request_contra", contravariant=True)


class Method(Protocol[Request_contra, Reply_co]):
    """A unary rpc of a stub."""

    def __call__(self, request: Request_contra, /, *, timeout: float, metadata: Metadata) -> Awaitable[Reply_co]: ...


@dataclass(frozen=True)
class Guest:
    """A guest of the portal, with its token."""

    player_id: str
    name: str
    token: str


def new_guest(portal_url: str, name: str = "") -> Guest:
    """Makes a guest by the portal's API for programs."""
    answer = httpx.post(f"{portal_url}/api/guest", json={"name": name} if name else {}, timeout=30).raise_for_status()
    fields: Mapping[str, str] = answer.json()
    return Guest(fields["player_id"], fields["name"], fields["token"])


def new_request_id() -> str:
    """A request id that nobody has used."""
    return uuid.uuid4().hex


def new_channel(address: str) -> grpc.aio.Channel:
    """A connection of its own to a gateway."""
    return grpc.aio.insecure_channel(address, options=_CHANNEL_OPTIONS)


def credentials(token: str) -> Metadata:
    """The metadata that every call carries."""
    return (("authorization", f"Bearer {token}"),)


class PlayClient:
    """One player's connection to the public API."""

    def __init__(self, address: str, token: str, *, attempt: float = 4.0, silence: float = 16.0) -> None:
        """`attempt` is the deadline of one try of a call, `silence` how long a Watch may say nothing; seconds."""
        self._channel = new_channel(address)
        self._metadata = credentials(token)
        self._attempt = attempt
        self._silence = silence
        self.stub = play_pb2_grpc.PlayServiceStub(self._channel)
        self.client_id = uuid.uuid4().hex
        self.reopened = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._channel.close()

    async def once(self, method: Method[Request, Reply], request: Request) -> Reply:
        """Calls once; raises the TrucoError that the server sent, or Unreachable."""
        try:
            return await method(request, timeout=self._attempt, metadata=self._metadata)
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error

    async def call(self, method: Method[Request, Reply], request: Request, *, patience: float = 120.0) -> Reply:
        """Repeats the same request until it is answered; raises the refusal, or Unreachable after `patience` s."""
        give_up = time.monotonic() + patience
        while True:
            try:
                return await self.once(method, request)
            except TrucoError as error:
                if error.code not in _UNANSWERED or time.monotonic() > give_up:
                    raise
            await asyncio.sleep(_RETRY_PAUSE)

    async def watch(self, *tables: str) -> AsyncIterator[play_pb2.WatchResponse]:
        """Yields what Watch sends, through any number of broken streams; raises a refusal such as SUPERSEDED."""
        seen = {table: play_pb2.WatchTable(table_id=table) for table in tables}
        while True:
            try:
                async for message in self._stream(seen.values()):
                    if message.HasField("update"):
                        _note(seen, message.update.table)
                    yield message
            except TrucoError as error:
                if error.code not in _UNANSWERED:
                    raise
            self.reopened += 1
            await asyncio.sleep(_RETRY_PAUSE)

    async def _stream(self, tables: Iterable[play_pb2.WatchTable]) -> AsyncIterator[play_pb2.WatchResponse]:
        request = play_pb2.WatchRequest(client_id=self.client_id, tables=tables)
        call = self.stub.Watch(request, metadata=self._metadata)
        try:
            while isinstance(message := await asyncio.wait_for(call.read(), self._silence), play_pb2.WatchResponse):
                yield message
        except TimeoutError:
            raise Unreachable("UNREACHABLE", f"nothing came for {self._silence} s, not even a heartbeat") from None
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error
        finally:
            call.cancel()


def _note(seen: dict[str, play_pb2.WatchTable], table: play_pb2.TableInfo) -> None:
    if table.status in _ENDED:
        seen.pop(table.table_id, None)
    else:
        seen[table.table_id] = play_pb2.WatchTable(table_id=table.table_id, epoch=table.epoch, version=table.version)
