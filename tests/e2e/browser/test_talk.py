"""Chat, señas and reactions between browsers: who hears what, and what is done about those nobody wants to hear."""

import pytest

from tests.e2e.browser.conftest import NewPlayer
from tests.e2e.browser.player import Player, Screen


@pytest.fixture
def four(new_player: NewPlayer) -> tuple[Player, Player, Player]:
    """A match of four: host and partner in seats 0 and 2, a rival in seat 1, a bot in seat 3."""
    host, partner, rival = new_player(Screen.DESKTOP), new_player(Screen.PHONE), new_player(Screen.DESKTOP)
    host.create(seats=4, target=30)
    link = host.page.get_by_test_id("share-link").input_value()
    partner.sit(link, seat=2)
    rival.sit(link, seat=1)
    host.tap("fill-bots")
    for player in (host, partner, rival):
        player.see("score-us")
    return host, partner, rival


def test_the_table_hears_a_text_as_text(four: tuple[Player, Player, Player]) -> None:
    host, partner, rival = four
    host.say("¿Listos? <img src=x onerror=alert(1)>")

    for player in (partner, rival):
        player.see("talk-0")
        assert player.page.get_by_test_id("talk-0").inner_text() == "¿Listos? <img src=x onerror=alert(1)>"
    assert rival.page.locator(".talk img").count() == 0
    assert "¿Listos? <img" in rival.page.get_by_test_id("talk-lines").inner_text()
    assert partner.page.get_by_test_id("open-talk").get_attribute("data-unread") == "true"
    partner.screenshot("talk-bubble-phone")


def test_only_the_partner_sees_a_sena_and_hears_the_team(four: tuple[Player, Player, Player]) -> None:
    host, partner, rival = four
    partner.tap("open-talk")
    partner.tap("talk-team")
    partner.screenshot("senas-phone")
    partner.tap("sena-siete_espada")

    host.see("talk-2")
    assert host.page.get_by_test_id("talk-2").inner_text() == "Siete de espada"
    host.tap("talk-team")
    host.say("vení a mí")
    partner.page.get_by_text("vení a mí").first.wait_for()
    assert "Siete de espada" in host.page.get_by_test_id("talk-lines").inner_text()
    host.screenshot("team-talk-desktop")

    # What is said to all comes after it: had the rival been told the rest, it would be there.
    host.tap("talk-table")
    host.tap("reaction-buena_suerte")
    rival.see("talk-0")
    rival.tap("talk-team")
    assert "Nadie dijo nada todavía." in rival.page.get_by_test_id("talk-lines").inner_text()
    assert rival.page.get_by_test_id("talk-2").count() == 0
    assert "vení a mí" not in rival.page.content()


def test_a_muted_player_is_not_heard_and_a_reported_one_is_with_the_moderators(
    four: tuple[Player, Player, Player],
) -> None:
    host, _, rival = four
    rival.say("sos un queso")
    host.see("talk-1")

    host.page.get_by_test_id("talk-players").locator("summary").click()
    host.tap("report-1")
    host.tap("cause-abuse")
    host.page.get_by_test_id("report-text").fill("Me dijo queso")
    host.screenshot("report-desktop")
    host.tap("report-send")
    host.see("reported")
    host.page.keyboard.press("Escape")
    host.tap("mute-1")
    host.page.locator("[data-testid=mute-1][aria-pressed=true]").wait_for()

    assert "queso" not in host.page.get_by_test_id("talk-lines").inner_text()
    rival.say("¿me oís?")
    rival.page.get_by_text("¿me oís?").first.wait_for()
    host.say("no")
    rival.see("talk-0")
    assert "¿me oís?" not in host.page.content()


def test_the_talk_is_there_after_a_reload(four: tuple[Player, Player, Player]) -> None:
    host, _, rival = four
    host.say("esto queda")
    rival.see("talk-0")

    rival.reload()

    rival.page.get_by_test_id("talk-lines").get_by_text("esto queda").wait_for()
    assert rival.page.get_by_test_id("talk-0").count() == 0
