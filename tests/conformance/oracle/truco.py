"""Truco, retruco, vale cuatro (rules.md 8)."""

from tests.conformance.oracle.scoring import win_hand
from tests.conformance.oracle.state import TRUCO_CALLS, Call, Match, other, team_of


def next_call(match: Match) -> list[str]:
    """The call that would raise the accepted value, or the pending call that an answer would accept and raise."""
    hand = match.playing
    accepted = hand.truco
    if hand.pending is not None:
        accepted += 1
    return [TRUCO_CALLS[accepted - 1]] if accepted < 4 else []


def openings(match: Match, seat: int) -> list[str]:
    """What the seat may call with no call pending."""
    hand = match.playing
    if match.options.truco_by == "turn" and seat != hand.turn:
        return []
    if hand.may_raise not in (None, team_of(seat)):
        return []
    return next_call(match)


def call(match: Match, seat: int, name: str) -> None:
    """Open or raise; a raise in answer accepts what it raises."""
    hand = match.playing
    if hand.pending is not None:
        hand.truco += 1
    hand.pending = Call(name, team=other(team_of(seat)), seat=seat)
    hand.may_raise = hand.pending.team


def accept(match: Match) -> None:
    hand = match.playing
    hand.truco += 1
    hand.pending = None


def refused(match: Match) -> None:
    hand = match.playing
    assert hand.pending is not None
    win_hand(match, other(hand.pending.team), hand.truco, "truco_refused")
