"""When a table must be looked at again by the clock, whatever becomes of the worker that serves it now."""

from services.tables.domain.seats import awaited_bots
from services.tables.domain.table import awaits_deal, is_over
from services.tables.domain.times import Times
from truco.play.v1.play_pb2 import TABLE_STATUS_OPEN, TABLE_STATUS_STARTING
from truco.tables.v1.tables_pb2 import TableRecord


def wake_ms(record: TableRecord, times: Times) -> int:
    """When the durable timer of this record must fire, Unix milliseconds."""
    state = record.state
    if state.HasField("rematch"):
        return state.rematch.until_ms
    if is_over(state):
        return record.time_ms + times.keep
    if state.status == TABLE_STATUS_STARTING:
        return record.time_ms + times.hold_retry
    if state.status == TABLE_STATUS_OPEN:
        return state.due_ms
    if awaits_deal(state):
        return state.due_ms + times.deal_grace
    return min(state.due_ms, record.time_ms + times.bot_retry) if awaited_bots(state) else state.due_ms


def next_wake_ms(record: TableRecord, times: Times, now_ms: int) -> int:
    """The next time after now that the clock must look at a table where it found nothing more to do."""
    wake = wake_ms(record, times)
    if wake > now_ms:
        return wake
    if is_over(record.state):
        return now_ms + times.keep
    if record.state.status == TABLE_STATUS_STARTING:
        return now_ms + times.hold_retry
    retries = (now_ms - record.time_ms) // times.bot_retry + 1
    return min(record.state.due_ms, record.time_ms + retries * times.bot_retry)
