"""What the lobby and the players' whereabouts must say after a record."""

from services.tables.domain.seats import people
from services.tables.domain.table import Table, is_over
from services.tables.domain.updates import info, listed
from services.tables.handlers.ports import Lobby
from truco.play.v1.play_pb2 import TABLE_STATUS_PLAYING


async def keep_found(lobby: Lobby, before: Table | None, after: Table) -> None:
    """Lists or hides the table, and frees the players that do not sit any more."""
    if before is not None and before.state.status == after.state.status == TABLE_STATUS_PLAYING:
        return
    if listed(after.state):
        await lobby.show(info(after.record, for_seat=False))
    elif before is not None and listed(before.state):
        await lobby.hide(after.state.table_id)
    for player_id in _seated(before) - (set() if is_over(after.state) else _seated(after)):
        await lobby.rise(player_id, after.state.table_id)


def _seated(table: Table | None) -> set[str]:
    state = table.state if table else None
    return {state.seats[seat].player.player_id for seat in people(state)} if state else set()
