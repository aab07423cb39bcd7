"""What a worker keeps at hand."""

from random import Random

import pytest

from services.tables.domain.table import NO_TIMER, Table, Timer
from services.tables.handlers import cache
from services.tables.handlers.cache import Cache
from services.tables.handlers.packing import Packing
from tests.harness.sealed_matches import PLAIN, sealed_match


@pytest.fixture(scope="module")
def tables() -> list[Table]:
    records = sealed_match(PLAIN[0], Random(1))
    timers = (None, NO_TIMER, Timer(1_796_000_000_000, 7))
    return [Table(record, number, number + 1, timers[number % 3]) for number, record in enumerate(records)]


def test_a_table_that_was_not_used_for_long_comes_back_as_it_was(
    tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "_IN_USE", 2)
    kept = Cache(100)
    for number, table in enumerate(tables):
        kept.put(str(number), table)

    assert [kept.get(str(number)) for number in range(len(tables))] == tables


def test_the_least_recently_used_is_let_go(tables: list[Table], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_IN_USE", 2)
    kept = Cache(4)
    for name in "abcd":
        kept.put(name, tables[0])
    kept.get("a")
    kept.put("e", tables[0])

    assert [name for name in "abcde" if kept.get(name)] == ["a", "c", "d", "e"]


def test_a_newer_state_takes_the_place_of_a_packed_one(tables: list[Table], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_IN_USE", 1)
    kept = Cache(4)
    kept.put("a", tables[0])
    kept.put("b", tables[0])
    kept.put("a", tables[1])
    kept.put("b", tables[0])

    assert kept.get("a") == tables[1]


def test_a_dropped_table_is_gone_packed_or_not(tables: list[Table], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_IN_USE", 1)
    kept = Cache(4)
    kept.put("a", tables[0])
    kept.put("b", tables[0])
    kept.drop("a")
    kept.drop("b")

    assert (kept.get("a"), kept.get("b")) == (None, None)


def test_what_was_packed_before_and_after_the_packing_has_its_examples_is_unpacked_and_then_is_smaller(
    tables: list[Table],
) -> None:
    packing = Packing()
    before = [packing.pack(table) for table in tables]
    for _ in range(200):
        packing.pack(tables[0])
    after = [packing.pack(table) for table in tables]

    assert [packing.unpack(each) for each in before] == [packing.unpack(each) for each in after] == tables
    assert sum(map(len, after)) < 0.8 * sum(map(len, before))
