"""A table's life in the game: what the engine answered, taken into the table's state. Each returns a new state."""

from services.tables.domain import deadlines
from services.tables.domain.copies import copy_of
from services.tables.domain.requests import remember
from services.tables.domain.times import Moment
from truco.engine.v1.engine_pb2 import ApplyResponse, NewMatchResponse
from truco.play.v1.play_pb2 import (
    TABLE_STATUS_ABANDONED,
    TABLE_STATUS_FINISHED,
    TABLE_STATUS_PLAYING,
    TABLE_STATUS_VOIDED,
    TableStatus,
)
from truco.rules.v1.rules_pb2 import ACTION_KIND_DEAL, PHASE_DEAL, PHASE_OVER
from truco.tables.v1.tables_pb2 import Act, Command, TableState


def started(state: TableState, match: NewMatchResponse, first_dealer: int, moment: Moment) -> TableState:
    """The match begins: the table is to deal."""
    after = copy_of(state)
    after.status = TABLE_STATUS_PLAYING
    after.starting_ms = 0
    after.first_dealer = first_dealer
    after.started_ms = moment.now_ms
    for seat in after.seats:
        seat.bank_ms = after.bank_ms
        seat.stand_in, seat.missed_turns = False, 0
    _stand(after, match)
    after.due_ms = moment.now_ms + _pause(after, moment)
    return after


def acted(state: TableState, act: Act, step: ApplyResponse, moment: Moment, command: Command | None) -> TableState:
    """One action was made, by a command or by the table itself."""
    after = copy_of(state)
    _stand(after, step)
    if act.action.kind == ACTION_KIND_DEAL:
        after.deals += 1
        after.hand_version = moment.version
    deadlines.shift(after, moment.outage_ms)
    deadlines.rearm(after, state.position, act.seat, moment)
    _set_due(after, moment)
    if command is not None:
        remember(after.seats[act.seat], command, moment.version)
    return after


def time_given_back(state: TableState, outage_ms: int) -> TableState:
    """Everybody's deadline moves by an outage."""
    after = copy_of(state)
    deadlines.give_back(after, outage_ms)
    return after


def voided(state: TableState, reason: str) -> TableState:
    """The match is void: stakes go back, nobody won. The reason is "outage" or "operator"."""
    after = _ended(state, TABLE_STATUS_VOIDED)
    after.void_reason = reason
    return after


def abandoned(state: TableState) -> TableState:
    """The match is given up, since nobody was there for so long: stakes go back, nobody won."""
    return _ended(state, TABLE_STATUS_ABANDONED)


def _ended(state: TableState, status: TableStatus.ValueType) -> TableState:
    after = copy_of(state)
    after.status = status
    after.due_ms = 0
    for seat in after.seats:
        seat.deadline_ms = 0
    return after


def _stand(state: TableState, step: ApplyResponse | NewMatchResponse) -> None:
    state.engine_state = step.state
    state.position.CopyFrom(step.position)
    state.seat_views[:] = step.seat_views
    state.spectator_view = step.spectator_view


def _set_due(state: TableState, moment: Moment) -> None:
    if state.position.phase == PHASE_OVER:
        state.status = TABLE_STATUS_FINISHED
        state.due_ms = 0
    elif state.position.phase == PHASE_DEAL:
        state.due_ms = moment.now_ms + _pause(state, moment)
    else:
        state.due_ms = deadlines.earliest(state)


def _pause(state: TableState, moment: Moment) -> int:
    """How long the table waits before it deals."""
    return moment.times.perros_window if state.position.perros_open else moment.times.deal_pause
