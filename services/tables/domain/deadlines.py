"""Whose time runs until when. Awaited seats burn their time in parallel (architecture 4.5)."""

from services.tables.domain.times import Moment
from truco.engine.v1.engine_pb2 import Position
from truco.rules.v1.rules_pb2 import PHASE_PLAY
from truco.tables.v1.tables_pb2 import SeatState, TableState


def rearm(state: TableState, before: Position, acting: int, moment: Moment) -> None:
    """Sets the deadlines of a state that is being built: `before` is where the game stood, `acting` who moved it.

    Who still owes the same kind of answer keeps its deadline; who owes something new gets a new one.
    """
    owed_before, owed = _owed(before), _owed(state.position)
    for number, seat in enumerate(state.seats):
        deadline_ms = seat.deadline_ms
        if deadline_ms:
            if number != acting and number in owed and owed[number] == owed_before.get(number):
                continue
            _settle(seat, deadline_ms, moment.now_ms)
        if number in owed:
            seat.deadline_ms = moment.now_ms + state.turn_ms + seat.bank_ms


def shift(state: TableState, by_ms: int) -> None:
    """Moves every running deadline of a state that is being built."""
    if not by_ms:
        return
    for seat in state.seats:
        if seat.deadline_ms:
            seat.deadline_ms += by_ms


def give_back(state: TableState, by_ms: int) -> None:
    """Gives an outage back in a state that is being built in which nobody's turn has changed."""
    shift(state, by_ms)
    if earliest(state):
        state.due_ms = earliest(state)


def expired(state: TableState, now_ms: int) -> int | None:
    """The seat whose time has run out first, or None."""
    late = [(seat.deadline_ms, number) for number, seat in enumerate(state.seats) if 0 < seat.deadline_ms <= now_ms]
    return min(late)[1] if late else None


def earliest(state: TableState) -> int:
    """The earliest deadline in Unix milliseconds, 0 when nobody's time runs."""
    return min(filter(None, [seat.deadline_ms for seat in state.seats]), default=0)


def _owed(position: Position) -> dict[int, int]:
    """The kind of the answer that each seat owes. Before a deal nobody does: the table deals by itself, in its time."""
    if position.phase != PHASE_PLAY:
        return {}
    return {awaited.seat: awaited.default_action.kind for awaited in position.awaited}


def _settle(seat: SeatState, deadline_ms: int, now_ms: int) -> None:
    """Takes from the bank what the seat used beyond its turn."""
    seat.bank_ms = max(0, min(seat.bank_ms, deadline_ms - now_ms))
    seat.deadline_ms = 0
