"""What a fired timer brings about: a deal, a conservative action, time given back, an idle table's end, a purge."""

from services.common import subjects
from services.tables.domain import life, play, rematch
from services.tables.domain.absence import seems_away, stand_in_for_missed_turns
from services.tables.domain.deadlines import expired
from services.tables.domain.seats import awaited_bots
from services.tables.domain.status import running
from services.tables.domain.table import Draft, Table, awaits_deal, is_over, last_end
from services.tables.domain.timers import next_wake_ms
from services.tables.domain.times import Moment
from services.tables.domain.updates import Update, bots_turn
from services.tables.handlers import metrics
from services.tables.handlers.acting import conservative, deal
from services.tables.handlers.finding import mend_listing
from services.tables.handlers.keeper import Keeper
from services.tables.handlers.opening import begin_matched
from services.tables.handlers.outages import outage_too_long, void_for_outage
from services.tables.handlers.ports import Ports
from truco.play.v1.play_pb2 import TABLE_STATUS_OPEN, TABLE_STATUS_STARTING
from truco.tables.v1.tables_pb2 import PresenceReport, RematchClosed, TableClosed, TimeGivenBack

_SLACK_MS = 500
"""Timers have a tick of 250 ms: a bot is told again when its wait is over by this measure."""


async def fired(keeper: Keeper, table_id: str, sequence: int = 0) -> None:
    """Does all that is due at a table, then makes sure of the next timer. The fired one's sequence is 0 if not known.

    The fired timer may be acknowledged afterwards. One that was meant for an older version finds nothing due.
    """
    async with keeper.locks.of(table_id):
        table, stored = await keeper.since_fired(table_id, sequence), None
        if table is None:
            await keeper.ports.store.drop_fired(table_id)
        while table is not None:
            draft = await _due(keeper.ports, table)
            if draft is not None:
                stored = await _carry_out(keeper, table, draft)
                table = stored or await keeper.fresh(table_id)
            elif not await _rested(keeper, table):
                table = await keeper.fresh(table_id)
            else:
                if stored is not None or table.state.status == TABLE_STATUS_STARTING:
                    await keeper.go_on(table)
                elif is_over(table.state) or not table.state.deals:
                    await mend_listing(keeper.ports.lobby, table_id, table, keeper.ports.clock.now_ms())
                if running(table.state) and seems_away(table.state):
                    await _suspect(keeper, table_id)
                return


async def _suspect(keeper: Keeper, table_id: str) -> None:
    """Lets the shard's worker look for absence: after its restart no gateway may speak of the table any more."""
    report = PresenceReport(running=[table_id]).SerializeToString()
    await keeper.ports.updates.publish([Update(subjects.presence(subjects.shard_of(table_id)), report)])


async def _carry_out(keeper: Keeper, table: Table, draft: Draft) -> Table | None:
    metrics.CLOCKS.labels("acted").inc()
    stored = await keeper.append(table, draft)
    if stored is not None:
        await keeper.tell(stored)
    return stored


async def _due(ports: Ports, table: Table) -> Draft | None:
    state, now_ms = table.state, ports.clock.now_ms()
    if state.HasField("rematch"):
        return Draft("clock", RematchClosed(), rematch.closed(state)) if state.rematch.until_ms <= now_ms else None
    if is_over(state) or state.status == TABLE_STATUS_STARTING:
        return None
    outage_ms = await ports.clock.outage_ms(table.record.time_ms)
    moment = Moment(now_ms, table.version + 1, ports.times, outage_ms)
    if state.status == TABLE_STATUS_OPEN and state.matched:
        return await begin_matched(ports, state, moment)
    if state.status == TABLE_STATUS_OPEN:
        return Draft("clock", TableClosed(), life.closed(state)) if state.due_ms <= now_ms else None
    if draft := await _beside_play(ports, table, moment):
        return draft
    if awaits_deal(state):
        return await deal(ports, table, moment) if state.due_ms <= now_ms else None
    if outage_ms:
        return Draft("clock", TimeGivenBack(outage_ms=outage_ms), play.time_given_back(state, outage_ms))
    seat = expired(state, now_ms)
    return None if seat is None else await conservative(ports, table, seat, moment)


async def _beside_play(ports: Ports, table: Table, moment: Moment) -> Draft | None:
    """What comes before play goes on: a long outage ends the match, and a bot sits in for who lets the time run out."""
    if await outage_too_long(ports, table):
        return void_for_outage(table.state)
    return stand_in_for_missed_turns(table.state, moment) if running(table.state) else None


async def _rested(keeper: Keeper, table: Table) -> bool:
    """Sets the next timer of a table where nothing is due; says no when a record has come meanwhile.

    In a cluster a record that was on its way when the timer fired passes the sequence check; it is there by now.
    """
    await _rest(keeper, table)
    last = await keeper.ports.store.last(table.state.table_id)
    return last is None or last.sequence == table.sequence


async def _rest(keeper: Keeper, table: Table) -> None:
    ports, record = keeper.ports, table.record
    now_ms = ports.clock.now_ms()
    if is_over(table.state) and record.time_ms + ports.times.keep <= now_ms and not table.state.HasField("rematch"):
        if await ports.store.purge(table.state.table_id, last_end(table)):
            metrics.CLOCKS.labels("purged").inc()
            return
    elif record.time_ms + ports.times.bot_retry - _SLACK_MS <= now_ms and not is_over(table.state):
        await ports.updates.publish([bots_turn(record, seat, now_ms) for seat in awaited_bots(table.state)])
    metrics.CLOCKS.labels("rested").inc()
    await keeper.arm(table, next_wake_ms(record, ports.times, now_ms))
