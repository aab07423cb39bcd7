"""How a match stands, for the portal: it gives stakes back only when no match stands behind them."""

from typing import Final

from services.common.subjects import is_table_id
from services.tables.handlers.ports import Store
from truco.play.v1.play_pb2 import TABLE_STATUS_CLOSED, TABLE_STATUS_OPEN, TABLE_STATUS_PLAYING, TABLE_STATUS_STARTING
from truco.tables.v1.tables_pb2 import (
    MATCH_STAGE_ENDED,
    MATCH_STAGE_NOT_BEGUN,
    MATCH_STAGE_RUNNING,
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
