"""How a worker keeps its tables: one thing at a time for each, append, then answer, then tell (architecture 4)."""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

import structlog

from services.common.errors import InternalError, TrucoError, Unreachable, code_number
from services.common.logging import log_bug
from services.tables.domain.seats import seat_of
from services.tables.domain.table import Draft, Table, awaits_deal, kind, seal
from services.tables.domain.timers import wake_ms
from services.tables.domain.times import Moment
from services.tables.domain.updates import fan_out, update_for
from services.tables.handlers import metrics
from services.tables.handlers.acting import deal
from services.tables.handlers.cache import Cache
from services.tables.handlers.deciding import Sender, Unchanged, check_time, decide
from services.tables.handlers.finding import keep_found
from services.tables.handlers.locks import Locks
from services.tables.handlers.ports import OutcomeUnknown, Ports, Replies, SequenceConflict
from truco.tables.v1.tables_pb2 import Accepted, Command, Refused, Reply

log = structlog.get_logger()


class Keeper:
    """Carries out commands and the tables' own acts."""

    def __init__(self, ports: Ports, cache_size: int) -> None:
        self.ports = ports
        self.locks = Locks()
        self._cache = Cache(cache_size)
        self._tasks: set[asyncio.Task[None]] = set()

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
                await replies.send(_refusal(error))
            except Exception as error:
                await replies.send(_refusal(self._bug(command, error)))
            else:
                metrics.count(command, "OK")
                log.debug("command", table=command.table_id, request=command.request_id, version=version)
                await replies.send(_acceptance(command, version, table))
                await self._follow_up(table)

    async def append(self, before: Table | None, draft: Draft) -> Table | None:
        """Stores a draft, its timer first; None when another worker was first.

        The timer is made sure of again afterwards: one that was about to fire may have been handled meanwhile by a
        worker that did not see this record yet. Most often that is a look at what is remembered.
        """
        table_id = draft.state.table_id
        record = seal(before, draft, self.ports.clock.now_ms())
        await self.ports.timers.ensure(table_id, wake_ms(record, self.ports.times))
        started = time.perf_counter()
        try:
            sequence = await self.ports.store.append(
                table_id, kind(record), record.SerializeToString(), record.previous_sequence
            )
        except (SequenceConflict, OutcomeUnknown) as error:
            self._cache.drop(table_id)
            if isinstance(error, OutcomeUnknown):
                raise
            metrics.CONFLICTS.inc()
            return None
        metrics.APPEND_SECONDS.observe(time.perf_counter() - started)
        table = Table(record, sequence)
        self._cache.put(table_id, table)
        await self._ensure_again(table)
        await keep_found(self.ports.lobby, before, table)
        return table

    async def tell(self, table: Table) -> None:
        """Sends a record's updates."""
        updates = fan_out(table.record)
        metrics.UPDATES.inc(len(updates))
        await self.ports.updates.publish(updates)

    async def go_on(self, table: Table) -> None:
        """Deals after the pause, if the table is to; under the table's lock."""
        if not awaits_deal(table.state):
            return
        if table.state.due_ms <= self.ports.clock.now_ms():
            await self.deal_now(table)
        else:
            self._later(self._deal_after_pause(table))

    async def deal_now(self, table: Table) -> Table | None:
        """Deals, under the table's lock; None when another worker was first."""
        now_ms = self.ports.clock.now_ms()
        dealt = await self.append(
            table, await deal(self.ports, table, Moment(now_ms, table.version + 1, self.ports.times))
        )
        if dealt is not None:
            await self.tell(dealt)
        return dealt

    async def fresh(self, table_id: str) -> Table | None:
        """The table as stored, whatever is cached."""
        self.ports.timers.forget(table_id)
        table = await self.ports.store.last(table_id)
        self._cache.drop(table_id) if table is None else self._cache.put(table_id, table)
        return table

    async def close(self) -> None:
        """Gives up what this worker meant to do later; the durable timers see to it."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _settle(self, command: Command, sender: Sender) -> tuple[int, Table]:
        """The version at which the command was carried out, and the table.

        A refusal counts only on the record as stored: what is cached may be stale.
        """
        table = self._cache.get(command.table_id)
        cached = table is not None
        if table is None:
            table = await self.fresh(command.table_id)
        while True:
            try:
                outcome = await decide(self.ports, table, command, sender)
            except Unreachable:
                raise
            except TrucoError:
                if not cached:
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

    async def _ensure_again(self, table: Table) -> None:
        try:
            await self.ports.timers.ensure(table.state.table_id, wake_ms(table.record, self.ports.times))
        except Unreachable as error:
            log.warning("timer not looked at again", table=table.state.table_id, error=error.message)

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
            log.warning("a deal failed; the timer will see to it", error=repr(error))


def _acceptance(command: Command, version: int, table: Table) -> Reply:
    accepted = Accepted(version=version, epoch=table.state.epoch)
    if command.WhichOneof("body") not in ("act", "leave"):
        accepted.update = update_for(table.record, seat_of(table.state, command.player.player_id))
    return Reply(accepted=accepted)


def _refusal(error: TrucoError) -> Reply:
    return Reply(
        refused=Refused(
            code=code_number(error), reason=error.reason, message=error.message, metadata=dict(error.metadata)
        )
    )
