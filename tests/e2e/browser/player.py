"""A person at a browser: enters as a guest, sits down, taps what the page offers."""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from playwright.sync_api import BrowserContext, ConsoleMessage, Page

PATIENCE_MS = 15_000
MATCH_SECONDS = 180

_DONE_OR_MINE = """() => {
    if (document.querySelector('[data-testid=over]')) return true;
    return document.querySelector('[data-testid=status][data-mine=true]')
        && document.querySelector('.card[data-legal=true]:enabled, .call:enabled');
}"""

# They would end most matches in one hand.
_MATCH_ENDERS = ("action-falta-envido", "action-contraflor-al-resto")


class Screen(Enum):
    """The screens that the page is made for."""

    SMALL_PHONE = (320, 568)
    PHONE = (360, 740)
    DESKTOP = (1280, 800)

    @property
    def width(self) -> int:
        """In CSS pixels."""
        return self.value[0]

    @property
    def height(self) -> int:
        """In CSS pixels."""
        return self.value[1]


@dataclass(frozen=True)
class Seen:
    """All that a player sees of a match at one moment."""

    status: str
    us: str
    them: str
    value: str
    hand: Sequence[str]
    played: Sequence[Sequence[str]]
    tricks: Sequence[str]
    actions: Sequence[str]
    log: Sequence[str]


class Player:
    """One person with one page. What the page logs as an error is kept in `complaints`."""

    def __init__(self, context: BrowserContext, portal: str, folder: Path, session: str | None = None) -> None:
        """Goes to the lobby: as the account whose session that is, else as a new guest."""
        self.context = context
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self._portal = portal
        self._folder = folder
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)
        if session is None:
            self.page.goto(portal)
            self.page.get_by_role("button", name="Jugar ahora").click()
        else:
            self.context.add_cookies([{"name": "quiero_session", "value": session, "url": portal}])
            self.page.goto(f"{portal}/lobby/")
        self.see("lobby")

    def see(self, test_id: str) -> None:
        """Waits until something is on the page."""
        self.page.get_by_test_id(test_id).wait_for()

    def tap(self, test_id: str) -> None:
        """Taps something."""
        self.page.get_by_test_id(test_id).click()

    def quick(self, seats: int, target: int, preset: str = "maestro", flags: Sequence[str] = ()) -> None:
        """Starts a match against bots and waits for the table; ticks the flags that the preset offers."""
        self._choose(seats, target, preset, flags)
        self.tap("quick-start")
        self.see("score-us")

    def create(self, seats: int, target: int, preset: str = "maestro", flags: Sequence[str] = ()) -> str:
        """Opens a table that waits for people; its id."""
        self._choose(seats, target, preset, flags)
        self.tap("create-table")
        self.see("waiting")
        return self.page.url.rstrip("/").rpartition("/")[2]

    def choose_times(self, turn: str, bank: str) -> None:
        """Chooses a new table's times by their words."""
        self.page.get_by_test_id("table-options").locator("summary").click()
        self.page.get_by_test_id("turn-seconds").select_option(label=turn)
        self.page.get_by_test_id("bank-seconds").select_option(label=bank)

    def sit(self, link: str, seat: int) -> None:
        """Follows a link to a table and sits down there."""
        self.page.goto(link)
        self.tap(f"join-{seat}")
        self.page.locator(f"[data-testid=seat-{seat}][data-own=true], [data-testid=hand]").first.wait_for()

    def say(self, text: str) -> None:
        """Says something in the tab of the talk that is open."""
        self.page.get_by_test_id("talk-input").fill(text)
        self.tap("talk-send")

    def wait_for_move(self) -> bool:
        """Waits until this player is to move; False once the match is over."""
        self.page.wait_for_function(_DONE_OR_MINE, timeout=4 * PATIENCE_MS)
        return not self.is_over()

    def is_over(self) -> bool:
        """Whether the page shows the end of the match."""
        return self.page.get_by_test_id("over").count() > 0

    def move(self, chance: random.Random) -> None:
        """Taps something that is on offer: mostly an answer or a card, sometimes a call."""
        offered = self.page.locator(".card[data-legal=true]:enabled, .call:enabled")
        names = [name for name in offered.evaluate_all("found => found.map(one => one.dataset.testid)") if name]
        names = [name for name in names if name not in _MATCH_ENDERS]
        cards = [name for name in names if name.startswith("card-")]
        choice = chance.choice(cards if cards and chance.random() < 0.8 else names or ["nothing"])
        # What was on offer may be gone by now: a partner answered, or the time ran out.
        self.page.evaluate("name => document.querySelector(`[data-testid=${name}]:enabled`)?.click()", choice)
        self.page.wait_for_timeout(30)

    def play_to_the_end(self, chance: random.Random) -> None:
        """Plays until the match is over."""
        until = time.monotonic() + MATCH_SECONDS
        while self.wait_for_move():
            assert time.monotonic() < until, self.seen()
            self.move(chance)

    def seen(self) -> Seen:
        """What is on the page now."""
        return Seen(
            status=self._text("status"),
            us=self._text("score-us"),
            them=self._text("score-them"),
            value=self._text("hand-value"),
            hand=self._all("[data-testid=hand] .card", "one.dataset.testid"),
            played=self._all("[data-testid^=played-]", "[...one.querySelectorAll('img')].map(card => card.alt)"),
            tricks=self._all("[data-testid=tricks] li", "one.dataset.won ?? ''"),
            actions=self._all("[data-testid=actions] button", "one.dataset.testid"),
            log=self._all("[data-testid=log] li", "one.textContent"),
        )

    def seen_score(self) -> tuple[int, int]:
        """The points on the board: the viewer's team's, or team 0's, and the other's."""
        return int(self._text("score-us")), int(self._text("score-them"))

    def reload(self) -> None:
        """Reloads the table and waits until everything current has come."""
        self.page.reload()
        self.page.locator(".table-page[data-live=true]").wait_for()

    def resize(self, screen: Screen) -> None:
        """Turns to another screen, and waits until what moves has come to rest."""
        self.page.set_viewport_size({"width": screen.width, "height": screen.height})
        self.page.evaluate("Promise.all(document.getAnimations().map(one => one.finished.catch(() => null)))")

    def screenshot(self, name: str) -> None:
        """Keeps a picture of the page beside the test's other files."""
        self.page.screenshot(path=self._folder / f"{name}.png")

    def _choose(self, seats: int, target: int, preset: str, flags: Sequence[str]) -> None:
        self.page.get_by_test_id(f"preset-{preset}").check()
        self.page.get_by_test_id(f"seats-{seats}").check()
        self.page.get_by_test_id(f"target-{target}").check()
        for flag in flags:
            self.page.get_by_test_id(f"offer-{flag}").check()

    def _text(self, test_id: str) -> str:
        return self.page.get_by_test_id(test_id).inner_text()

    def _all(self, selector: str, of_one: str) -> list[str]:
        found: list[str] = self.page.locator(selector).evaluate_all(f"found => found.map(one => {of_one})")
        return found

    def _hear(self, message: ConsoleMessage) -> None:
        # Chromium reports every answer that is not 200. An action may be late: somebody else answered the call first.
        late = message.location.get("url", "").endswith("/Act")
        if message.type == "error" and not late:
            self.complaints.append(f"{message.text} ({message.location.get('url')})")
