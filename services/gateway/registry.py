"""Which Watch streams are open, here and at the other gateways: one for each client id, and so many for each player.

Every gateway tells the others of each stream that it opens (core NATS, gateway.stream.<player>). Who holds an older one
of the same client closes it, and who holds others of the player says how many.
"""

import asyncio
import contextlib
import time
import uuid
from dataclasses import dataclass, field
from typing import Final

from nats import errors as nats_errors
from nats.aio.client import Client
from nats.aio.msg import Msg

from services.common import subjects
from services.common.errors import Busy, Conflict, TrucoError
from services.gateway import metrics
from services.gateway.limits import limit_reached
from services.gateway.stream import Stream
from truco.gateway.v1 import gateway_pb2

_LOOK_SECONDS: Final = 1.0


@dataclass(eq=False, slots=True)
class Held:
    """An open stream."""

    player_id: str
    client_id: str
    stream: Stream
    opened_ns: int
    elsewhere: int = 0
    """How many older streams of the player other gateways hold."""


@dataclass(slots=True)
class _Player:
    """The streams of one player here; a client's last one by its id."""

    streams: set[Held] = field(default_factory=set)
    newest: dict[str, Held] = field(default_factory=dict)


class Registry:
    """The open streams of this gateway."""

    def __init__(self, nats: Client, streams_per_player: int, retry_seconds: float) -> None:
        self._nats = nats
        self._most = streams_per_player
        self._retry_seconds = retry_seconds
        self._id = uuid.uuid4().hex
        self._players: dict[str, _Player] = {}

    def open(self, player_id: str, client_id: str, stream: Stream) -> Held:
        """Counts a new stream, and closes the client's older one. Raises Busy (LIMIT_REACHED)."""
        player = self._players.get(player_id) or _Player()
        if older := player.newest.get(client_id):
            _supersede(older)
        elif len(player.streams) >= self._most:
            raise self._too_many()
        held = Held(player_id, client_id, stream, time.time_ns())
        player.streams.add(held)
        player.newest[client_id] = held
        self._players[player_id] = player
        metrics.STREAMS.inc()
        return held

    def close(self, held: Held) -> None:
        """Counts a stream no more."""
        player = self._players[held.player_id]
        player.streams.discard(held)
        if player.newest.get(held.client_id) is held:
            del player.newest[held.client_id]
        if not player.streams:
            del self._players[held.player_id]
        metrics.STREAMS.dec()

    def end(self, player_id: str, error: TrucoError) -> None:
        """Closes every stream that a player has here."""
        player = self._players.get(player_id)
        for held in tuple(player.streams) if player else ():
            held.stream.close(error)

    async def announce(self, held: Held) -> None:
        """Tells the other gateways of a stream."""
        held.elsewhere = 0
        opened = gateway_pb2.StreamOpened(client_id=held.client_id, opened_ns=held.opened_ns)
        await self._tell(held.player_id, gateway_pb2.StreamNews(gateway_id=self._id, opened=opened))

    async def run(self) -> None:
        """For ever: hears of the others' streams; after a lost connection it tells them of its own again."""
        await self._nats.subscribe(subjects.ALL_GATEWAY_STREAMS, cb=self._hear)
        lives = self._nats.stats["reconnects"]
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            if lives != (lives := self._nats.stats["reconnects"]):
                for player in tuple(self._players.values()):
                    for held in tuple(player.newest.values()):
                        await self.announce(held)

    async def _hear(self, message: Msg) -> None:
        player_id = message.subject.rpartition(".")[2]
        player = self._players.get(player_id)
        if player is None:
            return
        news = gateway_pb2.StreamNews.FromString(message.data)
        if news.gateway_id == self._id:
            return
        if news.HasField("opened"):
            await self._opened_elsewhere(player_id, player, news)
        elif news.held.gateway_id == self._id:
            self._held_elsewhere(player, news.held)

    async def _opened_elsewhere(self, player_id: str, player: _Player, news: gateway_pb2.StreamNews) -> None:
        opened = news.opened
        same = player.newest.get(opened.client_id)
        if same and same.opened_ns < opened.opened_ns:
            _supersede(same)
        count = sum(not held.stream.closed and held.opened_ns < opened.opened_ns for held in player.streams)
        if count:
            told = gateway_pb2.StreamsHeld(gateway_id=news.gateway_id, client_id=opened.client_id, count=count)
            await self._tell(player_id, gateway_pb2.StreamNews(gateway_id=self._id, held=told))

    def _held_elsewhere(self, player: _Player, told: gateway_pb2.StreamsHeld) -> None:
        held = player.newest.get(told.client_id)
        if held is None:
            return
        held.elsewhere += told.count
        older = sum(not other.stream.closed and other.opened_ns < held.opened_ns for other in player.streams)
        if older + held.elsewhere >= self._most:
            held.stream.close(self._too_many())

    async def _tell(self, player_id: str, news: gateway_pb2.StreamNews) -> None:
        # What is lost while NATS is away is told again when it is back.
        with contextlib.suppress(nats_errors.Error):
            await self._nats.publish(subjects.gateway_stream(player_id), news.SerializeToString())

    def _too_many(self) -> Busy:
        return limit_reached("streams_per_player", self._most).retrying_after(self._retry_seconds)


def _supersede(held: Held) -> None:
    held.stream.close(Conflict("SUPERSEDED", "a newer Watch with the same client_id took over"))
