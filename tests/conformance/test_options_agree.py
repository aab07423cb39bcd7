"""Engine and oracle refuse the same tables: random_tables.py never shows the engine one that the oracle refuses."""

from random import Random
from typing import Any

from services.engine.rules import InvalidInput, make_ruleset
from tests.conformance.oracle.options import PRESETS, SIZES, nonsense, options_of
from tests.conformance.random_tables import AT_SIX, CHOICES

SENAS = {"senas": ("argentine", "uruguayan")}


def test_the_same_combinations_make_no_sense() -> None:
    rng, refused = Random(1), 0
    choices = CHOICES | AT_SIX | SENAS
    for _ in range(4000):
        seats = rng.choice((2, 4, 6))
        preset = rng.choice([name for name in PRESETS if seats in SIZES[name]])
        changes = {name: rng.choice(choices[name]) for name in rng.sample(list(choices), rng.randint(0, 6))}
        why_not = nonsense(options_of(preset, changes), seats, changes)

        assert accepted(preset, changes, seats) == (why_not is None), (preset, changes, seats, why_not)
        refused += why_not is not None

    assert 400 < refused < 3600


def accepted(preset: str, changes: dict[str, Any], seats: int) -> bool:
    try:
        make_ruleset(preset, changes, seats)
    except InvalidInput:
        return False
    return True
