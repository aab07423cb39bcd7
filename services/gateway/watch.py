"""One open Watch stream of a player."""

import asyncio
from dataclasses import dataclass

from nats.aio.subscription import Subscription

from services.gateway.auth import Caller
from services.gateway.follower import Follower
from services.gateway.registry import Held
from services.gateway.stream import Stream
from truco.play.v1 import play_pb2

_RECONNECT = play_pb2.WatchResponse(reconnect=play_pb2.Reconnect()).SerializeToString()


@dataclass(eq=False, slots=True)
class Watch:
    """A stream with what belongs to it."""

    caller: Caller
    stream: Stream
    follower: Follower
    held: Held
    part: int
    """In which part of a beat it has its next turn."""

    silence: float = 0.0
    """The seconds without a message after which it gets a heartbeat. The first one comes at its first turn, whatever
    was sent: so streams that were opened together do not stay together."""

    moving: bool = False
    """Whether the client was told to open the next stream."""

    opening: "asyncio.Task[None] | None" = None
    """Puts everything current into it; None when that is done."""

    moves: Subscription | None = None
    """To where the player sits."""

    @property
    def player_id(self) -> str:
        """Who watches."""
        return self.caller.player_id

    async def stop(self) -> None:
        """Stops following everything."""
        if self.opening:
            self.opening.cancel()
        if moves := self.moves:
            self.moves = None  # it knows the stream: both go at once, and not when garbage is collected
            await moves.unsubscribe()
        await self.follower.stop()

    def move(self) -> None:
        """Tells the client, once, to open the next stream: this one ends soon."""
        if not self.moving:
            self.moving = True
            self.stream.put(_RECONNECT)
