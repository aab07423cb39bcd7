"""What the lobby, the players' whereabouts and the codes of private tables must say after a record."""

from services.tables.domain.seats import people
from services.tables.domain.table import Table, is_over
from services.tables.domain.updates import info, listed
from services.tables.handlers.ports import Lobby
from truco.play.v1.play_pb2 import TABLE_STATUS_PLAYING


async def keep_found(lobby: Lobby, before: Table | None, after: Table, now_ms: int) -> None:
    """Lists or hides the table, frees the players that do not sit any more, and says where those sit that moved.

    Whereabouts are claimed before the record too, so that no player is lost sight of when the worker dies in between.
    """
    state = after.state
    if before is not None and before.state.status == state.status == TABLE_STATUS_PLAYING:
        return
    if listed(state):
        await lobby.show(info(after.record, now_ms, for_seat=False))
    elif before is not None and listed(before.state):
        await lobby.hide(state.table_id)
    seated_before, seated = _seated(before), _seated(after)
    for player_id in seated_before.keys() - seated.keys():
        await lobby.rise(player_id, state.table_id)
    for player_id, seat in seated.items() - seated_before.items():
        await lobby.sit(player_id, state.table_id, seat, after.record.time_ms)
    if state.code and is_over(state) and not state.HasField("rematch"):
        await lobby.forget_code(state.code, state.table_id)


async def mend_listing(lobby: Lobby, table_id: str, table: Table | None, now_ms: int) -> None:
    """Makes the lobby say what the record says: the worker that stored it may have died before it did."""
    if table is not None and listed(table.state):
        await lobby.show(info(table.record, now_ms, for_seat=False))
    elif await lobby.shows(table_id):
        await lobby.hide(table_id)


def _seated(table: Table | None) -> dict[str, int]:
    if table is None or is_over(table.state):
        return {}
    return {table.state.seats[seat].player.player_id: seat for seat in people(table.state)}
