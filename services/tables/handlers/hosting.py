"""What only who opened the table may do before the match: seat bots, take somebody out, start by hand."""

from services.common.errors import Denied, IllegalAction, InvalidInput
from services.tables.domain import life
from services.tables.domain.seats import empty_seats, taken
from services.tables.domain.stakes import no_bots
from services.tables.domain.table import Draft, Table
from services.tables.domain.times import Moment
from services.tables.handlers.opening import begun, begun_if_full
from services.tables.handlers.ports import Ports
from services.tables.handlers.seating import check_open
from truco.tables.v1.tables_pb2 import Command, TableState


async def add_bots(ports: Ports, table: Table, command: Command, moment: Moment) -> Draft:
    """Bots sit down, in the lowest empty seats.

    Errors: NOT_CREATOR, TABLE_CLOSED, ALREADY_STARTED, BOTS_CANNOT_STAKE, TABLE_FULL, BAD_REQUEST.
    """
    _check_creator(table.state, command)
    check_open(table.state)
    if table.state.stake:
        raise no_bots()
    empty = empty_seats(table.state)
    if not empty:
        raise IllegalAction("TABLE_FULL", "every seat is taken")
    if not 1 <= command.add_bots.count <= len(empty):
        raise InvalidInput("BAD_REQUEST", f"count must be from 1 to {len(empty)}, the empty seats")
    state = life.bots_added(table.state, empty[: command.add_bots.count], command, moment)
    state = await begun_if_full(ports, state, moment)
    return Draft(command.player.player_id, command.add_bots, state, None, command.request_id)


async def remove_player(_ports: Ports, table: Table, command: Command, moment: Moment) -> Draft:
    """Somebody is taken out of a seat.

    Errors: NOT_CREATOR, TABLE_CLOSED, ALREADY_STARTED, UNKNOWN_SEAT, BAD_REQUEST.
    """
    state, seat = table.state, command.remove.seat
    _check_creator(state, command)
    check_open(state)
    if not 0 <= seat < len(state.seats):
        raise InvalidInput("UNKNOWN_SEAT", f"no seat {seat} at a table of {len(state.seats)}")
    if not taken(state.seats[seat]) or state.seats[seat].player.player_id == command.player.player_id:
        raise InvalidInput("BAD_REQUEST", "nobody sits there, or it is the host's own seat")
    after = life.removed(state, seat, command, moment)
    return Draft(command.player.player_id, command.remove, after, seat, command.request_id)


async def start_match(ports: Ports, table: Table, command: Command, moment: Moment) -> Draft:
    """The match of a full table begins. Errors: NOT_CREATOR, TABLE_CLOSED, ALREADY_STARTED, SEATS_EMPTY."""
    _check_creator(table.state, command)
    check_open(table.state)
    if empty := empty_seats(table.state):
        raise IllegalAction("SEATS_EMPTY", f"{len(empty)} seats are empty")
    state = await begun(ports, life.remembered(table.state, command, moment), moment)
    return Draft(command.player.player_id, command.start, state, None, command.request_id)


def _check_creator(state: TableState, command: Command) -> None:
    if state.creator_id != command.player.player_id:
        raise Denied("NOT_CREATOR", "only the table's creator may do this")
