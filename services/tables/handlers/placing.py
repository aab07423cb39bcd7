"""Giving a player a place: one table at a time, whoever asks where at once.

The place is claimed before the record that seats the player, under a sequence check, so of two claims one is first. The
records decide: a claim counts as long as its table may still come to seat the player.
"""

from typing import Final

from services.common.errors import IllegalAction, Unreachable
from services.tables.domain.seats import people, seat_of
from services.tables.domain.table import Table, is_over
from services.tables.handlers import metrics
from services.tables.handlers.ports import Place, Ports, Store
from truco.tables.v1.tables_pb2 import TableState

CLAIM_MS: Final = 20_000
"""A claim that is older and whose table does not seat the player is void: no command takes so long."""
_ATTEMPTS: Final = 5


async def take_place(ports: Ports, player_id: str, table_id: str, seat: int) -> None:
    """Claims the player for a seat whose record is about to be stored; who takes one seeks no other any more.

    Errors: ALREADY_SEATED, UNREACHABLE.
    """
    await _seek_no_more(ports, player_id)
    await _claim(ports, player_id, table_id, seat)


async def take_all_places_again(ports: Ports, state: TableState) -> bool:
    """Claims every person of a table for its next match, and none seeks another; says no as take_all_places does."""
    try:
        for seat in people(state):
            await _seek_no_more(ports, state.seats[seat].player.player_id)
    except IllegalAction:
        return False
    return await take_all_places(ports, state)


async def take_all_places(ports: Ports, state: TableState) -> bool:
    """Claims every person of a table for its match; says no, and claims nobody, when one sits elsewhere by now."""
    players = {state.seats[seat].player.player_id: seat for seat in people(state)}
    try:
        for player_id, seat in players.items():
            await _claim(ports, player_id, state.table_id, seat)
    except IllegalAction:
        for player_id in players:
            await ports.lobby.rise(player_id, state.table_id)
        return False
    return True


async def _seek_no_more(ports: Ports, player_id: str) -> None:
    """Ends the player's seek. Errors: ALREADY_SEATED when a table was made of it."""
    if made := await ports.seeks.leave(player_id):
        await refuse_if_seated_there(ports.store, player_id, made)


async def _claim(ports: Ports, player_id: str, table_id: str, seat: int) -> None:
    for _ in range(_ATTEMPTS):
        place = await ports.lobby.place(player_id)
        await _refuse_if_bound(ports, player_id, table_id, place)
        if await ports.lobby.claim(player_id, Place(table_id, seat, ports.clock.now_ms(), place.revision)):
            return
        metrics.CLAIMS_LOST.inc()
    raise Unreachable("UNREACHABLE", "the player is being seated by others")


async def refuse_if_seated_elsewhere(ports: Ports, player_id: str, table_id: str) -> None:
    """Refuses who sits at another table, or is about to. Errors: ALREADY_SEATED."""
    await _refuse_if_bound(ports, player_id, table_id, await ports.lobby.place(player_id))


async def refuse_if_seated_there(store: Store, player_id: str, table_id: str) -> None:
    """Refuses who sits at a table that is not over: the record there decides. Errors: ALREADY_SEATED."""
    table = await store.last(table_id)
    if table is not None and not is_over(table.state):
        refuse_if_seated_at(table.state, player_id)


async def give_up_place(ports: Ports, player_id: str, table_id: str, table: Table | None) -> None:
    """Withdraws a claim that came to nothing, unless the table seats the player after all."""
    if table is None or is_over(table.state) or seat_of(table.state, player_id) is None:
        await ports.lobby.rise(player_id, table_id)


def refuse_if_seated_at(state: TableState, player_id: str) -> None:
    """Refuses who sits at this table. Errors: ALREADY_SEATED."""
    if seat_of(state, player_id) is not None:
        raise _already_seated(state.table_id)


async def _refuse_if_bound(ports: Ports, player_id: str, table_id: str, place: Place) -> None:
    if place.table_id in ("", table_id):
        return
    table = await ports.store.last(place.table_id)
    if table is not None and is_over(table.state):
        claimed = place.since_ms > table.record.time_ms  # for its next match
    else:
        claimed = True
        if table is not None:
            refuse_if_seated_at(table.state, player_id)
    if claimed and ports.clock.now_ms() - place.since_ms < CLAIM_MS:
        raise _already_seated(place.table_id)


def _already_seated(table_id: str) -> IllegalAction:
    return IllegalAction("ALREADY_SEATED", "the player sits at a table already", table_id=table_id)
