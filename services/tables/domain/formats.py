"""Reading stored records of any format up to this release's, so that running matches survive an upgrade."""

from services.common.errors import Unreachable
from services.tables.domain.clocks import clock_of
from services.tables.domain.table import FORMAT, match_is_over
from services.tables.domain.times import Times
from truco.tables.v1.tables_pb2 import TableRecord


class NewerFormat(Unreachable):
    """A newer release wrote it: who asks is to ask again, until one of its workers answers."""


def read(data: bytes, times: Times) -> TableRecord:
    """A stored record, as this release would have written it.

    Errors: UNREACHABLE (NewerFormat) for one of a newer release's format.
    """
    record = TableRecord.FromString(data)
    if record.format > FORMAT:
        raise NewerFormat("UNREACHABLE", f"the table is of format {record.format}, and this worker reads {FORMAT}")
    _complete(record, times)
    return record


def _complete(record: TableRecord, times: Times) -> None:
    """Fills in what format 1 lacks. Whether it does is not told by its number alone: during an upgrade an older worker
    may carry on a table of ours, and it keeps the fields that it does not know."""
    state = record.state
    if not state.turn_ms:
        state.turn_ms, state.bank_ms = clock_of(state.ruleset.preset, times)
    if match_is_over(state) and not state.match_chain:
        state.match_chain = record.chain
        record.ended_match_id = f"{state.table_id}-{state.epoch}"
