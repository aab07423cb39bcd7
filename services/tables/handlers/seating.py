"""Taking, changing and giving up seats."""

import asyncio

from services.common.errors import Denied, IllegalAction, InvalidInput, Unreachable
from services.tables.domain import life, rematch
from services.tables.domain.absence import taken_back
from services.tables.domain.passwords import opens, without_password
from services.tables.domain.seats import own_seat, seat_wanted, taken
from services.tables.domain.stakes import check_may_stake
from services.tables.domain.status import running
from services.tables.domain.table import Draft, Table, is_over
from services.tables.domain.times import Moment
from services.tables.handlers import metrics
from services.tables.handlers.acting import forfeit
from services.tables.handlers.opening import begun_if_full
from services.tables.handlers.placing import refuse_if_seated_at, take_place
from services.tables.handlers.ports import Ports
from truco.play.v1.play_pb2 import TABLE_STATUS_CLOSED, TABLE_STATUS_OPEN, TABLE_STATUS_STARTING
from truco.tables.v1.tables_pb2 import Command, TableState


async def join_table(ports: Ports, table: Table, command: Command, moment: Moment) -> Draft:
    """The player sits down; the match begins when that was the last seat.

    Errors: TABLE_CLOSED, ALREADY_STARTED, UNKNOWN_SEAT, TABLE_FULL, SEAT_TAKEN, ALREADY_SEATED, REMOVED_BY_HOST,
    WRONG_PASSWORD, LIMIT_REACHED, GUESTS_CANNOT_STAKE, BOTS_CANNOT_STAKE.
    """
    player_id, body = command.player.player_id, command.join
    check_open(table.state)
    refuse_if_seated_at(table.state, player_id)
    if player_id in table.state.removed_ids:
        raise Denied("REMOVED_BY_HOST", "the host took this player out of its seat")
    check_may_stake(table.state.stake, command.player)
    await _check_password(ports, table.state, command, moment)
    seat = seat_wanted(table.state, body.seat if body.HasField("seat") else None)
    state = life.joined(table.state, seat, command, moment)
    state = await begun_if_full(ports, state, moment)
    await take_place(ports, player_id, command.table_id, seat)
    return Draft(player_id, without_password(body), state, seat, command.request_id)


async def change_seat(_ports: Ports, table: Table, command: Command, moment: Moment) -> Draft | None:
    """The player moves to a seat that is empty, or that one of the platform's bots has; nothing changes in the own one.

    Errors: NOT_SEATED, TABLE_CLOSED, ALREADY_STARTED, UNKNOWN_SEAT, SEAT_TAKEN.
    """
    state, wanted = table.state, command.change_seat.seat
    seat = own_seat(state, command.player.player_id)
    check_open(state)
    if not 0 <= wanted < len(state.seats):
        raise InvalidInput("UNKNOWN_SEAT", f"no seat {wanted} at a table of {len(state.seats)}")
    if wanted == seat:
        return None
    if taken(state.seats[wanted]) and not state.seats[wanted].platform_bot:
        raise Denied("SEAT_TAKEN", f"seat {wanted} belongs to another player")
    after = life.seat_changed(state, seat, wanted, command, moment)
    return Draft(command.player.player_id, command.change_seat, after, seat, command.request_id)


async def leave_table(ports: Ports, table: Table, command: Command, moment: Moment) -> Draft | None:
    """Before the match the seat becomes empty; during it the seat forfeits; afterwards it declines a rematch.

    While the stakes are being held it waits: whoever asks is to ask again. Errors: NOT_SEATED, UNREACHABLE.
    """
    state = table.state
    seat = own_seat(state, command.player.player_id)
    if state.status == TABLE_STATUS_STARTING:
        raise Unreachable("UNREACHABLE", "the stakes are being held; retry with the same request id")
    if state.HasField("rematch"):
        after = rematch.declined(state, seat, command, moment)
    elif is_over(state):
        return None
    elif state.status == TABLE_STATUS_OPEN:
        after = life.left(state, seat, command, moment)
    else:
        return await forfeit(ports, table, seat, command, moment)
    return Draft(command.player.player_id, command.leave, after, seat, command.request_id)


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
    after = taken_back(state, seat, command, moment)
    return Draft(player_id, command.take_back, after, seat, command.request_id)


def check_open(state: TableState) -> None:
    """Refuses what is to be done before the match. Errors: TABLE_CLOSED, ALREADY_STARTED."""
    if state.status == TABLE_STATUS_CLOSED:
        raise IllegalAction("TABLE_CLOSED", "the table closed before its match began")
    if state.status != TABLE_STATUS_OPEN or state.matched:  # the matchmaker's tables are never open to others
        raise IllegalAction("ALREADY_STARTED", "the match has started already")


async def _check_password(ports: Ports, state: TableState, command: Command, moment: Moment) -> None:
    if not state.password_hash:
        return
    guess = f"{command.player.player_id}|{command.join.password}"
    ports.guesses.check(state.table_id, guess, moment.now_ms)
    # Off the event loop: it is made to be slow.
    if not await asyncio.to_thread(opens, command.join.password, state.password_hash):
        metrics.WRONG_PASSWORDS.inc()
        ports.guesses.note(state.table_id, guess, moment.now_ms)
        raise Denied("WRONG_PASSWORD", "the table's password is another")
