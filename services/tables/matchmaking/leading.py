"""A queue shard's leader: it knows all who wait there, and seats them pass by pass.

Each pass is one atomic batch: the tables' first records and timers, the marks on their tickets, and the pass itself,
which must follow the leader's own last one. So a table is there if and only if its tickets say so, and who has been
replaced as leader, and does not know it yet, opens nothing.
"""

import asyncio
import contextlib
import time
from collections.abc import Sequence
from typing import Final

import structlog

from services.common.errors import TrucoError, Unreachable
from services.common.logging import log_bug
from services.tables.handlers.ports import OutcomeUnknown, SequenceConflict
from services.tables.matchmaking import metrics
from services.tables.matchmaking.loading import Loading, hear
from services.tables.matchmaking.members import Member
from services.tables.matchmaking.opening import opened
from services.tables.matchmaking.pairing import Seating
from services.tables.matchmaking.ports import Following, MatchmakingPorts, Stored, Tabled
from services.tables.matchmaking.reporting import Reporting
from services.tables.matchmaking.tickets import ended, matched, status_of
from services.tables.matchmaking.waiting import Waiting
from truco.tables.v1.seeks_pb2 import Ticket

_MOST_MESSAGES: Final = 900
"""A pass's batch: under the server's limit of 1,000."""
_OF_A_TABLE: Final = 2
"""Messages besides the tickets: its first record and its timer."""
_SLICE_SECONDS: Final = 0.005
"""Commands of tables share this thread: so long at most they wait for a pass."""
_GATHER_SECONDS: Final = 0.05
"""Those who come within so short a time are looked at together."""
_CHORES_SECONDS: Final = 1.0
_GATEWAY_GRACE_SECONDS: Final = 3.0
"""A gateway must be missing for so long: after an outage its lease may have run out without its fault."""
_RETRY_SECONDS: Final = 0.3
_TIMER_MS: Final = 4_000
"""A table begins so late when nobody wakes it. One that was woken has dealt by then, with the usual pause before the
deal: so the first timer that fires is one that it needs anyway."""

_STANDINGS_BEFORE_MS: Final = 60_000
"""A ticket may have waited so long at most to be stored, with the standing that the player had before."""
_FIRST: Final = 2_000
"""So many who wait are known before the first pass, unless there are not so many."""
_MOST_REFUSED: Final = 20
_BUILT_TOGETHER: Final = 20
_ENDED_TOGETHER: Final = 500
"""Orphaned seeks ended in one second."""

log = structlog.get_logger()


class TimeOver(Exception):
    """Another worker leads the shard now."""


class Leader:
    """One worker's leading of one queue shard, from one load to the next."""

    def __init__(self, shard: int, worker: str, ports: MatchmakingPorts) -> None:
        self._shard = shard
        self._worker = worker
        self._ports = ports

    async def lead(self) -> None:
        """Leads until cancelled; whenever something may have been missed it begins anew."""
        while True:
            try:
                await _Term(self._shard, self._worker, self._ports).run()
            except TimeOver:
                metrics.REFUSED.labels("stale").inc()
                log.warning("another leader was first", shard=self._shard)
            except (TrucoError, OutcomeUnknown, SequenceConflict) as error:
                metrics.REFUSED.labels("unknown").inc()
                log.warning("the matchmaker begins anew", shard=self._shard, error=repr(error))
            except Exception as error:
                log_bug("the matchmaker failed", error, shard=str(self._shard))
            await asyncio.sleep(_RETRY_SECONDS)


class _Term:
    """One claim of the shard, and who waits there, as far as known.

    The first passes are made while most who wait are not known yet: what they write names the tickets that they take,
    so that nothing they do not know of can make them wrong.
    """

    def __init__(self, shard: int, worker: str, ports: MatchmakingPorts) -> None:
        self._shard = shard
        self._worker = worker
        self._ports = ports
        self._waiting = Waiting(ports.rules, loading=True)
        self._reporting = Reporting(shard, ports.news, self._waiting)
        self._wake = asyncio.Event()
        self._loading = Loading(self._waiting)
        self._missing: dict[str, float] = {}
        self._pass = 0
        self._claimed = 0
        self._started = time.monotonic()
        self._passes = 0

    async def run(self) -> None:
        """Claims the shard, learns who waits, and leads for as long as nothing is missed.

        Raises TimeOver, SequenceConflict, OutcomeUnknown, and UNREACHABLE.
        """
        ports = self._ports
        self._pass = self._claimed = await ports.passes.claim(self._shard, self._worker)
        async with (
            ports.passes.follow(self._shard, self._claimed, self._hear) as tickets,
            ports.standings.follow(await self._since_ms(), self._waiting.rate) as standings,
        ):
            await standings.loaded()
            await self._reporting.begin()
            await self._lead((tickets, standings))

    async def _lead(self, followings: Sequence[Following]) -> None:
        beside = asyncio.create_task(self._load_and_tend())
        try:
            while not beside.done():
                for following in followings:
                    following.check()
                if not self._loading.under_way or len(self._waiting) >= _FIRST:
                    await self._until_due()
                    await self._make_passes()
                else:
                    await asyncio.sleep(_GATHER_SECONDS)
                if not self._loading.under_way:
                    await self._reporting.tell_parties(self._ports.now_ms())
            beside.result()
        finally:
            beside.cancel()

    def _hear(self, player_id: str, sequence: int, ticket: Ticket) -> None:
        """What is written since the claim."""
        self._loading.changed(player_id)
        hear(self._waiting, player_id, sequence, ticket)
        self._wake.set()

    async def _since_ms(self) -> int:
        """From when on standings are to be heard: those in the tickets are as old as the tickets."""
        first_ms = await self._ports.passes.since_ms(self._shard)
        return (self._ports.now_ms() if first_ms is None else first_ms) - _STANDINGS_BEFORE_MS

    async def _load_and_tend(self) -> None:
        """Reads the tickets that were there at the claim, beside the first passes; then does the chores for ever."""
        await self._load()
        await self._do_chores()

    async def _load(self) -> None:
        async with self._ports.passes.read(self._shard, self._claimed, self._loading.read) as stored:
            await stored.loaded()
        leftovers = self._loading.end()
        self._waiting.complete()
        self._wake.set()
        seconds = time.monotonic() - self._started
        metrics.LOAD_SECONDS.observe(seconds)
        log.info("leading", shard=self._shard, waiting=len(self._waiting), seconds=round(seconds, 3))
        for player_id, sequence in leftovers.items():
            # A server that dies may leave an older ticket under one that goes when its time is over.
            await self._ports.passes.drop_older(self._shard, player_id, sequence)

    async def _until_due(self) -> None:
        """Waits until there is somebody to look at, but not for ever."""
        due_ms = self._waiting.due_ms()
        left = _CHORES_SECONDS if due_ms is None else (due_ms - self._ports.now_ms()) / 1000
        if left > 0:
            self._wake.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(left, _CHORES_SECONDS)):
                    await self._wake.wait()
        await asyncio.sleep(_GATHER_SECONDS)

    async def _make_passes(self) -> None:
        """Seats all who can be seated now."""
        refused = 0
        while True:
            started = time.monotonic()
            seatings = await self._look()
            if not seatings:
                return
            if await self._commit(seatings):
                metrics.PASS_SECONDS.observe(time.monotonic() - started)
                self._passed(len(seatings))
                refused = 0
                continue
            if (refused := refused + 1) > _MOST_REFUSED and not self._loading.under_way:
                raise OutcomeUnknown("passes are refused again and again")
            # What was in the way is heard of within that time, if not, while loading, when all is known.
            await asyncio.sleep(_GATHER_SECONDS * refused)

    async def _look(self) -> list[Seating]:
        """Who is seated next, looked for in slices."""
        seatings: list[Seating] = []
        messages = 0
        until = time.monotonic() + _SLICE_SECONDS
        for found in self._waiting.seatings(self._ports.now_ms()):
            if found is not None:
                seatings.append(found)
                messages += len(found.members) + _OF_A_TABLE
            if messages >= _MOST_MESSAGES:
                break
            if time.monotonic() > until:
                await asyncio.sleep(0)
                until = time.monotonic() + _SLICE_SECONDS
        return seatings

    async def _commit(self, seatings: Sequence[Seating]) -> bool:
        """Makes the tables; says no when a ticket was not as it was, and then nothing has changed."""
        tables = await self._tables(seatings)
        try:
            self._pass = await self._ports.passes.commit(self._shard, self._worker, tables, self._pass)
        except SequenceConflict:
            if await self._ports.passes.passed(self._shard) != self._pass:
                raise TimeOver from None
            metrics.REFUSED.labels("changed").inc()
            for seating in seatings:
                self._waiting.put_back(seating)
            return False
        for seating in seatings:
            self._waiting.seated(seating)
        await self._tell(tables)
        return True

    def _passed(self, tables: int) -> None:
        self._passes += 1
        if self._passes == 1:
            seconds = time.monotonic() - self._started
            log.info("first pass", shard=self._shard, tables=tables, seconds=round(seconds, 3))

    async def _tables(self, seatings: Sequence[Seating]) -> list[Tabled]:
        tables = []
        for number, seating in enumerate(seatings):
            tables.append(self._table(seating))
            if number % _BUILT_TOGETHER == _BUILT_TOGETHER - 1:
                await asyncio.sleep(0)
        return tables

    def _table(self, seating: Seating) -> Tabled:
        now_ms = self._ports.now_ms()
        record = opened(seating, self._ports.new_seed(), now_ms, self._ports.times)
        table_id = record.state.table_id
        marks = [Stored(matched(member.ticket, table_id), member.sequence) for member in seating.members]
        return Tabled(table_id, record, now_ms + _TIMER_MS, marks)

    async def _tell(self, tables: Sequence[Tabled]) -> None:
        now_ms = self._ports.now_ms()
        await self._ports.news.wake(table.table_id for table in tables)
        for table in tables:
            metrics.TABLES.inc()
            for mark in table.marks:
                ticket = mark.ticket
                self._reporting.seated(ticket, now_ms)
                await self._ports.news.tell(ticket.gateway, ticket.player.player_id, status_of(ticket, now_ms))

    async def _do_chores(self) -> None:
        while True:
            try:
                await self._end_orphans()
                await self._reporting.publish(self._ports.now_ms())
            except (Unreachable, OutcomeUnknown) as error:
                log.warning("chores not done", shard=self._shard, error=repr(error))
            await asyncio.sleep(_CHORES_SECONDS)

    async def _end_orphans(self) -> None:
        """Ends the seeks of gateways whose lease has run out; asks only where somebody waits. Errors: UNREACHABLE."""
        holding, now = self._waiting.gateways, time.monotonic()
        alive = await self._ports.gateways.alive() if holding else frozenset()
        self._missing = {each: self._missing.get(each, now) for each in holding if each not in alive}
        for gateway, since in self._missing.items():
            if now - since >= _GATEWAY_GRACE_SECONDS:
                for member in self._waiting.held_by(gateway)[:_ENDED_TOGETHER]:
                    await self._end(member)

    async def _end(self, member: Member) -> None:
        try:
            await self._ports.tickets.store(ended(member.ticket), Stored(member.ticket, member.sequence))
        except SequenceConflict:
            return
        metrics.SEEKS.labels("orphaned").inc()
