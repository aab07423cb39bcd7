"""Whose time runs until when. Awaited seats burn their time in parallel (architecture 4.5)."""

from services.tables.domain.times import Moment
from truco.engine.v1.engine_pb2 import Position
from truco.rules.v1.rules_pb2 import PHASE_PLAY
from truco.tables.v1.tables_pb2 import SeatState, TableState


def rearm(state: TableState, before: Position, acting: int, moment: Moment) -> None:
    """Sets the deadlines of a state that is being built: `before` is where the game stood, `acting` who moved it.

    Who still owes the same kind of answer keeps its deadline; who owes something new gets a new one.
    """
    owed_before = {awaited.seat: awaited.default_action.kind for awaited in before.awaited}
    owed = {awaited.seat: awaited.default_action.kind for awaited in state.position.awaited}
    if state.position.phase != PHASE_PLAY:
        owed = {}  # the table deals by itself, in its own time
    for number, seat in enumerate(state.seats):
        if number != acting and number in owed and owed[number] == owed_before.get(number) and seat.deadline_ms:
            continue
        _settle(seat, moment.now_ms)
        if number in owed:
            seat.deadline_ms = moment.now_ms + state.turn_ms + seat.bank_ms


def shift(state: TableState, by_ms: int) -> None:
    """Moves every running deadline of a state that is being built."""
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
    return min((seat.deadline_ms for seat in state.seats if seat.deadline_ms), default=0)


def _settle(seat: SeatState, now_ms: int) -> None:
    """Takes from the bank what the seat used beyond its turn."""
    if not seat.deadline_ms:
        return
    seat.bank_ms = max(0, min(seat.bank_ms, seat.deadline_ms - now_ms))
    seat.deadline_ms = 0
