"""What holds for every policy, at every turn of every ruleset that is played."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.bots.policies import POLICIES
from services.bots.policies.policy import dice_for
from services.engine.rules import awaited, text, view
from services.engine.rules.state import PLAYING
from tests.property.random_matches import PRESET_TABLES, SEEDS, play, tables
from tests.unit.bots.positions import after, dealt

EVERY = 5
"""Every so many moments of a match are tried, for speed."""


@pytest.mark.parametrize("name", POLICIES)
@given(table=st.sampled_from(PRESET_TABLES) | tables(), seed=SEEDS)
@settings(max_examples=25, deadline=None)
def test_chooses_what_is_legal(name, table, seed):
    policy = POLICIES[name]()
    for number, moment in enumerate(play(table, seed)):
        if number % EVERY == seed % EVERY and moment.before.phase == PLAYING:
            for seat in awaited(moment.before):
                seen = view(moment.before, seat)
                assert policy.choose(seen, dice_for("table", 1, number, seat)) in seen.legal


def test_always_accept_accepts_whatever_is_called():
    state = after(dealt({1: "4e 5b 6o"}), "0 falta_envido")

    chosen = {
        text(POLICIES["always_accept"]().choose(view(state, 1), dice_for("t", 1, version, 1))) for version in range(20)
    }

    assert chosen == {"quiero"}


def test_always_accept_only_plays_cards_in_its_turn():
    seen = view(dealt({0: "4e 5b 6o"}), 0)

    chosen = {text(POLICIES["always_accept"]().choose(seen, dice_for("t", 1, version, 0))) for version in range(40)}

    assert chosen == {"play 4e", "play 5b", "play 6o"}


def test_always_accept_answers_a_flor_with_its_own_or_shrinks():
    hands = {0: "7e 6e 5e", 1: "4b 5b 6b"}
    shrinks = after(dealt(hands, options={"flor": True}), "0 flor")
    compares = after(dealt(hands, preset="estrella", options={"flor": True}), "0 flor")

    chosen = [text(POLICIES["always_accept"]().choose(view(state, 1), Random(1))) for state in (shrinks, compares)]

    assert chosen == ["con_flor_me_achico", "flor"]
