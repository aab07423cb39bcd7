"""Tables for credits: who may sit down there, what stands in the way, and what the end brings."""

from deploy.local.stack import Stack
from tests.e2e.browser.accounts import session_of_account
from tests.e2e.browser.conftest import NewPlayer
from tests.e2e.browser.player import Screen


def test_a_guest_reads_why_it_cannot_stake(new_player: NewPlayer) -> None:
    guest = new_player()

    assert guest.page.get_by_test_id("stake-25").is_disabled()
    assert "Los invitados juegan sin apostar" in guest.page.get_by_test_id("no-stake").inner_text()


def test_a_match_for_credits_waits_for_who_has_them_and_pays(new_player: NewPlayer, stack: Stack) -> None:
    host = new_player(Screen.DESKTOP, session_of_account(stack, credits=100))
    poor = new_player(Screen.PHONE, session_of_account(stack, credits=5))
    rich = new_player(Screen.PHONE, session_of_account(stack, credits=100))
    host.page.get_by_test_id("stake-25").check()
    host.create(seats=2, target=15)
    assert "por 25 créditos" in host.page.get_by_test_id("ruleset").inner_text()
    assert host.page.get_by_test_id("fill-bots").count() == 0
    link = host.page.get_by_test_id("share-link").input_value()

    poor.page.goto(link)
    poor.tap("join-1")
    for player in (poor, host):
        player.see("start-refusal")
        assert "No alcanzan los créditos." in player.page.get_by_test_id("start-refusal").inner_text()
    assert poor.page.get_by_test_id("start-refusal").inner_text().endswith("Por: Vos.")
    host.screenshot("start-refused-desktop")
    poor.screenshot("start-refused-phone")

    rich.sit(link, seat=1)
    host.see("hand")
    rich.see("hand")
    rich.tap("menu")
    rich.tap("leave")
    rich.tap("leave-confirm")

    rich.page.get_by_test_id("stake-result").get_by_text("Perdiste 25 créditos").wait_for()
    host.page.get_by_test_id("stake-result").get_by_text("Ganaste 25 créditos").wait_for()
    host.screenshot("won-desktop")
