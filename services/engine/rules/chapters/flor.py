"""Flor and its replies (rules.md 7)."""

from typing import Final

from mypy_extensions import i64

from services.engine.rules.actions import (
    CON_FLOR_ENVIDO,
    CONTRAFLOR,
    CONTRAFLOR_AL_RESTO,
    FLOR,
    KIND_NAMES,
    NO_CALL,
)
from services.engine.rules.awards import Award
from services.engine.rules.calls import is_flor, is_truco
from services.engine.rules.errors import Reason
from services.engine.rules.events import Why
from services.engine.rules.log import Log
from services.engine.rules.ruleset import CallBy, FlorAnnounce, FlorCount, Ruleset
from services.engine.rules.seats import NOBODY, has, of_team, rival_of, team_of
from services.engine.rules.state import State
from services.engine.rules.tantos import flor as flor_value
from services.engine.rules.turns import answer_refusal, answering, ask, refuse, settle
from services.engine.rules.worth import FLOR_POINTS, allowed, resto

_CONTRAFLOR_POINTS: Final = 6
_CON_FLOR_ENVIDO_POINTS: Final = 5
_CON_FLOR_ENVIDO_REFUSED: Final = 3


def refusal(state: State, seat: i64, kind: i64) -> Reason | None:
    """Why the seat may not sing its flor, or make this reply to a rival's."""
    if not has(state.flores, seat):
        return Reason.NO_FLOR
    if state.call != NO_CALL and is_flor(state.call):
        return _reply_refusal(state, seat, kind)
    if kind != FLOR:
        return Reason.NOTHING_TO_ANSWER
    return _sing_refusal(state, seat) if has(state.owing(), seat) else Reason.FLOR_CLOSED


def replies(ruleset: Ruleset, kind: i64) -> bool:
    """Whether the ruleset has this reply to a flor."""
    return KIND_NAMES[kind] in ruleset.flor_replies


def sing(now: State, seat: i64, log: Log) -> Award | None:
    """Sings a flor, or answers one with it."""
    if now.call == FLOR:
        log.called(seat, FLOR)
        now.sung |= 1 << seat
        return _compare(now, now.ruleset.flor_vs_flor_points, Why.FLOR)
    log.called(seat, FLOR)
    _undo_envido(now, log)
    if is_truco(now.call):
        now.suspended = now.call
    now.sung |= 1 << seat
    now.flor_caller = seat
    rival = rival_of(team_of(seat))
    if of_team(now.flores & now.still_in(), rival):
        now.flor_closed = 1
        ask(now, FLOR, rival)
        return None
    return _unrivalled(now, seat)


def raise_to(now: State, seat: i64, kind: i64, log: Log) -> None:
    """Answers with a contraflor, a con flor envido or a contraflor al resto, which the other team must answer."""
    log.called(seat, kind)
    now.sung |= 1 << seat
    now.flor_caller = seat
    if kind == CONTRAFLOR:
        now.contraflor = 1
    ask(now, kind, rival_of(team_of(seat)))


def accept(now: State) -> Award:
    """The flores are compared for what was called last."""
    if now.call == CONTRAFLOR:
        return _compare(now, _CONTRAFLOR_POINTS, Why.CONTRAFLOR)
    if now.call == CON_FLOR_ENVIDO:
        return _compare(now, _CON_FLOR_ENVIDO_POINTS, Why.CON_FLOR_ENVIDO)
    return _compare(now, resto(now, team_of(best(now, now.still_in()))), Why.RESTO)


def decline(now: State, seat: i64) -> Award | None:
    """Refuses for the seat, con flor me achico too; once all holders have, the caller's team scores."""
    if not refuse(now, seat):
        return None
    call, team = now.call, rival_of(now.call_team)
    if now.flor_caller != NOBODY:
        now.flor_scored |= 1 << now.flor_caller
    settle(now)
    return Award(team, _refused_points(now, call), _refused_why(call))


def best(state: State, seats: i64) -> i64:
    """The seat with the best flor, sung or not, of those given; a tie goes to the one nearer to mano."""
    winner: i64 = NOBODY
    highest: i64 = -1
    for seat in state.order():
        if has(seats & state.flores, seat):
            value = flor_value(state.dealt(seat), state.muestra)
            if value > highest:
                winner, highest = seat, value
    return winner


def announcer(state: State) -> i64:
    """The seat whose flor is now sung by itself: it is to act, and the nearest to mano; or NOBODY (rules.md 7)."""
    owing = state.owing()
    if not owing:
        return NOBODY
    owing &= 1 << state.turn if state.call == NO_CALL else answering(state)
    for seat in state.order():
        if has(owing, seat):
            return seat
    return NOBODY


def _sing_refusal(state: State, seat: i64) -> Reason | None:
    if state.call != NO_CALL:
        return None if has(answering(state), seat) else Reason.CALL_PENDING
    out_of_turn = state.ruleset.envido_by is CallBy.ANYONE and state.ruleset.flor_announce is FlorAnnounce.MANUAL
    return None if seat == state.turn or out_of_turn else Reason.NOT_YOUR_TURN


def _reply_refusal(state: State, seat: i64, kind: i64) -> Reason | None:
    reason = answer_refusal(state, seat)
    if reason is not None:
        return reason
    if not replies(state.ruleset, kind):
        return Reason.NOT_PLAYED_HERE
    if kind == CONTRAFLOR_AL_RESTO and not allowed(state, state.ruleset.pica_resto):
        return Reason.NOT_PLAYED_HERE
    fits = state.call == FLOR or (state.call == CONTRAFLOR and kind == CONTRAFLOR_AL_RESTO)
    return None if fits else Reason.WRONG_ANSWER


def _unrivalled(now: State, seat: i64) -> Award:
    """No rival holds one: the flor scores at once."""
    now.flor_scored |= 1 << seat
    if now.ruleset.flor_count is FlorCount.ONE:
        now.flor_closed = 1
    settle(now)
    return Award(team_of(seat), FLOR_POINTS, Why.FLOR)


def _compare(now: State, points: i64, why: Why) -> Award:
    winner = best(now, now.still_in())
    now.flor_scored |= 1 << winner
    settle(now)
    return Award(team_of(winner), points, why)


def _undo_envido(now: State, log: Log) -> None:
    """Takes back the points of an envido that was settled over a hidden flor; a pending one just ends."""
    if now.envido_points == 0:
        return
    now.score_points(now.envido_team, -now.envido_points)
    log.scored(now.envido_team, -now.envido_points, Why.ENVIDO_UNDONE)
    now.envido_points = 0
    now.envido_winner = NOBODY


def _refused_points(state: State, call: i64) -> i64:
    ruleset = state.ruleset
    if call == FLOR:
        return ruleset.achico_points
    if call == CONTRAFLOR:
        return ruleset.contraflor_refused
    if call == CON_FLOR_ENVIDO:
        return _CON_FLOR_ENVIDO_REFUSED
    return _CONTRAFLOR_POINTS if state.contraflor else ruleset.resto_refused


def _refused_why(call: i64) -> Why:
    if call == FLOR:
        return Why.FLOR_ACHICO
    if call == CONTRAFLOR:
        return Why.CONTRAFLOR_REFUSED
    return Why.CON_FLOR_ENVIDO_REFUSED if call == CON_FLOR_ENVIDO else Why.RESTO_REFUSED
