"""Taking and giving up seats, and starting by hand."""

from services.common.errors import Denied, IllegalAction, InvalidInput
from services.tables.domain import life
from services.tables.domain.absence import taken_back
from services.tables.domain.seats import empty_seats, own_seat, seat_wanted
from services.tables.domain.status import running
from services.tables.domain.table import Draft, Table, is_over
from services.tables.domain.times import Moment
from services.tables.handlers.acting import forfeit
from services.tables.handlers.opening import begun, begun_if_full, refuse_if_seated, refuse_if_seated_at
from services.tables.handlers.ports import Ports
from truco.play.v1.play_pb2 import TABLE_STATUS_CLOSED, TABLE_STATUS_OPEN
from truco.tables.v1.tables_pb2 import Command, TableState


async def join_table(ports: Ports, table: Table, command: Command, moment: Moment) -> Draft:
    """The player sits down; the match begins when that was the last seat.

    Errors: TABLE_CLOSED, ALREADY_STARTED, UNKNOWN_SEAT, TABLE_FULL, SEAT_TAKEN, ALREADY_SEATED.
    """
    player_id, body = command.player.player_id, command.join
    _check_open(table.state)
    refuse_if_seated_at(table.state, player_id)
    seat = seat_wanted(table.state, body.seat if body.HasField("seat") else None)
    await refuse_if_seated(ports, player_id)
    state = life.joined(table.state, seat, command, moment)
    state = await begun_if_full(ports, state, moment)
    await ports.lobby.sit(player_id, command.table_id, seat)
    return Draft(player_id, body, state, seat, command.request_id)


async def add_bots(ports: Ports, table: Table, command: Command, moment: Moment) -> Draft:
    """Bots sit down, in the lowest empty seats.

    Errors: NOT_CREATOR, TABLE_CLOSED, ALREADY_STARTED, TABLE_FULL, BAD_REQUEST.
    """
    _check_creator(table.state, command)
    _check_open(table.state)
    empty = empty_seats(table.state)
    if not empty:
        raise IllegalAction("TABLE_FULL", "every seat is taken")
    if not 1 <= command.add_bots.count <= len(empty):
        raise InvalidInput("BAD_REQUEST", f"count must be from 1 to {len(empty)}, the empty seats")
    state = life.bots_added(table.state, empty[: command.add_bots.count], command, moment)
    state = await begun_if_full(ports, state, moment)
    return Draft(command.player.player_id, command.add_bots, state, None, command.request_id)


async def start_match(ports: Ports, table: Table, command: Command, moment: Moment) -> Draft:
    """The match of a full table begins. Errors: NOT_CREATOR, TABLE_CLOSED, ALREADY_STARTED, SEATS_EMPTY."""
    _check_creator(table.state, command)
    _check_open(table.state)
    if empty := empty_seats(table.state):
        raise IllegalAction("SEATS_EMPTY", f"{len(empty)} seats are empty")
    state = await begun(ports, life.remembered(table.state, command, moment), moment)
    return Draft(command.player.player_id, command.start, state, None, command.request_id)


async def leave_table(ports: Ports, table: Table, command: Command, moment: Moment) -> Draft | None:
    """Before the match the seat becomes empty; during it the seat forfeits; afterwards nothing. Errors: NOT_SEATED."""
    state = table.state
    seat = own_seat(state, command.player.player_id)
    if is_over(state):
        return None
    if state.status == TABLE_STATUS_OPEN:
        after = life.left(state, seat, command, moment)
        return Draft(command.player.player_id, command.leave, after, seat, command.request_id)
    return await forfeit(ports, table, seat, command, moment)


async def take_seat_back(_ports: Ports, table: Table, command: Command, moment: Moment) -> Draft:
    """The player plays again instead of the bot that sits in.

    Errors: NOT_SEATED, NOT_STARTED, MATCH_OVER, NO_STAND_IN.
    """
    state, player_id = table.state, command.player.player_id
    seat = own_seat(state, player_id)
    if is_over(state):
        raise IllegalAction("MATCH_OVER", "the match is over")
    if not running(state):
        raise IllegalAction("NOT_STARTED", "the match has not started")
    if not state.seats[seat].stand_in:
        raise IllegalAction("NO_STAND_IN", "no bot sits in for the player")
    after = taken_back(state, seat, command, moment.version)
    return Draft(player_id, command.take_back, after, seat, command.request_id)


def _check_creator(state: TableState, command: Command) -> None:
    if state.creator_id != command.player.player_id:
        raise Denied("NOT_CREATOR", "only the table's creator may do this")


def _check_open(state: TableState) -> None:
    if state.status == TABLE_STATUS_CLOSED:
        raise IllegalAction("TABLE_CLOSED", "the table closed before its match began")
    if state.status != TABLE_STATUS_OPEN:
        raise IllegalAction("ALREADY_STARTED", "the match has started already")
