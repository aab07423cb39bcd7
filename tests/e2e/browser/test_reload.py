"""A reload or a lost connection in the middle of a match loses nothing."""

import random

from tests.e2e.browser.conftest import NewPlayer


def test_a_reload_shows_the_same_table(new_player: NewPlayer) -> None:
    player = new_player()
    player.quick(seats=2, target=15)
    chance = random.Random(5)

    for _ in range(8):
        assert player.wait_for_move()
        before = player.seen()
        player.reload()
        after = player.seen()
        # The stream opens with the events of the current hand: older lines of the log are history.
        assert after.log == before.log[len(before.log) - len(after.log) :]
        assert [*vars(after).items()][:-1] == [*vars(before).items()][:-1]
        player.move(chance)


def test_a_lost_connection_is_told_and_found_again(new_player: NewPlayer) -> None:
    player = new_player()
    player.quick(seats=2, target=15)
    player.wait_for_move()
    before = player.seen()

    player.context.set_offline(True)
    player.page.locator("[data-testid=connection][data-state=reconnecting]").wait_for(timeout=40_000)
    player.context.set_offline(False)
    player.page.locator(".table-page[data-live=true]").wait_for()

    assert player.seen() == before
    player.complaints.clear()  # the browser itself reports what it could not fetch
    player.play_to_the_end(random.Random(6))
