"""The order of what is legal: programs may rely on it, and a stored seed plays the same match again."""

import hashlib

from services.engine.rules import Log, apply, deal, legal, make_ruleset, new_match, parse, text
from services.engine.rules.actions import SPOKEN, card_named
from services.engine.rules.presets import PRESETS
from services.engine.rules.random_play import Table


def words(state, seat):
    return [text(action) for action in legal(state, seat)]


def dealt(ruleset, seats, *cards, steps=()):
    state = new_match(ruleset, seats)
    state = apply(state, state.dealer, deal(tuple(map(card_named, cards))))
    for seat, said in steps:
        state = apply(state, seat, parse(said))
    return state


def test_cards_come_as_dealt_then_face_down_then_the_calls_in_the_order_of_their_kinds():
    free = make_ruleset("maestro", {"tapada_from_trick": 1, "truco_by": "anyone"})
    state = dealt(free, 2, "7e", "4c", "1e", "5o", "3o", "6b")

    plays = ["play 7e", "play 1e", "play 3o", "down 7e", "down 1e", "down 3o"]
    assert words(state, 0) == [*plays, "envido", "real_envido", "falta_envido", "truco", "mazo"]
    assert words(state, 1) == ["envido", "real_envido", "falta_envido", "truco"]


def test_answers_come_in_the_order_of_the_kinds():
    steps = [(0, "truco")]
    state = dealt(make_ruleset("maestro"), 2, "7e", "4c", "1e", "5o", "3o", "6b", steps=steps)

    assert words(state, 1) == ["envido", "real_envido", "falta_envido", "retruco", "quiero", "no_quiero"]


def test_replies_to_a_flor_come_in_the_order_of_the_kinds():
    replies = ["flor", "contraflor_al_resto", "con_flor_me_achico", "con_flor_envido", "contraflor"]
    ruleset = make_ruleset("granronda_flor", {"flor_replies": replies})
    state = dealt(ruleset, 2, "4e", "1o", "5e", "2o", "6e", "3o", steps=[(0, "flor")])

    assert words(state, 1) == ["flor", "con_flor_me_achico", "contraflor", "con_flor_envido", "contraflor_al_resto"]


def test_before_the_deal_the_deal_comes_first():
    state = dealt(make_ruleset("uruguayo"), 2, "1e", "4c", "7o", "5o", "3c", "6b", "12b", steps=[(0, "mazo")])

    assert words(state, 0) == ["deal", "perros"]
    assert words(state, 1) == ["perros"]
    assert legal(state, 0)[0] is SPOKEN[1]


def test_random_matches_go_as_they_always_went():
    """A digest over what everybody may do in a match of every preset and size; it changes only with the rules."""
    digest = hashlib.sha256()
    for preset, ruleset in PRESETS.items():
        for seats in ruleset.seats:
            table = Table(new_match(make_ruleset(preset), seats), 7)
            while not table.is_over():
                table.step(Log())
                digest.update(repr([words(table.state, seat) for seat in range(seats)]).encode())

    assert digest.hexdigest()[:16] == "822f8157d0cd7109"
