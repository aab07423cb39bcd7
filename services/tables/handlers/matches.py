"""How a match stands, for the portal: it gives stakes back only when no match stands behind them; and the records of
ended ones, for who sat in them."""

from typing import Final

from services.common.errors import Denied, IllegalAction, NotFound
from services.common.subjects import is_table_id, match_id
from services.tables.domain.seats import seat_of
from services.tables.domain.table import Table, ends_match
from services.tables.handlers.ports import Store
from truco.play.v1.play_pb2 import TABLE_STATUS_CLOSED, TABLE_STATUS_OPEN, TABLE_STATUS_PLAYING, TABLE_STATUS_STARTING
from truco.tables.v1.tables_pb2 import (
    MATCH_STAGE_ENDED,
    MATCH_STAGE_NOT_BEGUN,
    MATCH_STAGE_RUNNING,
    GetMatchRecord,
    MatchAnswer,
    MatchQuery,
)

_STAGES: Final = {
    TABLE_STATUS_OPEN: MATCH_STAGE_NOT_BEGUN,
    TABLE_STATUS_CLOSED: MATCH_STAGE_NOT_BEGUN,
    TABLE_STATUS_STARTING: MATCH_STAGE_RUNNING,
    TABLE_STATUS_PLAYING: MATCH_STAGE_RUNNING,
}


async def match_stage(store: Store, query: MatchQuery) -> MatchAnswer:
    """How the match stands by the table's last record, read where it is written. Errors: UNREACHABLE."""
    table = await store.last(query.table_id) if is_table_id(query.table_id) else None
    if table is None or table.state.epoch < query.epoch:
        return MatchAnswer(stage=MATCH_STAGE_NOT_BEGUN)
    if table.state.epoch > query.epoch:
        return MatchAnswer(stage=MATCH_STAGE_ENDED)
    return MatchAnswer(stage=_STAGES.get(table.state.status, MATCH_STAGE_ENDED))


async def match_record(store: Store, asked: GetMatchRecord) -> str:
    """The record of an ended match, in JSON, for one who sat in it.

    A match that was voided or abandoned has none. Errors: MATCH_NOT_FOUND, NOT_SEATED, NOT_FINISHED, UNREACHABLE.
    """
    last = await store.last(asked.table_id) if is_table_id(asked.table_id) else None
    if last is None:
        raise _no_match(asked)
    ended = await _ended(store, last, asked.epoch)
    if ended is None:
        _refuse_running(last, asked)
        raise _no_match(asked)
    _check_sat(ended, asked)
    if not ended.record.match_record_json:
        raise _no_match(asked)
    return ended.record.match_record_json


async def _ended(store: Store, last: Table, epoch: int) -> Table | None:
    """The table as it was when a match ended; None for one that has not, or of which nothing is kept."""
    if ends_match(last.record) and last.record.ended_match_id == match_id(last.state.table_id, epoch):
        return last
    sequence = next((match.sequence for match in last.state.ended if match.epoch == epoch), 0)
    return await store.at(sequence) if sequence else None


def _refuse_running(last: Table, asked: GetMatchRecord) -> None:
    if last.state.epoch == asked.epoch and last.state.status in (TABLE_STATUS_STARTING, TABLE_STATUS_PLAYING):
        _check_sat(last, asked)
        raise IllegalAction("NOT_FINISHED", "the match has not ended")


def _check_sat(table: Table, asked: GetMatchRecord) -> None:
    if seat_of(table.state, asked.player_id) is None:
        raise Denied("NOT_SEATED", "the player did not sit in this match")


def _no_match(asked: GetMatchRecord) -> NotFound:
    return NotFound("MATCH_NOT_FOUND", f"no record of match {asked.epoch} at table {asked.table_id[:16]}")
