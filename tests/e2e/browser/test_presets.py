"""What the richer rules bring to the table: flor, muestra, duels, perros, and tables with rules of their own."""

import random
import re
from collections.abc import Callable

from tests.e2e.browser.conftest import NewPlayer
from tests.e2e.browser.player import PATIENCE_MS, Player, Screen

_MATCHES = 4
"""A hand in six has a flor where a muestra is played: as good as never do so many matches pass without."""

_REMEMBER_DUELS = """
    window.duels = new Map();
    const look = () => {
        const note = document.querySelector('[data-testid=duel]');
        const waiting = [...document.querySelectorAll('.seat[data-waits=true]')].map(seat => seat.dataset.testid);
        if (!note || !waiting.length) return;
        const cards = document.querySelectorAll('[data-testid=hand] .card').length;
        const bench = document.querySelector('[data-testid=bench]') !== null;
        window.duels.set(note.textContent, {waiting, cards, bench});
    };
    new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});
"""

_REMEMBER_PERROS = """
    window.perros = new Set();
    const look = () => document.querySelectorAll('[data-testid=perros]')
        .forEach(note => window.perros.add(note.textContent));
    new MutationObserver(look).observe(document, {subtree: true, childList: true, characterData: true});
"""
"""Without pauses the bot has answered, and the note is gone, before a test could look at it."""


def test_a_flor_must_be_sung_and_scores(new_player: NewPlayer) -> None:
    player = new_player()
    player.quick(seats=2, target=30, preset="granronda_uruguayo")

    _play_until(player, lambda: _offers(player, "flor"))

    assert re.fullmatch(r"Tenés flor de \d+", player.page.get_by_test_id("flor").inner_text())
    assert player.page.locator(".card[data-legal=true]").count() == 0
    player.screenshot("flor")
    player.tap("action-flor")
    player.see("sung-0")
    _play_until(player, lambda: _told(player, r"\d puntos? \(.*flor.*\)", since="Vos: «¡Flor!»"))


def test_the_muestra_lies_beside_the_deck(new_player: NewPlayer) -> None:
    player = new_player()
    player.quick(seats=2, target=30, preset="uruguayo")
    player.wait_for_move()

    first = _muestra(player)
    assert re.fullmatch(r"Muestra: \w+ de \w+", first)
    assert f"{first}." in player.seen().log[0]
    player.reload()
    assert _muestra(player) == first
    player.screenshot("muestra")

    _play_until(player, lambda: _told(player, r"^Mano 2\b"))
    (line,) = [line for line in player.seen().log if line.startswith("Mano 2.")]
    assert "Muestra: " in line


def test_two_play_their_duel_while_four_wait(new_player: NewPlayer) -> None:
    player = new_player()
    player.page.add_init_script(_REMEMBER_DUELS)
    player.quick(seats=6, target=30, preset="maestro", flags=["pica_pica"])

    _play_until(player, lambda: _told(player, r"^Mano 5\b"))

    duels = player.page.evaluate("[...window.duels].map(([words, seen]) => ({words, ...seen}))")
    others = [duel for duel in duels if "Vos" not in duel["words"]]
    assert len(duels) <= 3, "bots alone may play theirs between two frames"
    assert all(len(duel["waiting"]) == 4 for duel in duels)
    (own,) = [duel for duel in duels if "Vos" in duel["words"]]
    assert own["waiting"] == ["seat-1", "seat-2", "seat-4", "seat-5"]
    assert not own["bench"]
    assert all(duel["bench"] and duel["cards"] == 0 and "seat-0" in duel["waiting"] for duel in others)
    told = [line for line in player.seen().log if "Pica-pica: " in line]
    assert len(told) == 3


def test_perros_are_said_before_the_deal_and_answered_after_it(new_player: NewPlayer) -> None:
    player = new_player()
    player.page.add_init_script(_REMEMBER_PERROS)
    player.quick(seats=2, target=40, preset="uruguayo")

    _play_until(player, lambda: _offers(player, "perros"))
    player.tap("action-perros")

    answered = r"no querid|\((envido|contraflor al resto|flor|mano)\)"
    _play_until(player, lambda: _told(player, answered, since="Vos: «¡Te echo los perros!»"))
    assert player.page.evaluate("window.perros.size") > 0


def test_a_senseless_table_is_refused_in_words_and_a_mended_one_is_listed(new_player: NewPlayer) -> None:
    host, guest = new_player(Screen.DESKTOP), new_player()
    page = host.page
    page.get_by_test_id("preset-granronda_uruguayo").check()
    page.get_by_test_id("all-rules").locator("summary").click()
    page.get_by_test_id("rule-flor").uncheck()

    host.tap("create-table")

    notice = page.get_by_test_id("notice").inner_text()
    assert notice.startswith("Esa combinación de reglas no es posible. Revisá: ")
    assert {"Flor", "Muestra"} <= set(re.split(r"[:,.] *", notice))
    assert page.get_by_test_id("rule-muestra").get_attribute("aria-invalid") == "true"
    host.complaints.clear()  # the browser itself reports every answer that is not 200

    page.get_by_test_id("rule-muestra").uncheck()
    page.get_by_test_id("rule-senas").select_option(label="argentinas")
    host.tap("create-table")
    host.see("waiting")
    listed = guest.page.get_by_test_id(f"open-{host.page.url.rstrip('/').rpartition('/')[2]}")
    listed.wait_for()
    assert "Gran Ronda uruguayo · a 30 · sin flor · sin muestra" in listed.inner_text()


def _play_until(player: Player, done: Callable[[], bool]) -> None:
    """Plays, one match after the other, until something is so; looks before every move and while others move."""
    chance = random.Random(7)
    for _ in range(_MATCHES):
        while not player.is_over():
            if done():
                return
            if _may_move(player):
                player.move(chance)
            player.page.wait_for_timeout(20)
        if done():
            return
        player.tap("again")
        player.page.locator("[data-testid=hand] .card").first.wait_for(timeout=PATIENCE_MS)
    raise AssertionError(player.seen())


def _may_move(player: Player) -> bool:
    return player.page.locator("[data-testid=status][data-mine=true]").count() > 0


def _offers(player: Player, call: str) -> bool:
    return player.page.locator(f"[data-testid=action-{call}]:enabled").count() > 0


def _muestra(player: Player) -> str:
    return player.page.get_by_test_id("muestra").get_by_role("img", name="Muestra").get_attribute("alt") or ""


def _told(player: Player, pattern: str, since: str | None = None) -> bool:
    """Whether a line of the log is like that, after the last one that is `since`."""
    lines = player.seen().log
    if since is not None:
        if since not in lines:
            return False
        lines = lines[len(lines) - lines[::-1].index(since) :]
    return any(re.search(pattern, line) for line in lines)
