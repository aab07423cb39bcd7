"""The history page as a player reads it."""

import re
import time
from dataclasses import dataclass

from playwright.sync_api import Locator

from tests.e2e.browser.player import Player

_SECONDS = 15.0


@dataclass(frozen=True)
class Row:
    """One finished match."""

    won: bool
    us: int
    them: int


def rows_of(player: Player, expected: int) -> list[Row]:
    """The matches on the player's history page; waits a moment, since the portal hears of a match's end by a queue."""
    player.page.wait_for_url("**/historial/")
    until = time.monotonic() + _SECONDS
    rows = player.page.locator(".match-row")
    while rows.count() < expected and time.monotonic() < until:
        player.page.wait_for_timeout(200)
        player.page.reload()
    return [_row(row) for row in rows.all()]


def _row(row: Locator) -> Row:
    us, them = re.findall(r"\d+", row.locator(".match-score").inner_text())
    return Row(won=row.locator(".badge-win").count() == 1, us=int(us), them=int(them))
