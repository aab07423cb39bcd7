"""The record of a finished match replays to the result that the match had (tests/vectors/README.md)."""

import json
from random import Random

import pytest

from services.engine.cli.main import main
from services.tables.domain.table import Draft, Table, seal
from tests.harness.sealed_matches import CUSTOM, PLAIN, Ruled, sealed_match
from truco.rules.v1 import rules_pb2
from truco.tables.v1.tables_pb2 import LogEntry, MatchLog, TableState


@pytest.mark.parametrize("ruled", [*PLAIN, *CUSTOM], ids=lambda ruled: f"{ruled[0]}-{ruled[1]}")
def test_a_finished_match_replays_to_its_result(ruled: Ruled, tmp_path, capsys) -> None:
    for number in range(12):
        written = sealed_match(ruled, Random(number))[-1].match_record_json
        (tmp_path / "match.json").write_text(written)

        status = main(["replay", str(tmp_path / "match.json")])

        replayed, record = json.loads(capsys.readouterr().out), json.loads(written)
        assert (status, replayed["ok"], replayed["failures"]) == (0, True, [])
        assert len(replayed["steps"]) == len(record["steps"])
        final = replayed["steps"][-1]
        assert final["phase"] == "over"
        assert {key: final[key] for key in ("winner", "score", "chicos")} == {
            key: record["result"][key] for key in ("winner", "score", "chicos")
        }


@pytest.mark.parametrize("ruled", [*PLAIN, *CUSTOM], ids=lambda ruled: f"{ruled[0]}-{ruled[1]}")
def test_a_finished_match_verifies(ruled: Ruled, tmp_path, capsys) -> None:
    for number in range(12):
        last = sealed_match(ruled, Random(number))[-1]
        (tmp_path / "match.json").write_text(last.match_record_json)

        assert main(["verify", "--chain", last.chain.hex(), str(tmp_path / "match.json")]) == 0
        assert capsys.readouterr().out.count("  ok  ") == 5


def test_duels_are_recorded_with_their_two_seats() -> None:
    ruled = "uruguayo", 6, rules_pb2.Options()
    records = [json.loads(sealed_match(ruled, Random(number))[-1].match_record_json) for number in range(12)]
    deals = [deal for record in records for deal in record["deals"]]

    assert {tuple(map(int, deal["hands"])) for deal in deals if len(deal["hands"]) == 2} == {(0, 3), (1, 4), (2, 5)}
    assert all(deal["muestra"] for deal in deals)


def test_a_match_that_began_before_matches_were_sealed_is_not_lost(tmp_path, capsys) -> None:
    """Its log has neither the record it began with nor who acted."""
    before, last = sealed_match(("maestro", 2, rules_pb2.Options()), Random(1))[-2:]
    entries = MatchLog.FromString(before.state.log).entries
    before.state.log = MatchLog(
        entries=[LogEntry(seat=entry.seat, action=entry.action, time_ms=9) for entry in entries if not entry.do]
    ).SerializeToString()
    after = TableState()
    after.CopyFrom(last.state)
    after.log = before.state.log

    finished = seal(Table(before, 7), Draft(last.actor, last.acted, after, last.seat), last.time_ms)

    (tmp_path / "match.json").write_text(finished.match_record_json)
    assert main(["replay", str(tmp_path / "match.json")]) == 0
    capsys.readouterr()
    assert main(["verify", str(tmp_path / "match.json")]) == 1
    assert "sealed.began" in capsys.readouterr().out
