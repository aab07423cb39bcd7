"""Watching a table without sitting there: hand after hand, one hand late, and no hidden card."""

import random
import re

from tests.e2e.browser.conftest import NewPlayer
from tests.e2e.browser.player import Player, Screen


def test_a_spectator_sees_each_hand_when_it_has_ended(new_player: NewPlayer) -> None:
    host, guest, late = new_player(Screen.DESKTOP), new_player(Screen.DESKTOP), new_player(Screen.DESKTOP)
    host.create(seats=2, target=30)
    link = host.page.get_by_test_id("share-link").input_value()
    guest.sit(link, seat=1)
    host.see("hand")

    late.page.goto(link)
    late.page.get_by_text("Se está jugando la primera mano").wait_for()
    assert late.page.locator(".card, .played-card, [data-testid=actions]").count() == 0
    play_until_hand(3, host, guest)

    late.page.locator("[data-testid=step-latest]:enabled").wait_for()
    late.tap("step-latest")
    assert hands_told(late) == [1, 2]
    assert hands_told(host)[-1] >= 3
    assert not {card for player in (host, guest) for card in player.seen().hand if card in late.page.content()}
    late.screenshot("spectator-desktop")

    # The points go up at the very step that scored them.
    late.tap("step-play")
    assert late.page.get_by_test_id("step-play").get_attribute("aria-pressed") == "false"
    while late.page.get_by_test_id("step-back").is_enabled():
        late.tap("step-back")
    assert (late.seen_score(), late.page.locator(".played-card").count()) == ((0, 0), 0)
    scores = [late.seen_score()]
    while late.page.get_by_test_id("step-forward").is_enabled():
        late.tap("step-forward")
        scores.append(late.seen_score())
    assert scores == sorted(scores) and scores[-1] > (0, 0)
    late.resize(Screen.PHONE)
    late.screenshot("spectator-phone")


def play_until_hand(number: int, *players: Player) -> None:
    """Both play until a hand has begun."""
    chance = random.Random(4)
    while hands_told(players[0])[-1] < number:
        for player in players:
            if player.page.locator("[data-testid=status][data-mine=true]").count():
                player.move(chance)
        players[0].page.wait_for_timeout(30)
        assert not players[0].is_over()


def hands_told(player: Player) -> list[int]:
    """The hands that the log tells of."""
    lines: list[str] = player.page.locator("[data-testid=log] li").all_inner_texts()
    return [int(match[1]) for line in lines if (match := re.match(r"Mano (\d+)\.", line))]
