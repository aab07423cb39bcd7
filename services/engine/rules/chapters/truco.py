"""Truco, retruco and vale cuatro (rules.md 8)."""

from mypy_extensions import i64

from services.engine.rules.actions import NO_CALL, TRUCO
from services.engine.rules.awards import Award
from services.engine.rules.calls import is_truco, truco_value
from services.engine.rules.errors import Reason
from services.engine.rules.events import Why
from services.engine.rules.log import Log
from services.engine.rules.ruleset import CallBy
from services.engine.rules.seats import NOBODY, rival_of, team_of
from services.engine.rules.state import State
from services.engine.rules.turns import answer_refusal, ask, refuse, settle


def refusal(state: State, seat: i64, kind: i64) -> Reason | None:
    """Why the seat may not call or raise truco."""
    if state.call == NO_CALL:
        return _open_refusal(state, seat, kind)
    if not is_truco(state.call):
        return Reason.CALL_PENDING
    reason = answer_refusal(state, seat)
    if reason is not None:
        return reason
    return None if kind == state.call + 1 else Reason.TRUCO_CHAIN


def call(now: State, seat: i64, kind: i64, log: Log) -> None:
    """Calls truco, or accepts the pending one and raises it."""
    log.called(seat, kind)
    now.truco = truco_value(kind) - 1
    now.raiser = rival_of(team_of(seat))
    ask(now, kind, now.raiser)


def accept(now: State) -> None:
    """The pending call's value holds."""
    now.truco = truco_value(now.call)
    settle(now)


def decline(now: State, seat: i64) -> Award | None:
    """Refuses for the seat; once the team has refused, the caller's team takes what had been accepted."""
    if not refuse(now, seat):
        return None
    return Award(rival_of(now.call_team), now.truco, Why.TRUCO_REFUSED, ends_hand=True)


def _open_refusal(state: State, seat: i64, kind: i64) -> Reason | None:
    if state.ruleset.truco_by is CallBy.TURN and seat != state.turn:
        return Reason.NOT_YOUR_TURN
    if state.raiser != NOBODY and state.raiser != team_of(seat):
        return Reason.NOT_YOUR_RAISE
    return None if kind == TRUCO + state.truco - 1 else Reason.TRUCO_CHAIN
