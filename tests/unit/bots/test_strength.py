"""A small form of the benchmark with a fixed seed; the bounds lie well under what the benchmark measures."""

import pytest

from services.bots.policies import AlwaysAccept, Criollo, RandomPlay
from services.engine.rules import make_ruleset
from tests.bench.bots.arena import wins


@pytest.mark.parametrize(
    ("preset", "seats", "rival", "matches", "least"),
    [
        ("maestro", 2, RandomPlay(), 120, 0.90),
        ("maestro", 2, AlwaysAccept(), 60, 0.85),
        ("maestro", 4, RandomPlay(), 30, 0.80),
        ("maestro", 6, AlwaysAccept(), 8, 0.75),
        ("uruguayo", 2, RandomPlay(), 40, 0.80),
        ("uruguayo", 6, RandomPlay(), 8, 0.75),
    ],
)
def test_criollo_beats_the_yardsticks(preset, seats, rival, matches, least):
    won = wins(Criollo(), rival, make_ruleset(preset), seats, range(matches))

    assert won / matches >= least
