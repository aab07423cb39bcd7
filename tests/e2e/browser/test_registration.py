"""A guest plays, registers through the mail that the page points to, and comes back elsewhere to the same matches."""

import random
import re

from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser.conftest import NewPlayer
from tests.e2e.browser.history import rows_of
from tests.e2e.browser.player import Screen

ADDRESS, PASSWORD = "ana@example.org", "una clave que nadie usa 7"


def test_a_guest_plays_registers_and_finds_the_match_again_elsewhere(new_player: NewPlayer, browser: Browser) -> None:
    player = new_player(Screen.PHONE)
    player.quick(seats=2, target=15)
    player.play_to_the_end(random.Random(1))
    player.tap("to-history")
    assert len(rows_of(player, expected=1)) == 1
    page = player.page

    page.get_by_role("link", name="Registrate").first.click()
    page.get_by_label("Correo").fill(ADDRESS)
    page.get_by_label("Contraseña").fill(PASSWORD)
    page.get_by_role("button", name="Registrarme").click()
    code = _mailed_code(page)
    page.get_by_label("Código").fill(code)
    page.get_by_role("button", name="Confirmar").click()
    expect(page.get_by_role("heading", name="Mi cuenta")).to_be_visible()

    elsewhere = browser.new_context(locale="es-AR").new_page()
    elsewhere.goto(page.url)
    elsewhere.get_by_label("Correo").fill(ADDRESS)
    elsewhere.get_by_label("Contraseña").fill(PASSWORD)
    elsewhere.get_by_role("button", name="Ingresar").click()
    expect(elsewhere.get_by_role("heading", name="Mi cuenta")).to_be_visible()
    assert _matches(elsewhere) == _matches(page) != []
    elsewhere.context.close()


def _mailed_code(page: Page) -> str:
    """Opens the local mail beside the page, and looks until it is there."""
    mails = page.context.new_page()
    mails.goto(page.get_by_test_id("local-mail").evaluate("link => link.href"))
    while not (found := re.search(r"[A-Z0-9]{4}-[A-Z0-9]{4}", mails.locator("main").inner_text())):
        mails.wait_for_timeout(200)
        mails.reload()
    mails.close()
    return found[0]


def _matches(page: Page) -> list[str]:
    """The addresses of the matches in Mi historial."""
    page.get_by_role("link", name="Mi historial").click()
    page.locator(".match-row").first.wait_for()
    return page.locator(".match-row").evaluate_all("rows => rows.map(row => row.getAttribute('href'))")
