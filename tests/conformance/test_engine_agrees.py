"""The engine plays random records exactly as the independent oracle does."""

import pytest

from tests.conformance.compare import difference, told
from tests.conformance.random_records import random_record
from tests.conformance.random_tables import Kind

RECORDS_OF_A_KIND = 120
KINDS = [Kind(seats=seats, plain=plain) for seats in (2, 4, 6) for plain in (False, True)]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.seats}-seats-{'plain' if kind.plain else 'all'}")
def test_the_engine_agrees_with_the_oracle(kind: Kind) -> None:
    for seed in range(RECORDS_OF_A_KIND):
        record = random_record(seed, kind)
        found = difference(record)
        assert found is None, told(record, found)


def test_a_record_depends_on_its_seed_alone() -> None:
    assert random_record(7) == random_record(7)
    assert random_record(7) != random_record(8)


def test_a_wrong_expectation_is_noticed() -> None:
    """The comparison is no formality: one changed fact in a long record is found, at its step."""
    kind = Kind(preset="granronda", seats=4, custom=False)
    record = next(record for record in (random_record(seed, kind) for seed in range(100)) if len(record["steps"]) > 30)
    record["steps"][20]["then"]["truco"] += 1
    found = difference(record)
    assert found is not None
    assert (found.step, found.key) == (20, "truco")
