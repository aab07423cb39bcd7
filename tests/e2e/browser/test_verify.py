"""A match is verified in its player's own browser, from the record that the page offers as a file."""

import json
from typing import Any

import pytest
from playwright.sync_api import Route

from tests.e2e.browser.conftest import NewPlayer
from tests.e2e.browser.history import rows_of
from tests.e2e.browser.player import Player, Screen

_CHECKS = ["seed", "dealer", "deals", "chain", "rules"]


def _on_the_page_of_a_match(player: Player) -> dict[str, Any]:
    """Plays until the first hand is under way, gives the match away, and opens its page; its record."""
    player.quick(seats=2, target=15)
    player.wait_for_move()
    for test_id in ("menu", "leave", "leave-confirm", "to-history"):
        player.tap(test_id)
    rows_of(player, expected=1)
    player.page.locator(".match-row").click()
    player.page.wait_for_url("**/historial/*-*/")
    url = player.page.locator("#verify").get_attribute("data-record")
    record: dict[str, Any] = player.page.request.get(f"{player.page.url.split('/historial')[0]}{url}").json()
    return record


def _verified(player: Player) -> dict[str, str]:
    """What each check said, once the verdict is there."""
    player.page.get_by_role("button", name="Verificar en este navegador").click()
    player.page.locator(".verify-verdict:is([data-mark=holds], [data-mark=fails])").wait_for()
    lines = player.page.locator("#verify li")
    return {line.get_attribute("data-check") or "": line.get_attribute("data-mark") or "" for line in lines.all()}


@pytest.mark.parametrize("screen", [Screen.PHONE, Screen.DESKTOP], ids=["phone", "desktop"])
def test_a_match_as_it_was_played_holds(new_player: NewPlayer, screen: Screen) -> None:
    player = new_player(screen)
    record = _on_the_page_of_a_match(player)
    player.page.locator("#verify summary").click()
    player.page.get_by_label("Compromiso de la semilla").fill(record["fairness"]["commitment"])
    player.page.get_by_label("Sello de la partida").fill(f" {record['chain']} ")

    assert _verified(player) == dict.fromkeys(_CHECKS, "holds")

    assert "Todo coincide" in player.page.locator(".verify-verdict").inner_text()
    player.screenshot("verified")


def test_a_record_that_was_changed_is_found_out(new_player: NewPlayer) -> None:
    player = new_player()
    record = _on_the_page_of_a_match(player)
    deal = record["deals"][0]["hands"]["0"]
    deal[0], deal[1] = deal[1], deal[0]

    player.page.route("**/registro.json", lambda route: _answer(route, record))
    assert _verified(player) == {"seed": "holds", "dealer": "holds", "deals": "fails"}
    assert "no coincide con lo que se selló" in player.page.locator(".verify-verdict").inner_text()
    player.screenshot("tampered")

    deal[0], deal[1] = deal[1], deal[0]
    record["times"]["dealt_ms"] += 1
    assert _verified(player) == {"seed": "holds", "dealer": "holds", "deals": "holds", "chain": "fails"}


def test_what_was_noted_at_the_table_counts(new_player: NewPlayer) -> None:
    player = new_player()
    _on_the_page_of_a_match(player)
    player.page.locator("#verify summary").click()
    player.page.get_by_label("Compromiso de la semilla").fill("ab" * 32)

    assert _verified(player) == {"seed": "fails"}


def _answer(route: Route, record: dict[str, Any]) -> None:
    route.fulfill(content_type="application/json", body=json.dumps(record))
