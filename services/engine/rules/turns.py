"""Who may act (rules.md 5): the part of every chapter's guard that is the same, and how refusals add up."""

from mypy_extensions import i64

from services.engine.rules.actions import NO_CALL
from services.engine.rules.calls import is_envido, is_flor
from services.engine.rules.errors import Reason
from services.engine.rules.ruleset import FlorTiming, Refusal
from services.engine.rules.seats import NOBODY, has, of_team, rival_of, team_of
from services.engine.rules.state import DEALING, PLAYING, State


def awaited_seats(state: State) -> i64:
    """The seats whose move the match waits for: those to answer a call, the seat in turn, or the dealer."""
    if state.phase == PLAYING:
        return 1 << state.turn if state.call == NO_CALL else answering(state)
    return 1 << state.dealer if state.phase == DEALING else 0


def turn_refusal(state: State, seat: i64) -> Reason | None:
    """Why the seat may not use its turn: a call is pending or another seat is in turn."""
    if state.call != NO_CALL:
        return Reason.CALL_PENDING
    return None if seat == state.turn else Reason.NOT_YOUR_TURN


def answer_refusal(state: State, seat: i64) -> Reason | None:
    """Why the seat may not answer the pending call."""
    if state.call == NO_CALL:
        return Reason.NOTHING_TO_ANSWER
    if team_of(seat) != state.call_team:
        return Reason.NOT_YOUR_ANSWER
    if has(state.refused, seat):
        return Reason.ALREADY_REFUSED
    return None if has(answering(state), seat) else Reason.NOT_YOUR_ANSWER


def answering(state: State) -> i64:
    """The seats that may still answer the pending call, or whose flor goes before any answer (rules.md 5, 7)."""
    asked = of_team(state.still_in(), state.call_team)
    if is_flor(state.call):
        return asked & state.flores & ~state.refused
    owing = state.owing()
    if owing:
        first = singing_first(state, owing)
        if first:
            return first
    return asked & ~state.refused


def singing_first(state: State, owing: i64) -> i64:
    """The seats whose flor goes before the answer to a pending envido or truco (rules.md 7)."""
    asked = of_team(owing, state.call_team)
    if asked or not is_envido(state.call) or state.ruleset.flor_timing is FlorTiming.ON_TURN:
        return asked
    return of_team(owing, rival_of(state.call_team))


def ask(now: State, call: i64, team: i64) -> None:
    """Makes a call pending against a team; everybody in it may answer afresh."""
    now.call = call
    now.call_team = team
    now.refused = 0


def settle(now: State) -> None:
    """Ends the pending call; a truco that waited behind it is pending again, afresh (rules.md 5)."""
    suspended = now.suspended
    now.suspended = NO_CALL
    ask(now, suspended, now.raiser if suspended != NO_CALL else NOBODY)


def refuse(now: State, seat: i64) -> bool:
    """Notes the seat's no_quiero and returns whether that closes the call."""
    now.refused |= 1 << seat
    return now.ruleset.refusal is Refusal.FIRST or answering(now) == 0
