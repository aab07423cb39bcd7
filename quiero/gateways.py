"""The gateways that a client knows, and its connection to one of them."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import grpc

from truco.play.v1.play_pb2_grpc import PlayServiceStub

if TYPE_CHECKING:
    from truco.play.v1.play_pb2_grpc import PlayServiceAsyncStub

_OPTIONS = (
    # Channels of one process share connections unless told not to; every client here has one of its own.
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    # Also how long one attempt to connect may take.
    ("grpc.min_reconnect_backoff_ms", 3000),
    ("grpc.max_reconnect_backoff_ms", 500),
)


class Connection:
    """A connection to one gateway."""

    def __init__(self, address: str) -> None:
        self._channel = grpc.aio.insecure_channel(address, options=_OPTIONS)
        self.stub: PlayServiceAsyncStub = PlayServiceStub(self._channel)
        self.calls = 0
        """How many are under way."""

    async def close(self) -> None:
        """Hangs up."""
        await self._channel.close()


class Gateways:
    """One connection at a time; a client that is not served moves on to the next gateway, round and round."""

    def __init__(self, addresses: Sequence[str]) -> None:
        """`addresses` are host:port, the one to begin with first."""
        self._addresses = tuple(addresses)
        self._moves = 0
        self._current = Connection(self._addresses[0])
        self._left: set[Connection] = set()

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """The connection for a call. One that was left is closed when its last call has ended."""
        connection = self._current
        connection.calls += 1
        try:
            yield connection
        finally:
            connection.calls -= 1
            if connection in self._left and not connection.calls:
                self._left.discard(connection)
                await connection.close()

    def leave(self, connection: Connection) -> None:
        """Moves on to the next gateway, or connects anew to the only one; unless that was done meanwhile."""
        if connection is self._current:
            self._moves += 1
            self._left.add(connection)
            self._current = Connection(self._addresses[self._moves % len(self._addresses)])

    def failed(self, connection: Connection) -> None:
        """Hears that a gateway did not answer. The only one is tried over the same connection, which heals itself."""
        if len(self._addresses) > 1:
            self.leave(connection)

    async def close(self) -> None:
        """Hangs up."""
        await asyncio.gather(*(connection.close() for connection in (self._current, *self._left)))
