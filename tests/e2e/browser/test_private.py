"""Private tables: found by their code, entered with their password, seen by nobody else."""

from tests.e2e.browser.conftest import NewPlayer
from tests.e2e.browser.player import Player, Screen

_PASSWORD = "sota de bastos"


def test_a_private_table_is_found_by_its_code_and_entered_with_its_password(new_player: NewPlayer) -> None:
    host, guest = new_player(Screen.DESKTOP), new_player(Screen.PHONE)
    table_id = create_private(host)
    code = host.page.get_by_test_id("code").inner_text()
    host.screenshot("private-desktop")
    assert guest.page.get_by_test_id(f"open-{table_id}").count() == 0

    guest.page.get_by_test_id("code").fill(code.lower())
    guest.tap("find-table")
    guest.see("password-dialog")
    guest.screenshot("password-phone")
    guest.page.get_by_test_id("password").fill("ancho de copas")
    guest.tap("password-join")
    guest.page.get_by_test_id("password-notice").get_by_text("Esa no es la contraseña").wait_for()
    guest.complaints.clear()  # the browser itself reports every answer that is not 200
    guest.page.get_by_test_id("password").fill(_PASSWORD)
    guest.tap("password-join")

    guest.see("hand")
    host.see("hand")
    assert guest.page.url == host.page.url


def test_an_invitation_asks_for_the_password_at_the_table(new_player: NewPlayer) -> None:
    host, guest = new_player(), new_player()
    create_private(host)
    link = host.page.get_by_test_id("share-link").input_value()

    guest.page.goto(link)
    guest.tap("join-1")
    assert guest.page.get_by_test_id("code").count() == 0
    guest.page.get_by_test_id("password").fill(_PASSWORD)
    guest.tap("password-join")

    guest.see("hand")
    host.see("hand")


def test_a_code_that_nobody_has_is_refused_in_words(new_player: NewPlayer) -> None:
    player = new_player()

    player.page.get_by_test_id("code").fill("ZZZZZZ")
    player.tap("find-table")

    player.page.get_by_test_id("notice").get_by_text("No hay ninguna mesa con ese código.").wait_for()
    player.complaints.clear()


def create_private(host: Player) -> str:
    """Opens a private table of two with a password; its id."""
    host.page.get_by_test_id("table-options").locator("summary").click()
    host.page.get_by_test_id("private").check()
    host.page.get_by_test_id("table-password").fill(_PASSWORD)
    return host.create(seats=2, target=15)
