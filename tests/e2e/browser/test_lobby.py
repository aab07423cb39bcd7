"""The list of open tables, as it changes and as it is filtered."""

from playwright.sync_api import Locator, expect

from tests.e2e.browser.conftest import NewPlayer
from tests.e2e.browser.player import Player


def test_tables_come_change_and_go_while_one_looks(new_player: NewPlayer) -> None:
    watcher, host, guest = new_player(), new_player(), new_player()

    table_id = host.create(seats=4, target=30)
    expect(listed(watcher, table_id)).to_contain_text("faltan 3")
    guest.tap(f"join-{table_id}")
    expect(listed(watcher, table_id)).to_contain_text("faltan 2")
    host.tap("fill-bots")

    expect(listed(watcher, table_id)).to_have_count(0)


def test_a_filter_shows_its_tables_alone_and_new_ones_among_them(new_player: NewPlayer) -> None:
    watcher, two, four = new_player(), new_player(), new_player()
    of_two, of_four = two.create(seats=2, target=15), four.create(seats=4, target=30, preset="estrella")
    expect(listed(watcher, of_two)).to_be_visible()
    expect(listed(watcher, of_four)).to_be_visible()

    watcher.page.get_by_test_id("filter-seats").select_option(label="En parejas")
    expect(listed(watcher, of_two)).to_have_count(0)
    expect(listed(watcher, of_four)).to_be_visible()
    watcher.page.get_by_test_id("filter-preset").select_option(label="Maestro")
    watcher.page.get_by_text("No hay ninguna mesa así esperando gente.").wait_for()
    assert watcher.page.get_by_test_id("connection").count() == 0

    four.tap("leave")
    four.see("lobby")
    again = four.create(seats=4, target=15)
    expect(listed(watcher, again)).to_be_visible()


def listed(player: Player, table_id: str) -> Locator:
    """A table's line in the lobby."""
    return player.page.get_by_test_id(f"open-{table_id}")
