"""After the end: another match with the same seats, or none."""

import random

import pytest

from tests.e2e.browser.conftest import NewPlayer
from tests.e2e.browser.player import Player, Screen

Two = tuple[Player, Player]


@pytest.fixture
def ended(new_player: NewPlayer) -> Two:
    """Two people whose match has just ended."""
    host, guest = new_player(Screen.DESKTOP), new_player(Screen.PHONE)
    host.create(seats=2, target=15)
    guest.sit(host.page.get_by_test_id("share-link").input_value(), seat=1)
    host.see("hand")
    play_to_the_end(host, guest)
    return host, guest


def test_who_both_want_a_rematch_play_it_at_once(ended: Two) -> None:
    host, guest = ended
    commitment = shuffle_of(host)
    host.tap("again")
    guest.page.get_by_test_id("rematch-wanted").get_by_text("Quieren la revancha: ").wait_for()
    assert guest.page.get_by_test_id("rematch-time").inner_text().startswith("Queda ")
    guest.screenshot("rematch-phone")

    guest.tap("again")

    for player in ended:
        player.see("hand")
        assert player.seen_score() == (0, 0)
    assert host.seen().log[0].startswith("Mano 1.")
    assert shuffle_of(host) != commitment


def test_who_declines_ends_it_for_both(ended: Two) -> None:
    host, guest = ended

    guest.tap("decline-rematch")

    host.page.get_by_test_id("rematch").wait_for(state="detached")
    guest.page.get_by_test_id("rematch").wait_for(state="detached")
    assert host.page.get_by_test_id("again").inner_text() == "Jugar otra"


def test_the_match_is_taken_home_as_a_sealed_record(ended: Two) -> None:
    host, _ = ended
    host.tap("menu")
    host.page.get_by_test_id("shuffle").locator("summary").click()

    with host.page.expect_download() as download:
        host.tap("record")

    assert '"sealed"' in download.value.path().read_text(encoding="utf-8")
    assert download.value.suggested_filename.endswith(".json")


def play_to_the_end(*players: Player) -> None:
    """Both play until the match is over."""
    chance = random.Random(9)
    while not players[0].is_over():
        for player in players:
            if player.page.locator("[data-testid=status][data-mine=true]").count():
                player.move(chance)
        players[0].page.wait_for_timeout(20)
    for player in players:
        player.see("over")


def shuffle_of(player: Player) -> str:
    """The commitment that the page shows."""
    player.tap("menu")
    player.page.get_by_test_id("shuffle").locator("summary").click()
    commitment = player.page.get_by_test_id("shuffle").locator("code").first.inner_text()
    player.page.keyboard.press("Escape")
    return commitment
