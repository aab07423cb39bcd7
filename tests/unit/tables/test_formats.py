"""What a record of an older format is taken for, and that one of a newer format is not."""

import pytest

from services.common.errors import Unreachable
from services.tables.domain.formats import read
from services.tables.domain.table import FORMAT, ends_match
from tests.harness.sealed_matches import TIMES
from truco.play.v1.play_pb2 import TABLE_STATUS_FINISHED, TABLE_STATUS_OPEN
from truco.rules.v1.rules_pb2 import Ruleset
from truco.tables.v1.tables_pb2 import TableRecord, TableState


def test_an_older_table_has_the_clock_of_its_preset() -> None:
    maestro, estrella = (_read(preset=preset) for preset in ("maestro", "estrella"))
    assert (maestro.state.turn_ms, maestro.state.bank_ms) == (TIMES.turn, TIMES.bank)
    assert (estrella.state.turn_ms, estrella.state.bank_ms) == (90_000, 0)


def test_a_table_of_ours_that_an_older_worker_carried_on_keeps_its_own_clock() -> None:
    state = TableState(status=TABLE_STATUS_OPEN, turn_ms=12_000, bank_ms=0)
    record = read(TableRecord(format=1, state=state).SerializeToString(), TIMES)
    assert (record.state.turn_ms, record.state.bank_ms) == (12_000, 0)


def test_an_older_finished_record_ended_its_match() -> None:
    record = _read(status=TABLE_STATUS_FINISHED)
    assert ends_match(record)
    assert (record.ended_match_id, record.state.match_chain) == ("t-1", b"chain")


def test_a_newer_format_is_not_read() -> None:
    with pytest.raises(Unreachable, match="UNREACHABLE"):
        read(TableRecord(format=FORMAT + 1).SerializeToString(), TIMES)


def _read(preset: str = "maestro", status: "int" = TABLE_STATUS_OPEN) -> TableRecord:
    state = TableState(table_id="t", epoch=1, ruleset=Ruleset(preset=preset))
    state.status = status  # type: ignore[assignment]
    return read(TableRecord(format=1, chain=b"chain", state=state).SerializeToString(), TIMES)
