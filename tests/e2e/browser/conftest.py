"""Chromium against the whole platform. Every player has a browser context of its own, so cookies are not shared."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from deploy.local.stack import Stack
from tests.e2e.browser.player import Player, Screen

CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

NewPlayer = Callable[..., Player]


# Not for the session: while Playwright's loop runs in this thread, no asynchronous test can.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium, new for each module."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture
def new_player(browser: Browser, stack: Stack, tmp_path: Path) -> Iterator[NewPlayer]:
    """Makes guests, or who has the given session, in the lobby; whatever a page complained about fails the test."""
    players: list[Player] = []

    def make(screen: Screen = Screen.PHONE, session: str | None = None) -> Player:
        context = browser.new_context(viewport={"width": screen.width, "height": screen.height}, locale="es-AR")
        players.append(Player(context, f"http://{stack.env['QUIERO_PORTAL_ADDRESS']}", tmp_path, session))
        return players[-1]

    yield make
    complaints = [complaint for player in players for complaint in player.complaints]
    for player in players:
        player.context.close()
    assert not complaints
