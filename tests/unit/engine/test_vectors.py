"""The rule book as vectors: tests/vectors/README.md."""

import pytest

from services.engine.rules.actions import card_named
from services.engine.rules.cards import pack
from services.engine.rules.ranking import NO_MUESTRA, level
from services.engine.rules.record import read
from services.engine.rules.replay import replay
from services.engine.rules.tantos import envido, flor, has_flor
from tests.vectors.load import records, values


def test_no_vector_is_lost():
    assert len(records()) == 417
    assert {kind: len(values(kind)) for kind in ("envido", "flor", "compare")} == {
        "envido": 58,
        "flor": 48,
        "compare": 67,
    }


@pytest.mark.parametrize("record", records(), ids=lambda record: record["name"])
def test_vector(record):
    played = replay(read(record))

    assert played.failures == ()
    assert len(played.steps) == len(record["steps"])


@pytest.mark.parametrize(("cards", "muestra", "value"), values("envido"))
def test_envido_value(cards, muestra, value):
    assert envido(hand_of(cards), muestra_of(muestra)) == value


@pytest.mark.parametrize(("cards", "muestra", "value"), values("flor"))
def test_flor_value(cards, muestra, value):
    hand = hand_of(cards)

    assert has_flor(hand, muestra_of(muestra)) == (value is not None)
    assert value is None or flor(hand, muestra_of(muestra)) == value


@pytest.mark.parametrize(("one", "other", "muestra", "order"), values("compare"))
def test_card_order(one, other, muestra, order):
    levels = [level(card_named(card), muestra_of(muestra)) for card in (one, other)]

    assert (levels[0] > levels[1]) - (levels[0] < levels[1]) == order


def hand_of(cards):
    return pack(tuple(map(card_named, cards)))


def muestra_of(name):
    return NO_MUESTRA if name is None else card_named(name)
