"""Somebody goes away: the others see it, a bot sits in, and whoever comes back plays again."""

import random
import time

from tests.e2e.browser.conftest import NewPlayer
from tests.e2e.browser.player import Screen

_SIT_IN_SECONDS = 90


def test_who_goes_away_is_missed_replaced_and_welcomed_back(new_player: NewPlayer) -> None:
    host, guest = new_player(Screen.DESKTOP), new_player(Screen.PHONE)
    host.choose_times(turn="10 s", bank="Nada")
    host.create(seats=2, target=30)
    guest.sit(host.page.get_by_test_id("share-link").input_value(), seat=1)
    table = guest.page.url
    host.see("hand")

    guest.page.goto("about:blank")
    host.see("away-1")
    assert host.page.get_by_test_id("away-1").inner_text().startswith("se fue hace ")
    host.screenshot("away-desktop")

    chance = random.Random(3)
    until = time.monotonic() + _SIT_IN_SECONDS
    while not host.page.get_by_test_id("stand-in-1").count():
        if host.page.locator("[data-testid=status][data-mine=true]").count():
            host.move(chance)
        host.page.wait_for_timeout(100)
        assert time.monotonic() < until

    guest.page.goto(table)
    host.page.get_by_test_id("stand-in-1").wait_for(state="detached")
    host.page.get_by_test_id("away-1").wait_for(state="detached")
    guest.see("hand")
    assert guest.page.get_by_test_id("stand-in").count() == 0
