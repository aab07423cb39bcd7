"""A table's exact rules, in words, on the table's page."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser.conftest import NewPlayer
from tests.e2e.browser.player import Player, Screen

_OUTSIDE = """() => [...document.querySelectorAll('[data-testid=rules-body] *')]
    .filter(one => one.getBoundingClientRect().right > innerWidth
        || one.clientWidth && one.scrollWidth > one.clientWidth + 1)
    .map(one => one.textContent)"""


def chapters(page: Page) -> list[str]:
    """The headings of the rules."""
    page.get_by_test_id("rules-body").locator("h3").first.wait_for()
    return page.get_by_test_id("rules-body").locator("h3").all_inner_texts()


def rules(player: Player) -> str:
    """The rules as they stand in the open panel."""
    return player.page.get_by_test_id("rules-body").inner_text()


def test_the_rules_are_read_before_the_start(new_player: NewPlayer) -> None:
    player = new_player(Screen.PHONE)
    player.create(seats=2, target=15)

    player.tap("open-rules")

    assert chapters(player.page)[:3] == ["La partida", "Las cartas", "El reparto"]
    assert "Juegan dos, mano a mano." in rules(player) and "llega a 15 puntos" in rules(player)
    player.screenshot("rules-waiting")
    player.tap("rules-close")
    player.see("waiting")


@pytest.mark.parametrize("screen", [Screen.PHONE, Screen.DESKTOP])
def test_the_rules_are_read_during_play(new_player: NewPlayer, screen: Screen) -> None:
    player = new_player(screen)
    player.quick(seats=6, target=30, preset="uruguayo")

    player.tap("menu")
    player.screenshot(f"menu-{screen.name.lower()}")
    player.tap("open-rules")

    assert {"La flor", "El pica-pica", "Echar los perros", "Los compañeros"} <= set(chapters(player.page))
    assert "El sistema canta tu flor" in rules(player) and "Cuando un equipo llega a 15" in rules(player)
    assert player.page.evaluate(_OUTSIDE) == []
    player.page.get_by_role("navigation", name="Capítulos").get_by_role("button", name="El truco").click()
    truco = player.page.locator("[data-chapter=truco] table")
    expect(truco).to_be_in_viewport()
    assert truco.locator("tr").last.locator("td").all_inner_texts() == ["Vale cuatro", "4", "3"]
    player.screenshot(f"rules-{screen.name.lower()}")
    player.page.keyboard.press("Escape")
    player.see("hand")


def test_rules_that_cannot_be_fetched_are_asked_for_again(new_player: NewPlayer) -> None:
    player = new_player(Screen.PHONE)
    player.create(seats=2, target=15)
    player.page.route("**/DescribeRules", lambda route: route.fulfill(status=404, body="{}"))

    player.tap("open-rules")
    player.see("rules-again")
    player.page.unroute("**/DescribeRules")
    player.tap("rules-again")

    assert "La partida" in chapters(player.page)
    player.complaints.clear()  # Chromium reports the answer that the test made
