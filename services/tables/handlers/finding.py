"""What the lobby and the players' whereabouts must say after a record."""

from services.tables.domain.seats import people
from services.tables.domain.table import Table, is_over
from services.tables.domain.updates import info, listed
from services.tables.handlers.ports import Lobby
from truco.play.v1.play_pb2 import TABLE_STATUS_PLAYING


async def keep_found(lobby: Lobby, before: Table | None, after: Table, now_ms: int) -> None:
    """Lists or hides the table, frees the players that do not sit any more, and says again where the new ones sit.

    Whereabouts are written before the record too, so that no player is lost sight of when the worker dies in between.
    """
    if before is not None and before.state.status == after.state.status == TABLE_STATUS_PLAYING:
        return
    if listed(after.state):
        await lobby.show(info(after.record, now_ms, for_seat=False))
    elif before is not None and listed(before.state):
        await lobby.hide(after.state.table_id)
    seated_before, seated = _seated(before), {} if is_over(after.state) else _seated(after)
    for player_id in seated_before.keys() - seated.keys():
        await lobby.rise(player_id, after.state.table_id)
    for player_id in seated.keys() - seated_before.keys():
        await lobby.sit(player_id, after.state.table_id, seated[player_id])


def _seated(table: Table | None) -> dict[str, int]:
    state = table.state if table else None
    return {state.seats[seat].player.player_id: seat for seat in people(state)} if state else {}
