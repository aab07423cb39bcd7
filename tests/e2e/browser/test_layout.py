"""The page fits the smallest phone and a desktop."""

import pytest

from tests.e2e.browser.conftest import NewPlayer
from tests.e2e.browser.player import Player, Screen

_OUTSIDE = """() => [...document.querySelectorAll('button, a, .card, .seat .face, .score-number')]
    .filter(one => one.offsetParent !== null)
    .filter(one => {
        const box = one.getBoundingClientRect();
        return box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1;
    })
    .map(one => one.dataset.testid ?? one.className)"""

_SMALL = """() => [...document.querySelectorAll('.board button, .board a')]
    .filter(one => one.offsetParent !== null && one.getBoundingClientRect().height < 40)
    .map(one => one.dataset.testid ?? one.className)"""


@pytest.mark.parametrize(
    ("seats", "preset"),
    [
        (2, "maestro"),
        (4, "maestro"),
        (6, "maestro"),
        (2, "uruguayo"),
        (4, "estrella"),
        (4, "uruguayo"),
        (6, "uruguayo"),
    ],
)
def test_everything_is_in_sight_at_the_table(new_player: NewPlayer, seats: int, preset: str) -> None:
    player = new_player()
    player.quick(seats=seats, target=30, preset=preset)
    player.wait_for_move()

    for screen in Screen:
        player.resize(screen)
        player.screenshot(f"table-{preset}-{seats}-{screen.name.lower()}")

        assert player.page.evaluate(_OUTSIDE) == []
        assert player.page.evaluate(_SMALL) == []
        assert_no_sideways_scroll(player)


def test_the_lobby_does_not_scroll_sideways(new_player: NewPlayer) -> None:
    player = new_player()

    for screen in Screen:
        player.resize(screen)
        player.screenshot(f"lobby-{screen.name.lower()}")

        assert_no_sideways_scroll(player)
    player.page.get_by_test_id("all-rules").locator("summary").click()
    for screen in Screen:
        player.resize(screen)

        assert_no_sideways_scroll(player)


def assert_no_sideways_scroll(player: Player) -> None:
    """Nothing is wider than the screen."""
    assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
