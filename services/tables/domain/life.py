"""A table's life outside the game: opening, sitting, leaving, closing. Each function returns a new state."""

from collections.abc import Iterable
from typing import Final

from services.common.errors import InvalidInput
from services.common.forms import check_client_seed
from services.tables.domain.clocks import clock_wanted
from services.tables.domain.copies import copy_of
from services.tables.domain.passwords import check_password
from services.tables.domain.requests import remember, remember_left
from services.tables.domain.seats import bot_player, people, taken
from services.tables.domain.stakes import check_may_stake, check_stake
from services.tables.domain.times import Moment
from truco.play.v1.play_pb2 import TABLE_STATUS_CLOSED, TABLE_STATUS_OPEN
from truco.tables.v1.tables_pb2 import Command, OpenTable, SeatState, TableState

SEATS: Final = (2, 4, 6)
_REMOVED_REMEMBERED: Final = 64


def opened(command: Command, server_seed: bytes, moment: Moment) -> TableState:
    """A new table with its creator in seat 0.

    Errors: BAD_SEATS, BAD_STAKE, BAD_REQUEST, GUESTS_CANNOT_STAKE, BOTS_CANNOT_STAKE.
    """
    body = command.open
    if body.seats not in SEATS:
        raise InvalidInput("BAD_SEATS", f"{body.seats} seats; a table has 2, 4 or 6")
    if not 0 <= body.bots < body.seats:
        raise InvalidInput("BAD_REQUEST", f"{body.bots} bots at a table of {body.seats} with its creator")
    _check_privacy(body)
    check_stake(body.stake, body.bots)
    check_may_stake(body.stake, command.player)
    state = TableState(
        table_id=command.table_id,
        epoch=1,
        status=TABLE_STATUS_OPEN,
        ruleset=body.ruleset,
        seats=[SeatState() for _ in range(body.seats)],
        creator_id=command.player.player_id,
        opened_ms=moment.now_ms,
        unlisted=body.unlisted,
        manual_start=body.manual_start,
        server_seed=server_seed,
        due_ms=moment.now_ms + moment.times.idle,
        stake=body.stake,
        no_spectators=body.no_spectators,
    )
    state.turn_ms, state.bank_ms = clock_wanted(body, moment.times)
    _sit(state, 0, command, body.client_seed, moment.version)
    _sit_bots(state, range(body.seats - body.bots, body.seats))
    return state


def joined(state: TableState, seat: int, command: Command, moment: Moment) -> TableState:
    """The player sits down. Errors: BAD_REQUEST."""
    after = copy_of(state)
    _sit(after, seat, command, command.join.client_seed, moment.version)
    after.due_ms = moment.now_ms + moment.times.idle
    return after


def bots_added(state: TableState, seats: Iterable[int], command: Command, moment: Moment) -> TableState:
    """The platform's bots sit down in these seats."""
    after = copy_of(state)
    _sit_bots(after, seats)
    after.due_ms = moment.now_ms + moment.times.idle
    _remember(after, command, moment.version)
    return after


def left(state: TableState, seat: int, command: Command, moment: Moment) -> TableState:
    """The player gets up before the match. With no people left it closes; a creator hands over."""
    after = copy_of(state)
    remember(after.seats[seat], command, moment.version)
    after = free(after, seat)
    after.due_ms = moment.now_ms + moment.times.idle
    return after if people(after) else closed(after)


def free(state: TableState, seat: int) -> TableState:
    """The seat is empty before the match; what its player asked for is remembered, and a creator hands over."""
    after = copy_of(state)
    gone = after.seats[seat].player.player_id
    remember_left(after, after.seats[seat])
    after.seats[seat].Clear()
    remaining = people(after)
    if after.creator_id == gone and remaining:
        after.creator_id = after.seats[remaining[0]].player.player_id
    return after


def seat_changed(state: TableState, seat: int, wanted: int, command: Command, moment: Moment) -> TableState:
    """The player moves to a seat that is empty or one of the platform's bots', which takes the player's."""
    after = copy_of(state)
    bot = after.seats[wanted].platform_bot
    after.seats[wanted].CopyFrom(state.seats[seat])
    after.seats[seat].Clear()
    if bot:
        _sit_bots(after, [seat])
    after.due_ms = moment.now_ms + moment.times.idle
    remember(after.seats[wanted], command, moment.version)
    return after


def removed(state: TableState, seat: int, command: Command, moment: Moment) -> TableState:
    """The host takes somebody out of a seat; a person so removed does not sit here again."""
    after = copy_of(state)
    if after.seats[seat].platform_bot:
        after.seats[seat].Clear()
    else:
        after.removed_ids.append(after.seats[seat].player.player_id)
        del after.removed_ids[:-_REMOVED_REMEMBERED]
        after = free(after, seat)
    after.due_ms = moment.now_ms + moment.times.idle
    _remember(after, command, moment.version)
    return after


def closed(state: TableState) -> TableState:
    """The table ends without a match."""
    after = copy_of(state)
    after.status = TABLE_STATUS_CLOSED
    after.due_ms = 0
    return after


def remembered(state: TableState, command: Command, moment: Moment) -> TableState:
    """The same, with the request remembered in its player's seat."""
    after = copy_of(state)
    _remember(after, command, moment.version)
    return after


def starts_by_itself(state: TableState) -> bool:
    """Whether the match is to start now."""
    return state.status == TABLE_STATUS_OPEN and not state.manual_start and all(taken(seat) for seat in state.seats)


def _check_privacy(body: OpenTable) -> None:
    if body.password and not body.unlisted:
        raise InvalidInput("BAD_REQUEST", "only a private table has a password")
    check_password(body.password)


def _sit(state: TableState, seat: int, command: Command, client_seed: str, version: int) -> None:
    state.seats[seat].CopyFrom(SeatState(player=command.player, client_seed=check_client_seed(client_seed)))
    remember(state.seats[seat], command, version)


def _sit_bots(state: TableState, seats: Iterable[int]) -> None:
    for seat in seats:
        state.seats[seat].CopyFrom(SeatState(player=bot_player(state.table_id, seat), platform_bot=True))


def _remember(state: TableState, command: Command, version: int) -> None:
    for seat in state.seats:
        if seat.player.player_id == command.player.player_id:
            remember(seat, command, version)
