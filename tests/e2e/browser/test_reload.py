"""A reload or a lost connection in the middle of a match loses nothing."""

import random

from deploy.local.stack import Stack
from tests.e2e.browser.conftest import NewPlayer


def test_a_reload_shows_the_same_table(new_player: NewPlayer) -> None:
    player = new_player()
    player.quick(seats=2, target=15)
    chance = random.Random(5)

    for _ in range(8):
        assert player.wait_for_move()
        before = player.seen()
        assert before.log
        player.reload()
        assert player.seen() == before
        player.move(chance)


def test_a_lost_connection_is_told_and_found_again(new_player: NewPlayer, stack: Stack) -> None:
    player = new_player()
    player.quick(seats=2, target=15)
    player.wait_for_move()
    before = player.seen()

    stack.stop_program("gateway")
    player.page.locator("[data-testid=connection][data-state=reconnecting]").wait_for()
    stack.start("gateway")
    player.page.locator(".table-page[data-live=true]").wait_for()

    assert player.seen() == before
    player.complaints.clear()  # the browser itself reports what it could not fetch
    player.move(random.Random(6))
    assert player.wait_for_move()


def test_a_second_tab_takes_over_and_gives_back(new_player: NewPlayer) -> None:
    player = new_player()
    player.quick(seats=2, target=15)
    player.wait_for_move()
    before = player.seen()

    # A duplicated tab brings its session storage along, and so the id of its stream.
    with player.context.expect_page() as opened:
        player.page.evaluate("open(location.href)")
    opened.value.locator(".table-page[data-live=true]").wait_for()
    player.page.locator("[data-testid=connection][data-state=superseded]").wait_for()
    player.page.get_by_role("button", name="Usar acá").click()
    player.page.locator(".table-page[data-live=true]").wait_for()

    assert player.seen() == before
