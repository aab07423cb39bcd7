"""What Criollo does in positions where players agree."""

from services.bots.policies import Criollo
from services.bots.policies.criollo.playout import usual_level
from services.bots.policies.policy import dice_for
from services.engine.rules import view
from tests.unit.bots.positions import after, cards, choices, dealt, next_hand, share


def test_opens_envido_with_good_tantos():
    assert share(dealt({0: "7e 6e 4b"}), 0, "envido", "real_envido", "falta_envido") == 1


def test_leaves_envido_with_bad_tantos_but_for_a_bluff():
    assert share(dealt({0: "4e 12b 2o"}), 0, "envido", "real_envido", "falta_envido") <= 0.2


def test_does_not_stake_the_chico_on_one_envido_at_the_start():
    assert "falta_envido" not in choices(dealt({0: "7e 5e 4b"}), 0)


def test_refuses_envido_with_bad_tantos():
    assert share(after(dealt({1: "4e 12b 2o"}), "0 envido"), 1, "no_quiero") == 1


def test_never_refuses_envido_with_the_best_tantos_in_hand():
    assert "no_quiero" not in choices(after(dealt({1: "7e 6e 4b"}), "0 falta_envido"), 1)


def test_accepts_any_envido_when_its_refusal_loses_the_match():
    state = after(dealt({1: "4e 12b 2o"}, score=(29, 20)), "0 envido")

    assert "no_quiero" not in choices(state, 1)


def test_envido_goes_before_truco():
    assert share(after(dealt({1: "7e 6e 4b"}), "0 truco"), 1, "envido", "real_envido", "falta_envido") == 1


def test_refuses_truco_with_nothing():
    assert share(after(dealt({1: "4e 5b 6o"}), "0 envido", "1 no_quiero", "0 truco"), 1, "no_quiero") == 1


def test_accepts_or_raises_truco_with_the_best_cards():
    state = after(dealt({1: "1e 1b 6o"}), "0 envido", "1 no_quiero", "0 truco")

    assert share(state, 1, "quiero", "retruco") == 1


def test_never_refuses_a_hand_that_it_has_won():
    state = dealt({0: "4b 5c 3o", 1: "1e 6o 2c"})
    state = after(state, "0 play 4b", "1 play 6o", "1 play 2c", "0 play 3o", "0 truco")

    assert "no_quiero" not in choices(state, 1)


def test_raises_when_the_last_card_cannot_be_beaten():
    state = dealt({0: "4b 5c 3o", 1: "1e 6o 2c"})
    state = after(state, "0 play 4b", "1 play 6o", "1 play 2c", "0 play 3o", "0 play 5c")

    assert share(state, 1, "truco") == 1


def test_calls_truco_when_the_hand_decides_the_match_anyway():
    state = after(dealt({0: "4b 5c 6b", 1: "7o 6o 2c"}, score=(20, 29)), "0 play 4b", "1 play 6o", "1 play 2c")

    assert share(state, 0, "truco") == 1


def test_wins_the_trick_with_the_lowest_card_that_does():
    state = after(dealt({0: "12b 5c 4b", 1: "1e 2c 4o"}), "0 play 12b")

    assert cards(state, 1) == {"2c"}


def test_throws_the_lowest_card_where_none_wins():
    state = after(dealt({0: "1e 5c 4b", 1: "12e 2c 4o"}), "0 play 1e")

    assert cards(state, 1) == {"4o"}


def test_ties_rather_than_lose_a_trick():
    state = after(dealt({0: "2c 5c 4b", 1: "4o 2e 6b"}), "0 play 2c")

    assert cards(state, 1) == {"2e"}


def test_a_tie_is_enough_once_the_first_trick_is_won():
    two, bravo, won_by_its_team = 9, 13, 1

    assert usual_level([two, bravo], [(0, two)], (won_by_its_team,), 1, two) == two


def test_does_not_overtake_a_partners_winning_card():
    state = dealt({0: "3b 4c 5c", 1: "12e 5b 6b", 2: "1e 4e 6o", 3: "11o 10c 5o"}, seats=4)
    state = after(state, "0 play 3b", "1 play 12e")

    assert cards(state, 2) == {"4e"}


def test_the_last_to_play_saves_its_team():
    state = dealt({0: "4b 4c 5c", 1: "3e 5b 6b", 2: "5e 4e 7c", 3: "7e 10c 5o"}, seats=4)
    state = after(state, "0 play 4b", "1 play 6b", "2 play 7c")

    assert cards(state, 3) == {"10c"}


def test_a_pieza_beats_the_best_card():
    state = after(dealt({0: "1e 4b 5c", 1: "10o 1b 4e"}, preset="granronda_uruguayo", muestra="6o"), "0 play 1e")

    assert cards(state, 1) == {"10o"}


def test_the_alcahuete_takes_the_place_of_the_muestra():
    state = after(dealt({0: "4o 4b 5c", 1: "12o 1b 4e"}, preset="granronda_uruguayo", muestra="2o"), "0 play 4o")

    assert cards(state, 1) == {"12o"}


def test_plays_a_duel():
    state = next_hand(
        after(dealt({}, seats=6, preset="uruguayo"), "0 mazo"), {1: "1b 4o 5c", 4: "1e 2c 4e"}, muestra="6o"
    )
    state = after(state, "1 play 1b")

    assert cards(state, 4) == {"1e"}


def test_the_same_turn_is_always_played_alike():
    seen = view(dealt({0: "7c 3e 12b"}), 0)

    played = {Criollo().choose(seen, dice_for("table", 1, 9, 0)) for _ in range(5)}

    assert len(played) == 1
