"""The client library's check of a match that is over."""

import json
from random import Random

import pytest

from quiero import Wrong, verify
from tests.harness.sealed_matches import PLAIN, sealed_match
from truco.tables.v1.tables_pb2 import TableRecord


@pytest.fixture(scope="module")
def records() -> list[TableRecord]:
    return sealed_match(PLAIN[0], Random(4))


def test_a_match_as_it_was_played_holds(records: list[TableRecord]) -> None:
    told = verify(records[-1].match_record_json, chain=records[-1].chain.hex())

    assert [line.partition(":")[0] for line in told] == ["seed", "first dealer", "deals", "chain"]


def test_a_changed_action_does_not_hold(records: list[TableRecord]) -> None:
    record = json.loads(records[-1].match_record_json)
    record["times"]["steps_ms"][3] += 1

    with pytest.raises(Wrong, match="chain"):
        verify(json.dumps(record))


def test_another_match_than_the_one_seen_does_not_hold(records: list[TableRecord]) -> None:
    with pytest.raises(Wrong, match="chain known of it"):
        verify(records[-1].match_record_json, chain="00" * 32)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "null", "{}"])
def test_what_is_no_record_is_wrong(text: str) -> None:
    with pytest.raises(Wrong):
        verify(text)
