"""The portal's rules page: read, translated, changed, on a phone and on a desktop, without any script."""

import pytest

from tests.e2e.browser.conftest import NewPlayer
from tests.e2e.browser.player import Player, Screen


def visit(player: Player) -> None:
    """Goes there by the bar's link, which on a phone is in the account's menu."""
    if player.page.viewport_size["width"] < Screen.DESKTOP.width:
        player.page.get_by_label("Tu cuenta").click()
    player.page.get_by_role("link", name="Reglas", exact=True).click()
    player.page.get_by_role("heading", name="Reglas del truco").wait_for()


@pytest.mark.parametrize("screen", Screen)
def test_rules_are_read_translated_and_changed(new_player: NewPlayer, screen: Screen) -> None:
    player = new_player(screen)
    page = player.page
    visit(player)
    player.screenshot(f"rules-page-{screen.name.lower()}")

    page.get_by_role("link", name="Gran Ronda", exact=False).first.click()
    page.get_by_role("link", name="English").click()
    page.get_by_text("Change rules").click()
    page.locator("select[name=target]").select_option("40")
    page.get_by_role("button", name="Show these rules").click()

    page.get_by_text("The first team to reach 40 points wins the chico").wait_for()
    assert page.url.endswith("/reglas/granronda/?idioma=en&target=40")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    player.screenshot(f"rules-page-changed-{screen.name.lower()}")
    page.get_by_role("link", name="Back to the rule book").click()
    page.get_by_text("The first team to reach 30 points wins the chico").wait_for()
