"""The oracle against the rule vectors and value tables of tests/vectors."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.oracle import Oracle, Refused
from tests.conformance.oracle.cards import level
from tests.conformance.oracle.counting import envido_points, flor_points

VECTORS = Path(__file__).parents[1] / "vectors"
RECORDS = [
    record
    for file in sorted(VECTORS.glob("*.json"))
    if file.stem != "evaluations"
    for record in json.loads(file.read_text(encoding="utf-8"))
    if "steps" in record
]
TABLES = json.loads((VECTORS / "evaluations.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["name"])
def test_the_oracle_fulfils_every_vector(record: dict[str, Any]) -> None:
    oracle = Oracle(record)
    for number, step in enumerate(record["steps"]):
        facts = _do(oracle, step)
        for key, expected in step.get("then", {}).items():
            assert _comparable(key, _named(facts[key], expected, key)) == _comparable(key, expected), (
                number,
                step,
                key,
            )


def test_envido_values() -> None:
    for cards, muestra, value in TABLES["envido"]:
        assert envido_points(cards, muestra) == value, (cards, muestra)


def test_flor_values() -> None:
    for cards, muestra, value in TABLES["flor"]:
        assert flor_points(cards, muestra) == value, (cards, muestra)


def test_card_order() -> None:
    for first, second, muestra, sign in TABLES["compare"]:
        difference = level(first, muestra) - level(second, muestra)
        assert (difference > 0) - (difference < 0) == sign, (first, second, muestra)


def _do(oracle: Oracle, step: dict[str, Any]) -> dict[str, Any]:
    if "do" in step:
        return oracle.step(step["seat"], step["do"])
    before = oracle.facts()
    with pytest.raises(Refused):
        oracle.step(step["seat"], step["refused"])
    after = oracle.facts()
    news = ("points", "said", "shown")
    assert {key: after[key] for key in after if key not in news} == {
        key: before[key] for key in before if key not in news
    }
    return after


def _named(fact: Any, expected: Any, key: str) -> Any:
    """`legal` and `default` are compared for the named seats only."""
    return {seat: fact[seat] for seat in expected} if key in ("legal", "default") else fact


def _comparable(key: str, value: Any) -> Any:
    return {seat: set(words) for seat, words in value.items()} if key in ("legal", "shown") else value
