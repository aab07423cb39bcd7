"""Mi historial and the ranking fit the screens, pass axe, and can be gone through by keyboard."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.e2e.browser.conftest import NewPlayer
from tests.e2e.browser.history import rows_of
from tests.e2e.browser.player import Player, Screen

BOTH = pytest.mark.parametrize("screen", [Screen.PHONE, Screen.DESKTOP], ids=["phone", "desktop"])


def _with_a_match(player: Player) -> str:
    """Gives a match away, and goes to the history; the portal's address."""
    player.quick(seats=2, target=15)
    player.wait_for_move()
    for test_id in ("menu", "leave", "leave-confirm", "to-history"):
        player.tap(test_id)
    rows_of(player, expected=1)
    return player.page.url.split("/historial")[0]


@BOTH
def test_the_pages_fit_the_screen_and_pass_axe(new_player: NewPlayer, screen: Screen) -> None:
    player = new_player(screen)
    portal = _with_a_match(player)
    match = player.page.locator(".match-row").get_attribute("href")
    assert match is not None

    for path in ("/historial/", "/historial/movimientos/", "/historial/?resultado=won", match, "/ranking/estrella/6/"):
        player.page.goto(f"{portal}{path}")
        assert player.page.evaluate("document.documentElement.scrollWidth") <= screen.width, path
        assert Axe().run(player.page).response["violations"] == [], path


def test_matches_are_filtered_by_keyboard(new_player: NewPlayer) -> None:
    player = new_player()
    _with_a_match(player)
    page = player.page

    page.get_by_label("Resultado").focus()
    page.keyboard.press("G")  # Ganadas
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/historial/?*resultado=won*")

    assert page.locator(".match-row").count() == 0
    assert "No hay partidas así" in page.locator("main").inner_text()
    page.get_by_role("link", name="Ver todas").first.focus()
    page.keyboard.press("Enter")
    assert len(rows_of(player, expected=1)) == 1
