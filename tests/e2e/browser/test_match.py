"""A whole match in the browser, from one click to the history."""

import random

import pytest

from tests.e2e.browser.conftest import NewPlayer
from tests.e2e.browser.history import rows_of


def test_a_match_against_a_bot_ends_in_the_history(new_player: NewPlayer) -> None:
    player = new_player()

    player.quick(seats=2, target=15)
    player.play_to_the_end(random.Random(1))

    end = player.seen()
    assert "15" in (end.us, end.them)
    won = player.page.get_by_test_id("over").get_attribute("data-won") == "true"
    assert won == (end.us == "15")
    player.screenshot("over")
    player.tap("to-history")
    (row,) = rows_of(player, expected=1)
    assert row.won == won
    assert {row.us, row.them} == {int(end.us), int(end.them)}


@pytest.mark.parametrize("seats", [4, 6])
def test_partners_and_rivals_may_all_be_bots(new_player: NewPlayer, seats: int) -> None:
    player = new_player()

    player.quick(seats=seats, target=15)
    player.play_to_the_end(random.Random(seats))

    assert "15" in (player.seen().us, player.seen().them)


def test_leaving_asks_first_and_gives_the_match_away(new_player: NewPlayer) -> None:
    player = new_player()
    player.quick(seats=2, target=30)
    player.wait_for_move()

    player.tap("menu")
    player.tap("leave")
    player.tap("leave-confirm")

    player.see("over")
    assert player.page.get_by_test_id("over").get_attribute("data-won") == "false"


def test_the_lobby_leads_back_to_the_match_that_goes_on(new_player: NewPlayer) -> None:
    player = new_player()
    player.quick(seats=2, target=30)
    table = player.page.url

    player.page.goto(table[: table.index("/mesa/")] + "/lobby/")
    player.tap("return")

    player.see("score-us")
    assert player.page.url == table
