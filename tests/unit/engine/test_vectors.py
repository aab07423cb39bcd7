"""The rule book as vectors: tests/vectors/README.md."""

import pytest

from services.engine.rules.actions import card_named
from services.engine.rules.ranking import level
from services.engine.rules.record import read
from services.engine.rules.replay import replay
from services.engine.rules.tantos import envido
from tests.vectors.load import records, runnable, values

RUNNABLE = runnable()
ENVIDO = [row for row in values("envido") if row[1] is None]
COMPARE = [row for row in values("compare") if row[2] is None]


def test_no_vector_is_lost():
    assert len(records()) == 417
    assert len(RUNNABLE) == 238
    assert (len(ENVIDO), len(COMPARE)) == (30, 33)


@pytest.mark.parametrize("record", RUNNABLE, ids=lambda record: record["name"])
def test_vector(record):
    played = replay(read(record))

    assert not played.failures
    assert len(played.steps) == len(record["steps"])


@pytest.mark.parametrize(("cards", "_muestra", "value"), ENVIDO)
def test_envido_value(cards, _muestra, value):
    assert envido(tuple(map(card_named, cards))) == value


@pytest.mark.parametrize(("one", "other", "_muestra", "order"), COMPARE)
def test_card_order(one, other, _muestra, order):
    levels = level(card_named(one)), level(card_named(other))

    assert (levels[0] > levels[1]) - (levels[0] < levels[1]) == order
