"""Two people at one table, each in a browser of their own."""

import random

from tests.e2e.browser.conftest import NewPlayer
from tests.e2e.browser.history import rows_of
from tests.e2e.browser.player import MATCH_SECONDS, Player, Screen


def test_two_browsers_find_each_other_and_play_a_match(new_player: NewPlayer) -> None:
    host, guest = new_player(Screen.DESKTOP), new_player(Screen.PHONE)

    table_id = host.create(seats=2, target=15)
    guest.tap(f"join-{table_id}")
    host.see("hand")
    guest.see("hand")
    chance = random.Random(2)
    moves = 0
    while not host.is_over():
        for player in (host, guest):
            if player.page.locator("[data-testid=status][data-mine=true]").count():
                assert_hands_are_secret(host, guest)
                player.move(chance)
                moves += 1
        host.page.wait_for_timeout(30)
        assert moves < MATCH_SECONDS * 5

    guest.see("over")
    assert (host.seen().us, host.seen().them) == (guest.seen().them, guest.seen().us)
    host.tap("to-history")
    guest.tap("to-history")
    (host_row,), (guest_row,) = rows_of(host, expected=1), rows_of(guest, expected=1)
    assert host_row.won != guest_row.won


def test_a_table_can_be_filled_with_bots(new_player: NewPlayer) -> None:
    host = new_player()

    host.create(seats=4, target=15)
    host.tap("fill-bots")

    host.see("hand")
    assert host.page.locator(".seat").count() == 4


def test_a_link_leads_to_a_seat_and_then_to_a_place_to_watch(new_player: NewPlayer) -> None:
    host, guest, late = new_player(), new_player(), new_player()
    host.create(seats=2, target=15)
    link = host.page.get_by_test_id("share-link").input_value()

    guest.page.goto(link)
    guest.tap("join-1")
    guest.see("hand")
    late.page.goto(link)
    late.see("spectator")

    assert late.page.locator(".card, [data-testid=actions]").count() == 0


def assert_hands_are_secret(one: Player, other: Player) -> None:
    """Nothing that a player holds is anywhere in the other's page, as long as both pages show the same hand."""
    number, held = _hand(one)
    shown = [card for card in held if other.page.get_by_test_id(card).count()]
    assert not shown or _hand(other)[0] != number, shown


def _hand(player: Player) -> tuple[str, list[str]]:
    """The number of the hand that the page shows, and the cards held in it."""
    number, *cards = player.page.get_by_test_id("hand").evaluate(
        "hand => [hand.dataset.number, ...[...hand.querySelectorAll('.card')].map(card => card.dataset.testid)]"
    )
    return number, cards
