"""A table of the floor's load: its seats act one after another, when all of them have heard of the action before."""

import random
from collections.abc import Sequence
from typing import Any

import grpc

from tests.bench.platform.floor import wire
from tests.bench.platform.meter import Meter
from tests.bench.platform.players import UNANSWERED, Player, messages
from tests.bench.platform.sightings import Sightings


class FloorTable:
    """Some seats that act in turn."""

    def __init__(self, players: Sequence[Player], meter: Meter) -> None:
        self._players = players
        self._meter = meter
        self._sightings = Sightings(meter)
        self._table_id = players[0].player_id[:16]
        self._heard = [0] * len(players)
        self._actions = 0
        self._expected = 0

    async def open(self) -> None:
        """Watches for every seat; returns when the gateway has subscribed."""
        for seat, player in enumerate(self._players):
            call: Any = player.channel.unary_stream(wire.WATCH)(wire.watch(self._table_id, seat))
            await call.read()
            self._meter.spawn(self._watch(seat, call))
        self._meter.awaited(self._move)

    def resume(self) -> None:
        """The floor keeps nothing to resume from."""

    async def _watch(self, seat: int, call: Any) -> None:
        async for _ in messages(call):
            self._heard[seat] += 1
            if seat == 1:
                self._sightings.seen(self._heard[1])
            if min(self._heard) == self._expected == self._heard[seat]:
                self._meter.awaited(self._move)
        raise RuntimeError("a stream ended")

    async def _move(self, since: float) -> bool:
        follows = random.random() < self._meter.follow_share
        first = self._expected + 1
        self._expected += 2 if follows else 1
        self._meter.records += 2 if follows else 1
        act: Any = self._players[0].channel.unary_unary(wire.ACT)
        try:
            await act(wire.act(self._table_id, follows=follows))
        except grpc.aio.AioRpcError as error:
            if error.code() not in UNANSWERED:
                raise
            self._meter.unanswered += 1
            return False  # the table goes on if it was carried out all the same
        self._sightings.acted(first, since)
        return True
