"""Truco, retruco and vale cuatro (rules.md 8)."""

from services.engine.rules.actions import NO_CALL, TRUCO, Action
from services.engine.rules.awards import Award
from services.engine.rules.errors import Reason
from services.engine.rules.events import Why
from services.engine.rules.log import Log
from services.engine.rules.ruleset import CallBy
from services.engine.rules.state import NOBODY, State, is_truco, rival_of, team_of, truco_value
from services.engine.rules.turns import answer_refusal, ask, refuse, settle


def refusal(state: State, seat: int, action: Action) -> Reason | None:
    """Why the seat may not call or raise truco."""
    if state.call == NO_CALL:
        return _open_refusal(state, seat, action.kind)
    if not is_truco(state.call):
        return Reason.CALL_PENDING
    reason = answer_refusal(state, seat)
    if reason is not None:
        return reason
    return None if action.kind == state.call + 1 else Reason.TRUCO_CHAIN


def call(now: State, seat: int, kind: int, log: Log) -> tuple[Award, ...]:
    """Calls truco, or accepts the pending one and raises it."""
    log.called(seat, kind)
    now.truco = truco_value(kind) - 1
    now.raiser = rival_of(team_of(seat))
    ask(now, kind, now.raiser)
    return ()


def accept(now: State) -> tuple[Award, ...]:
    """The pending call's value holds."""
    now.truco = truco_value(now.call)
    settle(now)
    return ()


def decline(now: State, seat: int) -> tuple[Award, ...]:
    """Refuses for the seat; once the team has refused, the caller's team takes what had been accepted."""
    if not refuse(now, seat):
        return ()
    return (Award(rival_of(now.call_team), now.truco, Why.TRUCO_REFUSED, ends_hand=True),)


def _open_refusal(state: State, seat: int, kind: int) -> Reason | None:
    if state.ruleset.truco_by is CallBy.TURN and seat != state.turn:
        return Reason.NOT_YOUR_TURN
    if state.raiser not in (NOBODY, team_of(seat)):
        return Reason.NOT_YOUR_RAISE
    return None if kind == TRUCO + state.truco - 1 else Reason.TRUCO_CHAIN
