"""Who may act (rules.md 5): the part of every chapter's guard that is the same, and how refusals add up."""

from services.engine.rules.actions import NO_CALL
from services.engine.rules.errors import Reason
from services.engine.rules.ruleset import Refusal
from services.engine.rules.state import NOBODY, State, team_of


def turn_refusal(state: State, seat: int) -> Reason | None:
    """Why the seat may not use its turn: a call is pending or another seat is in turn."""
    if state.call != NO_CALL:
        return Reason.CALL_PENDING
    return None if seat == state.turn else Reason.NOT_YOUR_TURN


def answer_refusal(state: State, seat: int) -> Reason | None:
    """Why the seat may not answer the pending call."""
    if state.call == NO_CALL:
        return Reason.NOTHING_TO_ANSWER
    if team_of(seat) != state.call_team:
        return Reason.NOT_YOUR_ANSWER
    return Reason.ALREADY_REFUSED if state.refused >> seat & 1 else None


def answering(state: State) -> list[int]:
    """The seats that may still answer the pending call; none where no call is pending."""
    if state.call == NO_CALL:
        return []
    return [seat for seat in state.team_in(state.call_team) if not state.refused >> seat & 1]


def ask(now: State, call: int, team: int) -> None:
    """Makes a call pending against a team; everybody in it may answer afresh."""
    now.call = call
    now.call_team = team
    now.refused = 0


def settle(now: State) -> None:
    """Ends the pending call; a truco that waited behind it is pending again, afresh (rules.md 5)."""
    suspended = now.suspended
    now.suspended = NO_CALL
    ask(now, suspended, now.raiser if suspended else NOBODY)


def refuse(now: State, seat: int) -> bool:
    """Notes the seat's no_quiero and returns whether that closes the call."""
    now.refused |= 1 << seat
    return now.ruleset.refusal is Refusal.FIRST or not answering(now)
