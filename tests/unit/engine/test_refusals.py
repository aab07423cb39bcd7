"""What apply refuses, and the reason that it gives."""

import pytest

from services.engine.rules import (
    IllegalAction,
    InvalidInput,
    Reason,
    apply,
    deal,
    default_action,
    legal,
    make_ruleset,
    new_match,
    parse,
    view,
)
from services.engine.rules.actions import Action, card_named
from services.engine.rules.cards import NAMES

DECK = tuple(map(card_named, ("1e", "4c", "7e", "5o", "3o", "6b")))


def match(*steps, preset="maestro", seats=2, top=DECK, **options):
    """A match of the deck above, seat 0 mano with 1e 7e 3o against 4c 5o 6b, after some steps."""
    deck = top + tuple(card for card in range(len(NAMES)) if card not in top)
    state = new_match(make_ruleset(preset, options), seats)
    state = apply(state, state.dealer, deal(deck))
    for seat, words in steps:
        state = apply(state, seat, parse(words))
    return state


CASES = [
    ([], 1, "play 4c", Reason.NOT_YOUR_TURN),
    ([], 1, "mazo", Reason.NOT_YOUR_TURN),
    ([], 1, "truco", Reason.NOT_YOUR_TURN),
    ([], 0, "play 4c", Reason.CARD_NOT_HELD),
    ([], 0, "down 1e", Reason.NO_TAPADA),
    ([], 0, "quiero", Reason.NOTHING_TO_ANSWER),
    ([], 0, "retruco", Reason.TRUCO_CHAIN),
    ([], 0, "flor", Reason.NO_FLOR),
    ([], 0, "contraflor", Reason.NO_FLOR),
    ([], 0, "perros", Reason.NOT_PLAYED_HERE),
    ([(0, "truco")], 0, "play 1e", Reason.CALL_PENDING),
    ([(0, "truco")], 0, "mazo", Reason.CALL_PENDING),
    ([(0, "truco")], 0, "quiero", Reason.NOT_YOUR_ANSWER),
    ([(0, "truco")], 0, "retruco", Reason.NOT_YOUR_ANSWER),
    ([(0, "truco")], 1, "truco", Reason.TRUCO_CHAIN),
    ([(0, "envido")], 1, "truco", Reason.CALL_PENDING),
    ([(0, "real_envido")], 1, "envido", Reason.ENVIDO_CHAIN),
    ([(0, "truco"), (1, "quiero")], 0, "retruco", Reason.NOT_YOUR_RAISE),
    ([(0, "truco"), (1, "quiero")], 0, "envido", Reason.ENVIDO_CLOSED),
    ([(0, "play 1e")], 0, "envido", Reason.ENVIDO_TOO_LATE),
    ([(0, "play 1e"), (1, "play 4c")], 0, "envido", Reason.ENVIDO_CLOSED),
    ([(0, "mazo")], 1, "play 4c", Reason.NO_HAND),
    ([(0, "forfeit")], 1, "play 4c", Reason.MATCH_OVER),
    ([(0, "forfeit")], 1, "forfeit", Reason.MATCH_OVER),
]


@pytest.mark.parametrize(("steps", "seat", "words", "reason"), CASES)
def test_refused_with_its_reason(steps, seat, words, reason):
    with pytest.raises(IllegalAction) as refused:
        apply(match(*steps), seat, parse(words))

    assert refused.value.reason is reason


FLORES = ("4e", "1o", "5e", "2o", "6e", "3o")
"""A flor for either seat of two."""


def flores(*steps, preset="granronda_flor"):
    """A match of two that both hold a flor, after some steps."""
    return match(*steps, preset=preset, top=tuple(map(card_named, FLORES)))


FLOR_CASES = [
    (flores(), 0, "play 4e", Reason.FLOR_OWED),
    (flores(), 0, "mazo", Reason.FLOR_OWED),
    (flores(), 0, "envido", Reason.FLOR_OWED),
    (flores(), 1, "flor", Reason.NOT_YOUR_TURN),
    (flores(), 0, "contraflor", Reason.NOTHING_TO_ANSWER),
    (flores((0, "flor")), 1, "quiero", Reason.WRONG_ANSWER),
    (flores((0, "flor")), 1, "flor", Reason.NOT_PLAYED_HERE),
    (flores((0, "flor")), 1, "truco", Reason.CALL_PENDING),
    (flores((0, "flor"), (1, "contraflor")), 0, "contraflor", Reason.WRONG_ANSWER),
    (flores((0, "flor"), (1, "con_flor_me_achico")), 0, "flor", Reason.FLOR_CLOSED),
    (flores((0, "flor"), (1, "con_flor_me_achico")), 0, "envido", Reason.ENVIDO_CLOSED),
    (flores(preset="uruguayo"), 0, "perros", Reason.HAND_IN_PLAY),
]


@pytest.mark.parametrize(("state", "seat", "words", "reason"), FLOR_CASES, ids=range(len(FLOR_CASES)))
def test_refused_with_its_reason_where_flor_is_played(state, seat, words, reason):
    with pytest.raises(IllegalAction) as refused:
        apply(state, seat, parse(words))

    assert refused.value.reason is reason


def test_perros_are_said_once_and_not_before_the_first_deal_of_a_chico():
    after_one_hand = match((0, "mazo"), preset="uruguayo")

    with pytest.raises(IllegalAction, match="PERROS_CLOSED"):
        apply(new_match(make_ruleset("uruguayo"), 2), 0, parse("perros"))
    with pytest.raises(IllegalAction, match="PERROS_CLOSED"):
        apply(apply(after_one_hand, 0, parse("perros")), 1, parse("perros"))


def test_who_does_not_play_a_duel_says_nothing_in_it():
    duel = match((0, "mazo"), preset="maestro", seats=6, pica_pica=True)
    assert duel.order() == [1, 4]
    duel = apply(duel, 0, deal(DECK))

    for words in ("truco", "envido", "play 1e", "mazo", "quiero"):
        with pytest.raises(IllegalAction, match="NOT_IN_DUEL"):
            apply(duel, 2, parse(words))


def test_who_has_refused_waits_for_its_partner():
    with pytest.raises(IllegalAction) as refused:
        apply(match((0, "truco"), (1, "no_quiero"), seats=4), 1, parse("quiero"))

    assert refused.value.reason is Reason.ALREADY_REFUSED


def test_who_has_left_does_nothing_more():
    with pytest.raises(IllegalAction) as refused:
        apply(match((0, "mazo"), preset="ludoteka", seats=4), 0, parse("truco"))

    assert refused.value.reason is Reason.FOLDED


@pytest.mark.parametrize(
    ("seat", "action", "reason"),
    [
        (2, parse("mazo"), Reason.UNKNOWN_SEAT),
        (-1, parse("mazo"), Reason.UNKNOWN_SEAT),
        (2**63, parse("mazo"), Reason.UNKNOWN_SEAT),
        (0, Action(0), Reason.UNKNOWN_ACTION),
        (0, Action(20), Reason.UNKNOWN_ACTION),
        (0, Action(2), Reason.UNKNOWN_CARD),
        (0, Action(3, 40), Reason.UNKNOWN_CARD),
    ],
)
def test_malformed_input_is_refused_as_such(seat, action, reason):
    with pytest.raises(InvalidInput) as refused:
        apply(match(), seat, action)

    assert refused.value.reason is reason


@pytest.mark.parametrize("ask", [legal, default_action, view])
@pytest.mark.parametrize("seat", [-1, 2, 64, 2**63])
def test_nobody_asks_for_a_seat_that_does_not_exist(ask, seat):
    with pytest.raises(InvalidInput) as refused:
        ask(match(), seat)

    assert refused.value.reason is Reason.UNKNOWN_SEAT


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (parse("play 4c"), "seat 1: play 4c"),
        (parse("quiero"), "seat 1: quiero"),
        (Action(77), "seat 1: kind 77, card -1"),
        (Action(2, 40), "seat 1: kind 2, card 40"),
    ],
)
def test_a_refusal_quotes_what_was_refused(action, words):
    with pytest.raises((IllegalAction, InvalidInput), match=words):
        apply(match(), 1, action)


@pytest.mark.parametrize("deck", [(), DECK[:5], (*DECK[:5], DECK[0]), (*DECK[:5], 40), (*DECK[:5], -1)])
def test_a_deck_that_cannot_be_dealt_is_refused(deck):
    with pytest.raises(InvalidInput) as refused:
        apply(new_match(make_ruleset("maestro"), 2), 1, deal(deck))

    assert refused.value.reason is Reason.BAD_DECK


def test_only_the_dealer_deals_and_only_between_hands():
    start = new_match(make_ruleset("maestro"), 2)

    with pytest.raises(IllegalAction, match="NOT_DEALER"):
        apply(start, 0, deal(DECK))
    with pytest.raises(IllegalAction, match="HAND_IN_PLAY"):
        apply(match(), 1, deal(DECK))


@pytest.mark.parametrize("words", ["", "play", "play 8e", "envido 1e", "say hello", "down"])
def test_words_that_are_no_action_are_refused(words):
    with pytest.raises(InvalidInput):
        parse(words)
