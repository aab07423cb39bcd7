"""What a step tells, and to whom."""

import pytest

from services.engine.rules import Log, apply, deal, legal, make_ruleset, new_match, parse, view
from services.engine.rules.actions import FLOR, NO_CARD, card_named
from services.engine.rules.cards import NAMES
from services.engine.rules.events import EVERYBODY, Called, CardPlayed, CardsDealt, HandDealt, Scored, Why
from services.engine.rules.state import NUMBERS

DECK = tuple(range(len(NAMES)))


def opening(preset="maestro", seats=2, **options):
    """A match just dealt, and what was told of the deal."""
    start, log = new_match(make_ruleset(preset, options), seats), Log()
    return apply(start, start.dealer, deal(DECK), log), log.events


def told(state, seat, words):
    """What the step tells."""
    log = Log()
    apply(state, seat, parse(words), log)
    return log.events


def test_cards_are_told_to_their_seat_alone():
    dealt = [event for event in opening(seats=4)[1] if isinstance(event, CardsDealt)]

    assert [(event.seat, event.audience) for event in dealt] == [(0, 1), (1, 2), (2, 4), (3, 8)]


def test_cards_are_told_to_partners_who_may_see_them():
    dealt = [event for event in opening("estrella", seats=4)[1] if isinstance(event, CardsDealt)]

    assert [(event.seat, event.audience) for event in dealt] == [(0, 5), (1, 10), (2, 5), (3, 10)]


def test_the_deal_goes_round_three_times_from_mano():
    state, events = opening()

    assert events[0] == HandDealt(hand=1, dealer=1, mano=0, muestra=NO_CARD, audience=EVERYBODY)
    assert (state.cards(0), state.cards(1)) == ((0, 2, 4), (1, 3, 5))


def test_everybody_is_told_the_muestra():
    state, events = opening("granronda_uruguayo")

    assert events[0] == HandDealt(hand=1, dealer=1, mano=0, muestra=6, audience=EVERYBODY)
    assert view(state, None).muestra == 6


def test_nobody_is_told_a_card_face_down():
    state, _ = opening()
    for seat, words in ((0, "play 1e"), (1, "play 2e")):
        state = apply(state, seat, parse(words))
    leader = state.turn
    card = state.cards(leader)[0]

    assert told(state, leader, f"down {NAMES[card]}") == [CardPlayed(leader, 1, NO_CARD, True)]
    after = apply(state, leader, parse(f"down {NAMES[card]}"))
    assert view(after, leader).played[-1].card == card
    assert view(after, 1 - leader).played[-1].card == NO_CARD
    assert view(after, None).played[-1].card == NO_CARD


def test_a_late_flor_is_told_before_what_it_undoes():
    """Mano's envido is refused; then its partner must sing (rules.md 7, flor_timing on_turn)."""
    top = ("1e", "4c", "4o", "5c", "7b", "5b", "5o", "6e", "3o", "6c", "6o", "7c")
    start = new_match(make_ruleset("ludoteka", {"flor": True}), 4)
    state = apply(start, 3, deal(tuple(map(card_named, top))))
    for seat, words in ((0, "envido"), (1, "no_quiero"), (3, "no_quiero"), (0, "play 1e"), (1, "play 5b")):
        state = apply(state, seat, parse(words))

    assert told(state, 2, "flor") == [
        Called(2, FLOR),
        Scored(0, -1, Why.ENVIDO_UNDONE),
        Scored(0, 3, Why.FLOR),
    ]


def test_who_does_not_listen_gets_the_same_state():
    state, _ = opening()

    for action in legal(state, 0):
        assert apply(state, 0, action) == apply(state, 0, action, Log())


def test_a_copy_has_every_field():
    state = opening()[0].copy()
    for value, name in enumerate(NUMBERS, 1):
        setattr(state, name, value)

    copy = state.copy()
    assert [getattr(copy, name) for name in NUMBERS] == list(range(1, len(NUMBERS) + 1))
    assert (copy, hash(copy)) == (state, hash(state))


def test_only_what_outlives_a_hand_is_left_before_the_next():
    state = opening()[0].copy()
    for value, name in enumerate(NUMBERS, 1):
        setattr(state, name, value)
    blank = new_match(state.ruleset, 2)

    after = state.before_hand()
    kept = {name for name in NUMBERS if getattr(after, name) == getattr(state, name)}
    assert kept == {
        *("seats", "phase", "score_0", "score_1", "chicos_0", "chicos_1"),
        *("dealer", "duel", "hand", "chico_begun", "perros"),
    }
    assert all(getattr(after, name) == getattr(blank, name) for name in NUMBERS if name not in kept)


def test_the_numbers_of_a_state_are_all_its_fields():
    state = opening()[0]

    plain = {name for name in dir(state) if not name.startswith("_") and isinstance(getattr(state, name), int)}
    assert sorted(NUMBERS) == sorted(plain - {"mano"})


@pytest.mark.parametrize("name", NUMBERS)
def test_states_that_differ_in_any_field_are_not_equal(name):
    state = opening()[0]
    other = state.copy()
    setattr(other, name, 77)

    assert other != state


def test_states_of_other_rules_are_not_equal():
    assert opening()[0] != opening(falta="leader")[0]


def test_the_spectator_has_no_cards_and_nothing_to_do():
    seen = view(opening()[0], None)

    assert (seen.cards, seen.partner_cards, seen.tantos, seen.flor, seen.legal) == ((), (), None, None, ())
