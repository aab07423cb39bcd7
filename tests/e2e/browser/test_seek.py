"""Looking for a match: two who look for the same meet at one table."""

from tests.e2e.browser.conftest import NewPlayer
from tests.e2e.browser.player import Player, Screen


def test_two_who_look_for_the_same_meet_at_one_table(new_player: NewPlayer) -> None:
    one, other = new_player(Screen.PHONE), new_player(Screen.DESKTOP)
    only_people(one)
    only_people(other)

    one.tap("seek")
    one.see("seeking")
    one.page.get_by_test_id("seek-time").get_by_text("Hace").wait_for()
    one.screenshot("seeking-phone")
    other.tap("seek")

    one.see("hand")
    other.see("hand")
    assert one.page.url == other.page.url
    assert one.page.locator(".tag", has_text="bot").count() == 0


def test_a_seek_is_taken_back_and_survives_a_reload_until_then(new_player: NewPlayer) -> None:
    player = new_player()
    only_people(player)
    player.tap("seek")
    player.see("seeking")

    player.page.reload()
    player.see("seeking")
    player.tap("cancel-seek")

    player.page.get_by_test_id("seeking").wait_for(state="detached")
    player.page.locator("[data-testid=seek]:enabled").wait_for()


def test_bots_come_when_nobody_else_does(new_player: NewPlayer) -> None:
    player = new_player()

    player.tap("seek")
    player.see("seeking")

    player.page.get_by_test_id("hand").wait_for(timeout=60_000)


def test_a_party_is_one_team(new_player: NewPlayer) -> None:
    one, friend = new_player(Screen.DESKTOP), new_player(Screen.PHONE)
    one.page.get_by_test_id("seats-4").check()
    one.page.get_by_test_id("seek-options").locator("summary").click()
    one.page.get_by_test_id("seek-party").select_option(label="Somos 2")
    link = one.page.get_by_test_id("share-link").input_value()

    one.tap("seek")
    one.page.locator("[data-testid=seeking][data-gathering=true]").wait_for()
    friend.page.goto(link)
    friend.see("invited")
    friend.screenshot("invited-phone")
    friend.tap("accept-party")
    one.page.locator("[data-testid=seeking][data-gathering=false]").wait_for()

    # Two more people do not come: the party asked for bots then.
    one.page.get_by_test_id("hand").wait_for(timeout=60_000)
    friend.see("hand")
    assert one.page.url == friend.page.url
    assert partner_name(one) == friend.page.locator(".who-name").text_content()


def only_people(player: Player) -> None:
    """Wants no bots."""
    player.page.get_by_test_id("seek-options").locator("summary").click()
    player.page.get_by_test_id("seek-bots").uncheck()


def partner_name(player: Player) -> str:
    """The name of the seat opposite."""
    return player.page.locator(".seat.place-2 .name").inner_text()
