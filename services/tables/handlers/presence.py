"""Absence: what gateways tell is remembered, the seats are told, and bots sit in or the match is given up."""

from collections.abc import Collection, Iterable

import structlog

from services.common import subjects
from services.common.errors import TrucoError
from services.tables.domain.absence import Away, for_absence
from services.tables.domain.attendance import Attendance
from services.tables.domain.seats import people
from services.tables.domain.status import running
from services.tables.domain.table import Draft, Table
from services.tables.domain.times import Moment
from services.tables.domain.updates import Update, presence_of
from services.tables.handlers import metrics
from services.tables.handlers.keeper import Keeper
from services.tables.handlers.outages import outage_too_long, void_for_outage
from services.tables.handlers.ports import OutcomeUnknown
from truco.tables.v1.tables_pb2 import Attendance as Attending
from truco.tables.v1.tables_pb2 import PresenceReport, TableState

log = structlog.get_logger()


class Presence:
    """What this worker knows of its shards' players, and what follows from it."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._attendance: Attendance = keeper.ports.attendance
        self._looking: set[str] = set()

    def keep(self, shards: Collection[int]) -> None:
        """Forgets what is not of these shards."""
        self._attendance.keep(shards)

    def attended(self, gateway: str, attending: Iterable[Attending]) -> None:
        """A gateway says who has streams open."""
        if not gateway:
            return  # of a release that did not tell yet
        now_ms = self._now_ms()
        self._attendance.gateway_lives(now_ms)
        for each in attending:
            self._attendance.here(gateway, each.table_id, each.player_ids, now_ms)

    async def reported(self, report: PresenceReport) -> None:
        """Somebody came or went: the seats hear of it at once."""
        now_ms = self._now_ms()
        self.attended(report.gateway, report.here)
        for each in report.gone:
            self._attendance.left(report.gateway, each.table_id, each.player_ids, now_ms)
        for table_id in report.running:
            self._attendance.suspect(table_id, now_ms)
        for each in (*report.here, *report.gone):
            await self.look(each.table_id)

    def due(self) -> Iterable[str]:
        """The tables where somebody may be away, but not those still being looked at; to be asked every second.

        Were they looked at once more each second, a worker that is late would have ever more to do.
        """
        return [each for each in self._attendance.look(self._now_ms()) if each not in self._looking]

    async def look(self, table_id: str) -> None:
        """Looks at one of them; waits for its lock, which may be held for long."""
        self._looking.add(table_id)
        try:
            async with self._keeper.locks.of(table_id):
                await self._settle(table_id)
        except (TrucoError, OutcomeUnknown) as error:
            log.warning("absence not looked at", table=table_id, error=repr(error))
        finally:
            self._looking.discard(table_id)

    async def _settle(self, table_id: str) -> None:
        """Does what is due for absence at a table, under its lock, and tells the seats what has changed."""
        table = await self._keeper.at_hand(table_id)
        while table is not None and running(table.state):
            now_ms = self._now_ms()
            away = self._attendance.away(table_id, _player_ids(table.state), now_ms)
            draft = await self._due(table, away, now_ms)
            if draft is None:
                return await self._tell(table, away, now_ms)
            metrics.ABSENCES.labels(type(draft.done).__name__).inc()
            stored = await self._keeper.append(table, draft)
            if stored is not None:
                await self._keeper.tell(stored)
                await self._keeper.go_on(stored)
            table = await self._keeper.at_hand(table_id)
        self._attendance.forget(table_id)
        return None

    async def _due(self, table: Table, away: Away, now_ms: int) -> Draft | None:
        """What absence leads to; but an outage that was too long comes first, as in whatever is stored next."""
        ports = self._keeper.ports
        outage_ms = await ports.clock.outage_ms(table.record.time_ms)
        draft = for_absence(table.state, away, Moment(now_ms, table.version + 1, ports.times, outage_ms))
        too_long = draft is not None and await outage_too_long(ports, table)
        return void_for_outage(table.state) if too_long else draft

    async def _tell(self, table: Table, away: Away, now_ms: int) -> None:
        table_id = table.state.table_id
        if not self._attendance.tell(table_id, away):
            return
        data = presence_of(table_id, away, now_ms)
        seats = [subjects.seat(table_id, seat, subjects.PRESENCE) for seat in people(table.state)]
        await self._keeper.ports.updates.publish([Update(subject, data) for subject in seats])

    def _now_ms(self) -> int:
        return self._keeper.ports.clock.now_ms()


def _player_ids(state: TableState) -> dict[int, str]:
    return {seat: state.seats[seat].player.player_id for seat in people(state)}
