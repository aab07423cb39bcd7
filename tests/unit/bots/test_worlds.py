"""The drawn worlds agree with what a seat knows."""

from services.bots.policies.criollo.deck import deck_of
from services.bots.policies.criollo.worlds import World, draw
from services.bots.policies.policy import dice_for
from services.engine.rules import State, view
from services.engine.rules.actions import card_named
from tests.unit.bots.positions import after, dealt, next_hand

FLOR = {"flor": True}


def worlds(state: State, seat: int) -> list[World]:
    return draw(view(state, seat), dice_for("table", 1, 1, seat), 200)


def share_of_flores(state: State, viewer: int, seat: int) -> float:
    """In how many of the viewer's worlds the seat was dealt a flor."""
    deck = deck_of(view(state, viewer).muestra)
    drawn = worlds(state, viewer)
    return sum(deck.flor(world.dealt[seat]) > 0 for world in drawn) / len(drawn)


def test_every_card_lies_in_one_place():
    state = after(dealt({0: "1e 2o 3c", 1: "4e 5b 6b"}, seats=6), "0 play 1e", "1 play 4e")

    for world in worlds(state, 2):
        cards = [card for dealt_cards in world.dealt for card in dealt_cards]
        assert len(set(cards)) == 18
        assert [len(held) for held in world.held] == [2, 2, 3, 3, 3, 3]


def test_reckons_with_the_tantos_that_were_declared():
    state = after(dealt({0: "7e 6e 1b", 1: "2c 2b 12o"}), "0 envido", "1 quiero", "0 play 1b", "1 play 12o")

    # 33 are the 7 and the 6 of a suit; with the 1b on the table there is nothing else to hold.
    assert {frozenset(world.held[0]) for world in worlds(state, 1)} == {
        frozenset(map(card_named, names)) for names in (("7e", "6e"), ("7b", "6b"), ("7o", "6o"), ("7c", "6c"))
    }


def test_tantos_are_those_of_the_muestra():
    state = dealt({0: "2c 7b 1e", 1: "4b 5e 6o"}, preset="granronda_uruguayo", muestra="6c")
    state = after(state, "0 envido", "1 quiero", "0 play 1e", "1 play 4b")

    # 37 are the 2 of the muestra and a 7; with the 7e the hand would have been a flor.
    assert {frozenset(world.held[0]) for world in worlds(state, 1)} == {
        frozenset(map(card_named, ("2c", seven))) for seven in ("7b", "7o", "7c")
    }


def test_the_muestra_is_nobodys():
    state = dealt({0: "1e 7b 4o"}, preset="uruguayo", muestra="2c")

    assert not any(card_named("2c") in cards for world in worlds(state, 0) for cards in world.dealt)


def test_who_sang_has_a_flor():
    state = after(dealt({0: "7e 6e 5e", 1: "4b 5o 6c"}, options=FLOR), "0 flor", "0 play 7e")

    assert share_of_flores(state, viewer=1, seat=0) == 1


def test_who_played_without_singing_has_none():
    state = after(dealt({0: "7e 6b 5o", 1: "4b 5b 6c"}, options=FLOR), "0 play 7e")

    assert share_of_flores(state, viewer=1, seat=0) == 0


def test_without_flor_three_of_a_suit_are_like_any_cards():
    state = after(dealt({0: "7e 6b 5o", 1: "4b 5b 6c"}), "0 play 7e")

    assert 0 < share_of_flores(state, viewer=1, seat=0) < 0.2


def test_who_is_asked_alone_has_a_flor():
    hands = {0: "7e 6b 5o", 1: "4b 5o 6c", 2: "1e 10b 11o", 3: "7b 6b 5b"}
    state = after(dealt(hands | {0: "7e 6o 4o"}, seats=4, options=FLOR), "0 truco")

    assert share_of_flores(state, viewer=2, seat=3) == 1


def test_nobody_hides_a_flor_behind_a_settled_envido():
    state = dealt({0: "7e 6b 5o", 1: "4b 5e 6c", 2: "1e 10b 11o", 3: "7b 6o 5c"}, seats=4, options=FLOR)
    state = after(state, "0 envido", "1 no_quiero", "3 no_quiero")

    assert [share_of_flores(state, viewer=0, seat=seat) for seat in (1, 2, 3)] == [0, 0, 0]


def test_a_flor_kept_after_a_rivals_was_answered_is_possible():
    hands = {0: "7e 6e 5e", 1: "4b 5b 6b", 2: "1e 10b 11o", 3: "7b 6o 5c"}
    state = after(dealt(hands, seats=4, options=FLOR), "0 flor", "1 con_flor_me_achico", "0 play 5e", "1 play 4b")

    assert share_of_flores(state, viewer=2, seat=1) > 0


def test_only_a_duels_seats_hold_cards():
    state = next_hand(after(dealt({}, seats=6, preset="uruguayo"), "0 mazo"), {})

    for world in worlds(state, state.turn):
        assert [seat for seat, cards in enumerate(world.dealt) if cards] == [1, 4]


def test_seen_partners_hold_what_they_show():
    state = dealt({2: "1e 1b 7o"}, seats=4, preset="estrella")

    assert {world.held[2] for world in worlds(state, 0)} == {tuple(map(card_named, ("1e", "1b", "7o")))}


def test_a_card_played_face_down_may_be_any():
    state = after(dealt({0: "1e 7b 4o", 1: "4b 5e 6c"}), "0 play 4o", "1 play 6c", "1 down 5e", "0 play 7b")

    drawn = worlds(state, 0)

    assert all(len(world.held[1]) == 1 and len(world.dealt[1]) == 3 for world in drawn)
    assert len({world.dealt[1] for world in drawn}) > 50
