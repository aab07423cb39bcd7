"""A table of the load and the people who play there, one match after another, more or less as people do."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import grpc

from quiero import ENDED, new_id
from tests.bench.platform.meter import Meter
from tests.bench.platform.players import UNANSWERED, Player, connect, messages
from tests.bench.platform.sightings import Sightings
from truco.play.v1 import play_pb2, play_pb2_grpc
from truco.rules.v1 import rules_pb2

_RULESET = rules_pb2.Ruleset(preset="maestro")
_REFUSALS = (grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.ABORTED)
_CALM = (rules_pb2.ACTION_KIND_PLAY, rules_pb2.ACTION_KIND_QUIERO, rules_pb2.ACTION_KIND_NO_QUIERO)
_CALM_SHARE = 0.85
_NEVER = (rules_pb2.ACTION_KIND_MAZO, rules_pb2.ACTION_KIND_FORFEIT, rules_pb2.ACTION_KIND_FALTA_ENVIDO)


class PlayedTable:
    """Some people who play with each other."""

    def __init__(self, players: Sequence[Player], meter: Meter) -> None:
        self._meter = meter
        self._sightings = Sightings(meter)
        self._seats = [_Seat(player, self) for player in players]
        self._table_id = ""
        self._version = 0
        self._claimed = 0

    async def open(self) -> None:
        """Watches for every seat, and opens the first table."""
        for seat in self._seats:
            await seat.begin()
            self._meter.spawn(seat.watch())
        await self._begin()

    def resume(self) -> None:
        """One of the seats loses its connection and comes back by a new one."""
        random.choice(self._seats).resume(self._table_id, self._version)

    def unanswered(self) -> None:
        """A call came to nothing."""
        self._meter.unanswered += 1

    def resumed(self, seconds: float, *, right: bool) -> None:
        """A seat is back."""
        self._meter.resumed.append(seconds)
        self._meter.wrong_after_resuming += not right

    def take(self, seat: "_Seat", update: play_pb2.TableUpdate) -> None:
        """A seat sees something new."""
        table = update.table
        if table.table_id != self._table_id:
            return
        if seat is self._seats[1]:
            self._sightings.seen(table.version)
        if table.version > self._version:
            self._version = table.version
            self._meter.records += 1
            if table.status in ENDED:
                self._meter.matches += 1
                self._meter.spawn(self._begin())
        if update.seat in update.view.awaited and update.view.legal and self._claimed < table.version == self._version:
            self._claimed = table.version
            self._meter.awaited(partial(self._move, seat, update))

    async def _begin(self) -> None:
        self._table_id, self._version, self._claimed = "", 0, 0
        first, *others = self._seats
        self._table_id = await first.open(len(self._seats))
        for other in others:
            await other.join(self._table_id)

    async def _move(self, seat: "_Seat", update: play_pb2.TableUpdate, since: float) -> bool:
        version = await seat.act(update)
        if version and seat is not self._seats[1] and update.seat % 2 == 0:
            self._sightings.acted(version, since)
        return version > 0


class _Seat:
    def __init__(self, player: Player, table: PlayedTable) -> None:
        self._player = player
        self._channel = player.channel
        self._stub = play_pb2_grpc.PlayServiceStub(self._channel)
        self._table = table
        self._client_id = new_id()
        self._seen: dict[str, int] = {}
        self._resumed: _Resumed | None = None

    async def begin(self) -> None:
        """Opens the stream; returns when it has said all that is current."""
        request = play_pb2.WatchRequest(client_id=self._client_id)
        self._call: Any = self._stub.Watch(request, metadata=self._player.metadata)
        await self._call.read()

    async def open(self, seats: int) -> str:
        request = play_pb2.OpenTableRequest(request_id=new_id(), ruleset=_RULESET, seats=seats, unlisted=True)
        reply = await self._answered(self._stub.OpenTable, request)
        table_id: str = reply.update.table.table_id
        return table_id

    async def join(self, table_id: str) -> None:
        request = play_pb2.JoinTableRequest(request_id=new_id(), table_id=table_id)
        await self._answered(self._stub.JoinTable, request)

    async def _answered(self, method: Any, request: Any) -> Any:
        """Asks, with the same request id, until there is an answer; how often there was none is reported."""
        while True:
            try:
                return await method(request, metadata=self._player.metadata)
            except grpc.aio.AioRpcError as error:
                if error.code() not in UNANSWERED:
                    raise
                self._table.unanswered()

    async def act(self, update: play_pb2.TableUpdate) -> int:
        """Acts on what was seen; the version made, or 0 when it was refused."""
        request = play_pb2.ActRequest(
            request_id=new_id(),
            table_id=update.table.table_id,
            action=_choice(update.view.legal),
            expected_version=update.table.version,
        )
        try:
            reply = await self._answered(self._stub.Act, request)
        except grpc.aio.AioRpcError as error:
            if error.code() not in _REFUSALS:
                raise
            return 0
        version: int = reply.version
        return version

    async def watch(self) -> None:
        """Watches, also after the stream was left for another."""
        while True:
            call = self._call
            try:
                async for message in messages(call):
                    if message.HasField("update"):
                        self._hear(message.update)
                raise RuntimeError("a Watch ended")
            except asyncio.CancelledError:
                if call is self._call:
                    raise

    def resume(self, table_id: str, newest: int) -> None:
        """Breaks the stream off and opens another over a new connection, from the version seen last."""
        known = self._seen.get(table_id, 0)
        if self._resumed or not known:
            return
        self._resumed = _Resumed(table_id, known, newest, time.perf_counter())
        place = play_pb2.WatchTable(table_id=table_id, epoch=1, version=known)
        request = play_pb2.WatchRequest(client_id=self._client_id, tables=[place])
        self._channel = connect(self._player.gateway)  # kept: who forgets a channel closes it
        stub = play_pb2_grpc.PlayServiceStub(self._channel)
        left, self._call = self._call, stub.Watch(request, metadata=self._player.metadata)
        left.cancel()

    def _hear(self, update: play_pb2.TableUpdate) -> None:
        table = update.table
        if self._resumed and table.table_id == self._resumed.table_id:
            self._table.resumed(time.perf_counter() - self._resumed.since, right=self._resumed.expects(table.version))
            self._resumed = None
        if table.version > self._seen.get(table.table_id, 0):
            self._seen = {table.table_id: table.version}
            self._table.take(self, update)


@dataclass(frozen=True, slots=True)
class _Resumed:
    table_id: str
    known: int
    newest: int
    """What some seat of the table had seen at that moment."""
    since: float

    def expects(self, version: int) -> bool:
        """Whether that is right for a first message: at least what somebody had seen before the stream was opened."""
        return version >= max(self.known, self.newest)


def _choice(legal: Sequence[rules_pb2.Action]) -> rules_pb2.Action:
    calm = [action for action in legal if action.kind in _CALM]
    if calm and random.random() < _CALM_SHARE:
        return random.choice(calm)
    return random.choice([action for action in legal if action.kind not in _NEVER] or legal)
