"""Pauses like a person's."""

from math import inf
from random import Random
from statistics import mean

from services.bots.pacing import pause
from services.engine.rules import parse, view
from tests.unit.bots.positions import after, dealt

OPENING = dealt({0: "1e 2e 4b"})


def pauses(state, seat, action, *, mean_pause=1.0, time_left=30.0):
    seen = view(state, seat)
    return [pause(seen, parse(action), mean_pause, time_left, Random(seed)) for seed in range(200)]


def test_no_pause_where_the_setting_is_zero():
    assert set(pauses(OPENING, 0, "truco", mean_pause=0)) == {0}


def test_pauses_vary():
    assert len(set(pauses(OPENING, 0, "play 4b"))) > 100


def test_a_call_takes_longer_than_a_card_and_the_last_card_hardly_any():
    last = after(dealt({0: "1e 2e 4b", 1: "4e 3e 5o"}), "0 play 4b", "1 play 3e", "1 play 4e", "0 play 2e")

    call, card, only = pauses(OPENING, 0, "truco"), pauses(OPENING, 0, "play 4b"), pauses(last, 0, "play 1e")

    assert mean(only) < mean(card) < mean(call)


def test_a_pause_takes_a_quarter_of_the_time_left_at_most():
    assert max(pauses(OPENING, 0, "truco", mean_pause=5, time_left=2)) == 0.5


def test_no_time_left_is_no_pause():
    assert set(pauses(OPENING, 0, "truco", time_left=-1)) == {0}


def test_without_a_deadline_it_pauses_as_ever():
    assert max(pauses(OPENING, 0, "truco", time_left=inf)) < 3
