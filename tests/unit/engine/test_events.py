"""What a step tells, and to whom."""

import pytest

from services.engine.rules import State, advance, apply, deal, legal, make_ruleset, new_match, parse, view
from services.engine.rules.actions import NO_CARD, card_named
from services.engine.rules.cards import NAMES
from services.engine.rules.events import EVERYBODY, CardPlayed, CardsDealt, HandDealt

DECK = tuple(range(len(NAMES)))


def opening(preset="maestro", seats=2):
    start = new_match(make_ruleset(preset), seats)
    return apply(start, start.dealer, deal(DECK))


def test_cards_are_told_to_their_seat_alone():
    dealt = [event for event in opening(seats=4).events if isinstance(event, CardsDealt)]

    assert [(event.seat, event.audience) for event in dealt] == [(0, 1), (1, 2), (2, 4), (3, 8)]


def test_cards_are_told_to_partners_who_may_see_them():
    dealt = [event for event in opening("estrella", seats=4).events if isinstance(event, CardsDealt)]

    assert [(event.seat, event.audience) for event in dealt] == [(0, 5), (1, 10), (2, 5), (3, 10)]


def test_the_deal_goes_round_three_times_from_mano():
    state, events = opening()

    assert events[0] == HandDealt(hand=1, dealer=1, mano=0, audience=EVERYBODY)
    assert state.dealt == ((0, 2, 4), (1, 3, 5))


def test_nobody_is_told_a_card_face_down():
    state = opening().state
    for seat, words in ((0, "play 1e"), (1, "play 2e")):
        state = apply(state, seat, parse(words)).state
    leader = state.turn
    card = state.held[leader][0]

    step = apply(state, leader, parse(f"down {NAMES[card]}"))

    assert step.events == (CardPlayed(leader, 1, NO_CARD, True),)
    assert view(step.state, leader).played[-1].card == card
    assert view(step.state, 1 - leader).played[-1].card == NO_CARD
    assert view(step.state, None).played[-1].card == NO_CARD


def test_advance_is_apply_without_the_events():
    state = opening().state

    for action in legal(state, 0):
        assert advance(state, 0, action) == apply(state, 0, action).state


def test_a_copy_has_every_field():
    state = apply(opening().state, 0, parse("truco")).state

    copy = state.copy()
    assert all(getattr(copy, name) == getattr(state, name) for name in State.__slots__)
    assert (copy, hash(copy)) == (state, hash(state))


@pytest.mark.parametrize("name", sorted(State.__slots__))
def test_states_that_differ_in_any_field_are_not_equal(name):
    state = opening().state
    other = state.copy()
    setattr(other, name, "something else")

    assert other != state


def test_the_spectator_has_no_cards_and_nothing_to_do():
    seen = view(opening().state, None)

    assert (seen.cards, seen.partner_cards, seen.tantos, seen.legal) == ((), (), None, ())
    assert card_named("1e") not in seen.cards
