"""How a worker keeps its tables: one thing at a time for each, append, then answer, then tell (architecture 4)."""

import asyncio
import time
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any, Final

import structlog

from services.common.errors import InternalError, TrucoError, Unreachable
from services.common.logging import log_bug
from services.common.tasks import end
from services.tables.domain.infos import Infos
from services.tables.domain.seats import seat_of
from services.tables.domain.table import NO_TIMER, Draft, Table, Timer, awaits_deal, kind, seal
from services.tables.domain.timers import wake_ms
from services.tables.domain.times import Moment
from services.tables.domain.updates import fan_out, update_for
from services.tables.handlers import metrics
from services.tables.handlers.acting import deal
from services.tables.handlers.cache import Cache
from services.tables.handlers.deciding import Sender, Unchanged, check_time, decide
from services.tables.handlers.finding import keep_found, mend_listing
from services.tables.handlers.locks import Locks
from services.tables.handlers.placing import give_up_place
from services.tables.handlers.ports import OutcomeUnknown, Ports, Replies, SequenceConflict
from services.tables.handlers.refusals import refused
from services.tables.handlers.staking import hold, started
from truco.play.v1.play_pb2 import TABLE_STATUS_STARTING
from truco.tables.v1.tables_pb2 import Command, Reply

_STALE_LISTINGS: Final = ("TABLE_NOT_FOUND", "TABLE_FULL", "ALREADY_STARTED", "TABLE_CLOSED")
"""Who is refused so came by a listing that is out of date, perhaps."""

log = structlog.get_logger()


class Keeper:
    """Carries out commands and the tables' own acts."""

    def __init__(self, ports: Ports, cache_size: int) -> None:
        self.ports = ports
        self.locks = Locks()
        self._cache = Cache(cache_size)
        self._infos = Infos()
        self._tasks: set[asyncio.Task[None]] = set()
        self._starting: set[str] = set()

    async def carry_out(self, command: Command, sender: Sender, replies: Replies) -> None:
        """Carries out one command: append, reply, fan-out; then what the table does by itself.

        No reply is sent when the store did not say whether the record is there: who asked will ask again.
        """
        async with self.locks.of(command.table_id):
            try:
                version, table = await self._settle(command, sender)
            except OutcomeUnknown:
                metrics.count(command, "UNKNOWN")
            except TrucoError as error:
                metrics.count(command, error.reason)
                await replies.send(Reply(refused=refused(error)))
            except Exception as error:
                await replies.send(Reply(refused=refused(self._bug(command, error))))
            else:
                metrics.count(command, "OK")
                log.debug("command", table=command.table_id, request=command.request_id, version=version)
                await replies.send(_acceptance(command, version, table, self.ports.clock.now_ms()))
                await self._follow_up(table)

    async def append(self, before: Table | None, draft: Draft) -> Table | None:
        """Stores a draft, its timer first; None when another worker was first, or the timer has fired."""
        table_id = draft.state.table_id
        record = seal(before, draft, self.ports.clock.now_ms())
        timer = await self._ensure(before, table_id, wake_ms(record, self.ports.times))
        self._cache.drop(table_id)
        began = time.monotonic()
        try:
            sequence = await self.ports.store.append(table_id, kind(record), record.SerializeToString(), before)
        except SequenceConflict:
            metrics.CONFLICTS.inc()
            return None
        except OutcomeUnknown:
            metrics.UNKNOWN_APPENDS.inc()
            raise
        finally:
            metrics.APPEND_SECONDS.observe(time.monotonic() - began)
        metrics.records(record.WhichOneof("action") or "none").inc()
        # The first record passes the sequence check whatever has fired: nothing is known of its timer then.
        table = Table(record, sequence, sequence, timer if before else None)
        self._cache.put(table_id, table)
        if before is None:
            table = await self._look_at_first_timer(table)
        await keep_found(self.ports.lobby, before, table, self.ports.clock.now_ms())
        return table

    async def arm(self, table: Table, at_ms: int) -> None:
        """Makes sure of the timer of a table that stays as it is."""
        timer = await self._ensure(table, table.state.table_id, at_ms)
        self._cache.put(table.state.table_id, replace(table, timer=timer))

    async def tell(self, table: Table) -> None:
        """Sends a record's updates."""
        now_ms = self.ports.clock.now_ms()
        updates = fan_out(table.record, now_ms, self._infos.for_seats(table.record, now_ms))
        metrics.UPDATES.inc(len(updates))
        await self.ports.updates.publish(updates)

    async def go_on(self, table: Table) -> None:
        """Deals after the pause, or has the stakes held, if the table is to; under the table's lock."""
        if table.state.status == TABLE_STATUS_STARTING:
            self._start(table)
        if not awaits_deal(table.state):
            return
        if table.state.due_ms <= self.ports.clock.now_ms():
            await self.deal_now(table)
        else:
            self._later(self._deal_after_pause(table))

    async def deal_now(self, table: Table) -> None:
        """Deals, under the table's lock, unless another worker was first."""
        current: Table | None = table
        while current is not None and current.sequence == table.sequence:
            if await self.ports.clock.outage_ms(table.record.time_ms):
                return  # the clock sees to it: a long outage voids the match
            moment = Moment(self.ports.clock.now_ms(), table.version + 1, self.ports.times)
            dealt = await self.append(current, await deal(self.ports, current, moment))
            if dealt is not None:
                await self.tell(dealt)
                return
            current = await self.fresh(table.state.table_id)

    async def at_hand(self, table_id: str) -> Table | None:
        """The table as it is cached, which may be stale, else as stored."""
        return self._cache.get(table_id) or await self.fresh(table_id)

    async def fresh(self, table_id: str) -> Table | None:
        """The table as stored, whatever is cached. Nothing is known of its timer."""
        self._cache.drop(table_id)
        metrics.READS.inc()
        table, fired = await asyncio.gather(self.ports.store.last(table_id), self.ports.store.fired(table_id))
        return self._keep(table, fired)

    async def since_fired(self, table_id: str, sequence: int) -> Table | None:
        """The table as stored, for its timer that fired as this sequence (0: not known). That saves a read: should
        another one have fired since, nothing is stored over the table, and it is read anew."""
        if not sequence:
            return await self.fresh(table_id)
        self._cache.drop(table_id)
        metrics.READS.inc()
        return self._keep(await self.ports.store.last(table_id), sequence, NO_TIMER)

    async def close(self, seconds: float = 0) -> None:
        """Waits some seconds for what this worker meant to do later, then gives it up: the durable timers see to it."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
        await end(tuple(self._tasks))

    def _keep(self, table: Table | None, fired: int, timer: Timer | None = None) -> Table | None:
        """Keeps a table at hand that was read, with the sequence of its timer that fired last."""
        if table is not None:
            table = replace(table, seen=max(table.sequence, fired), timer=timer)
            self._cache.put(table.state.table_id, table)
        return table

    async def _settle(self, command: Command, sender: Sender) -> tuple[int, Table]:
        """The version at which the command was carried out, and the table.

        A refusal counts only on the record as stored: what is cached may be stale.
        """
        cached = self._cache.get(command.table_id) is not None
        table = await self.at_hand(command.table_id)
        while True:
            try:
                outcome = await decide(self.ports, table, command, sender)
            except Unreachable:
                self._cache.drop(command.table_id)  # what is asked again is answered from the record as stored
                raise
            except TrucoError as error:
                if not cached:
                    await self._clean_up(table, command, error)
                    raise
                table, cached = await self.fresh(command.table_id), False
                continue
            if isinstance(outcome, Unchanged):
                assert table is not None
                return outcome.version, table
            check_time(self.ports, command)  # a worker that was frozen meanwhile stores nothing late
            stored = await self.append(table, outcome)
            if stored is not None and outcome.request_id == command.request_id:
                return stored.version, stored
            if stored is not None:
                await self.tell(stored)
            table, cached = stored or await self.fresh(command.table_id), False

    async def _ensure(self, table: Table | None, table_id: str, at_ms: int) -> Timer:
        """Makes sure of a timer, and returns it. Most often the one that is known of is early enough."""
        known = table.timer if table is not None else None
        if known is not None and 0 < known.at_ms <= at_ms:
            return known
        return await self.ports.timers.ensure(table_id, at_ms, known)

    async def _look_at_first_timer(self, table: Table) -> Table:
        """Makes sure of a new table's timer once more: it may have fired before the table was there."""
        try:
            timer = await self.ports.timers.ensure(table.state.table_id, wake_ms(table.record, self.ports.times))
        except Unreachable as error:
            log.warning("timer not looked at again", table=table.state.table_id, error=error.message)
            return table
        table = replace(table, timer=timer)
        self._cache.put(table.state.table_id, table)
        return table

    async def _clean_up(self, table: Table | None, command: Command, error: TrucoError) -> None:
        """What a refusal leaves behind: a place that was claimed for nothing, and who came by a stale listing."""
        if command.WhichOneof("body") in ("open", "join"):
            await give_up_place(self.ports, command.player.player_id, command.table_id, table)
        if command.WhichOneof("body") == "join" and error.reason in _STALE_LISTINGS:
            await mend_listing(self.ports.lobby, command.table_id, table, self.ports.clock.now_ms())

    def _start(self, table: Table) -> None:
        """Has the stakes of a match held, outside the table's lock; once at a time."""
        if table.state.table_id not in self._starting:
            self._starting.add(table.state.table_id)
            self._later(self._start_staked(table))

    async def _start_staked(self, table: Table) -> None:
        table_id, epoch = table.state.table_id, table.state.epoch
        try:
            refusal = await hold(self.ports, table.state)
            async with self.locks.of(table_id):
                current = await self.fresh(table_id)
                while current is not None and _is_starting(current, epoch):
                    moment = Moment(self.ports.clock.now_ms(), current.version + 1, self.ports.times)
                    stored = await self.append(current, await started(self.ports, current.state, refusal, moment))
                    if stored is not None:
                        await self._follow_up(stored)
                        return
                    current = await self.fresh(table_id)
        finally:
            self._starting.discard(table_id)

    def _bug(self, command: Command, error: Exception) -> TrucoError:
        metrics.count(command, "INTERNAL")
        self._cache.drop(command.table_id)
        bug_id = log_bug("command failed", error, table=command.table_id, request=command.request_id)
        return InternalError("INTERNAL", "internal error", id=bug_id)

    async def _follow_up(self, table: Table) -> None:
        """What need not be awaited by who sent the command; when it fails the durable timer sees to it."""
        try:
            await self.tell(table)
            await self.go_on(table)
        except (TrucoError, OutcomeUnknown) as error:
            log.warning("the table does not go on yet", table=table.state.table_id, error=repr(error))

    async def _deal_after_pause(self, table: Table) -> None:
        await asyncio.sleep(max(0, table.state.due_ms - self.ports.clock.now_ms()) / 1000)
        async with self.locks.of(table.state.table_id):
            current = self._cache.get(table.state.table_id)
            if current is not None and current.sequence == table.sequence:
                await self.deal_now(current)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.warning("a deal or a start failed; the timer will see to it", error=repr(error))


def _is_starting(table: Table, epoch: int) -> bool:
    return table.state.status == TABLE_STATUS_STARTING and table.state.epoch == epoch


def _acceptance(command: Command, version: int, table: Table, now_ms: int) -> Reply:
    reply = Reply()
    reply.accepted.version = version
    reply.accepted.epoch = table.state.epoch
    if command.WhichOneof("body") not in ("act", "leave"):
        reply.accepted.update = update_for(table.record, seat_of(table.state, command.player.player_id), now_ms)
    return reply
