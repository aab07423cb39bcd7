"""How a match ends without a winner, and which record it was that ended it."""

from random import Random

import pytest

from services.tables.domain import play
from services.tables.domain.table import Draft, Table, ends_match, is_over, kind, seal
from services.tables.domain.updates import info
from tests.harness.sealed_matches import PLAIN, sealed_match
from truco.play.v1.play_pb2 import TABLE_STATUS_ABANDONED, TABLE_STATUS_VOIDED
from truco.tables.v1.tables_pb2 import MatchAbandoned, MatchVoided, TableRecord, TableState


def test_a_voided_match_stops_everybodys_clock_and_says_why() -> None:
    state = _playing().state
    after = play.voided(state, "outage")

    assert (after.status, after.void_reason, after.due_ms) == (TABLE_STATUS_VOIDED, "outage", 0)
    assert not any(seat.deadline_ms for seat in after.seats)
    assert is_over(after) and not is_over(state)


@pytest.mark.parametrize(
    ("done", "ended", "of_kind", "status"),
    [
        (MatchVoided(reason="operator"), lambda state: play.voided(state, "operator"), "voided", TABLE_STATUS_VOIDED),
        (MatchAbandoned(), play.abandoned, "abandoned", TABLE_STATUS_ABANDONED),
    ],
)
def test_the_record_that_ends_a_match_without_a_winner_names_it(
    done: MatchVoided | MatchAbandoned, ended: "object", of_kind: str, status: int
) -> None:
    table = _playing()
    assert callable(ended)

    record = seal(table, Draft("table", done, ended(table.state)), table.record.time_ms + 1)

    assert (kind(record), record.ended_match_id) == (of_kind, "0123456789abcdef-1")
    assert record.match_record_json == ""
    shown = info(record, 60, for_seat=True)
    assert (shown.status, shown.chain) == (status, record.chain.hex())


def test_a_finished_match_is_named_by_its_last_record_alone() -> None:
    records = sealed_match(PLAIN[0], Random(3))

    assert [record.ended_match_id for record in records if ends_match(record)] == ["0123456789abcdef-1"]
    assert [kind(record) for record in records[-2:]] == ["commit", "finished"]
    assert records[-1].state.match_chain == records[-1].chain


def test_a_later_record_remembers_where_the_match_ended() -> None:
    table = _playing()
    voided = Table(seal(table, Draft("table", MatchVoided(), play.voided(table.state, "outage")), 9), 77)
    after = TableState()
    after.CopyFrom(voided.state)

    record = seal(voided, Draft("clock", MatchAbandoned(), after), 10)

    assert (kind(record), record.ended_match_id) == ("commit", "")
    assert [(match.epoch, match.sequence) for match in record.state.ended] == [(1, 77)]
    assert record.state.match_chain == voided.record.chain


def _playing() -> Table:
    records: list[TableRecord] = sealed_match(PLAIN[0], Random(3))
    return Table(records[-2], 76)
