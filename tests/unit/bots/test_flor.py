"""What Criollo does about flores and perros, in positions where players agree."""

import pytest

from tests.unit.bots.positions import after, choices, dealt, next_hand, share

FLOR = {"flor": True}
RAISES = ("contraflor", "contraflor_al_resto")


def with_perros(hands, *, score=(0, 0), options=None, muestra="6c"):
    """A hand for which team 0 has said perros, after one that was folded; seat 1 is mano."""
    first = after(dealt({}, preset="uruguayo", score=score, options=options), "0 mazo", "0 perros")
    return next_hand(first, hands, muestra=muestra)


def test_sings_the_flor_that_it_owes():
    assert share(dealt({0: "4e 5e 6e", 1: "4b 5o 6c"}, options=FLOR), 0, "flor") == 1


def test_shrinks_with_a_poor_flor():
    state = after(dealt({0: "7e 6e 5e", 1: "4b 10b 11b"}, options=FLOR), "0 flor")

    assert share(state, 1, "con_flor_me_achico") == 1


def test_raises_with_the_best_flor():
    state = after(dealt({0: "4e 5e 1e", 1: "7b 6b 5b"}, options=FLOR), "0 flor")

    assert share(state, 1, *RAISES) == 1


def test_refuses_a_contraflor_with_a_poor_flor():
    state = after(dealt({0: "4e 10e 11e", 1: "7b 6b 5b"}, options=FLOR), "0 flor", "1 contraflor")

    assert share(state, 0, "no_quiero") == 1


@pytest.mark.parametrize("call", RAISES)
def test_never_refuses_with_the_best_flor(call):
    state = after(dealt({0: "7e 6e 5e", 1: "4b 6b 5b"}, options=FLOR), "0 flor", f"1 {call}")

    assert "no_quiero" not in choices(state, 0)


def test_does_not_stake_the_chico_on_a_middling_flor():
    state = after(dealt({0: "4e 5e 1e", 1: "7b 10b 2b"}, options=FLOR), "0 flor", "1 contraflor_al_resto")

    assert share(state, 0, "no_quiero") == 1


def test_accepts_any_contraflor_when_its_refusal_loses_the_match():
    state = after(dealt({0: "4e 10e 11e", 1: "7b 6b 5b"}, options=FLOR, score=(20, 27)), "0 flor", "1 contraflor")

    assert "no_quiero" not in choices(state, 0)


def test_compares_a_poor_flor_where_there_is_no_other_way():
    sung_by_itself = dealt({0: "7e 6e 5e", 1: "4b 10b 11b"}, preset="uruguayo", muestra="6c")

    assert share(sung_by_itself, 1, "flor") == 1


def test_a_flor_beats_perros_that_were_said_blind():
    state = with_perros({1: "7b 6b 5b", 0: "1e 2o 4e"})

    assert share(state, 1, "quiero") == 1


def test_refuses_the_falta_of_perros_with_bad_tantos():
    assert share(with_perros({1: "4b 12o 10e", 0: "1e 2o 4e"}), 1, "no_quiero") == 1


def test_accepts_the_falta_of_perros_with_the_best_tantos():
    assert share(with_perros({1: "2c 7c 12o", 0: "1e 2o 4e"}), 1, "quiero") == 1


def test_the_truco_of_perros_is_answered_by_the_cards():
    refused = ["1 no_quiero"]
    strong = after(with_perros({1: "2c 1e 12o", 0: "1b 2o 4e"}), *refused)
    weak = after(with_perros({1: "4b 12o 10e", 0: "1b 2o 4e"}), *refused)

    assert share(strong, 1, "quiero", "retruco") == 1
    assert share(weak, 1, "no_quiero") >= 0.9
