"""Before the match: who sits where, whom the host wants, and when it starts."""

from tests.e2e.browser.conftest import NewPlayer
from tests.e2e.browser.player import Player, Screen


def test_a_player_changes_seat_and_the_host_takes_one_out(new_player: NewPlayer) -> None:
    host, guest = new_player(Screen.DESKTOP), new_player(Screen.PHONE)
    host.create(seats=4, target=30)
    guest.sit(host.page.get_by_test_id("share-link").input_value(), seat=1)
    assert team_of(guest, 1) == "Nosotros"
    assert team_of(host, 1) == "Ellos"

    guest.tap("move-2")
    guest.page.locator("[data-testid=seat-2][data-own=true]").wait_for()
    host.page.locator("[data-testid=seat-1][data-empty=true]").wait_for()
    assert team_of(host, 2) == "Nosotros"
    assert guest.page.get_by_test_id("remove-0").count() == 0
    guest.screenshot("waiting-room-phone")
    host.screenshot("waiting-room-desktop")

    host.tap("remove-2")
    guest.page.locator("[data-testid=seat-2][data-empty=true]").wait_for()
    guest.tap("join-1")
    guest.page.get_by_test_id("notice").get_by_text("Quien abrió la mesa te sacó").wait_for()
    guest.complaints.clear()  # the browser itself reports every answer that is not 200


def test_the_host_starts_the_match_by_hand_and_moves_onto_a_bots_seat(new_player: NewPlayer) -> None:
    host = new_player()
    host.page.get_by_test_id("table-options").locator("summary").click()
    host.page.get_by_test_id("manual-start").check()
    host.create(seats=4, target=30)
    assert host.page.get_by_test_id("start").is_disabled()

    host.tap("fill-bots")
    host.page.get_by_text("Están todos: empezala cuando quieras.").wait_for()
    host.tap("move-3")
    host.page.locator("[data-testid=seat-3][data-own=true]").wait_for()
    if host.page.get_by_test_id("fill-bots").count():
        host.tap("fill-bots")
    host.page.locator("[data-testid=start]:enabled").wait_for()
    host.tap("start")

    host.see("hand")
    assert host.page.get_by_test_id("seat-3").get_attribute("class") == "seat place-0"


def test_leaving_before_the_start_is_free(new_player: NewPlayer) -> None:
    host, guest = new_player(), new_player()
    host.create(seats=4, target=30)
    guest.sit(host.page.get_by_test_id("share-link").input_value(), seat=1)

    guest.tap("leave")

    guest.see("lobby")
    host.page.locator("[data-testid=seat-1][data-empty=true]").wait_for()
    guest.page.locator("[data-testid=quick-start]:enabled").wait_for()


def team_of(player: Player, seat: int) -> str:
    """The heading under which a seat stands."""
    seats = player.page.locator(".team").filter(has=player.page.get_by_test_id(f"seat-{seat}"))
    return seats.locator("h2").inner_text()
