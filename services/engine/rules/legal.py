"""What a seat may do now, and what is done for a seat that does not answer (rules.md 14)."""

from typing import Final

from services.engine.rules.actions import (
    DEAL,
    DOWNS,
    ENVIDO,
    FALTA_ENVIDO,
    MAZO,
    NO_CALL,
    NO_QUIERO,
    PLAYS,
    QUIERO,
    REAL_ENVIDO,
    RETRUCO,
    SPOKEN,
    TRUCO,
    VALE_CUATRO,
    Action,
)
from services.engine.rules.guard import refusal
from services.engine.rules.ranking import lowest
from services.engine.rules.state import DEALING, PLAYING, State
from services.engine.rules.turns import answering

_CALLS: Final = tuple(SPOKEN[kind] for kind in (ENVIDO, REAL_ENVIDO, FALTA_ENVIDO, TRUCO, RETRUCO, VALE_CUATRO))
_ANSWERS: Final = (*_CALLS, SPOKEN[QUIERO], SPOKEN[NO_QUIERO])
_OPENINGS: Final = (*_CALLS, SPOKEN[MAZO])


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """What the seat may do now, in the order of the kinds; DEAL without its deck. Forfeit is never listed."""
    if state.phase == DEALING:
        return (SPOKEN[DEAL],) if seat == state.dealer else ()
    if state.phase != PLAYING or not state.is_in(seat):
        return ()
    return tuple(action for action in _candidates(state, seat) if refusal(state, seat, action) is None)


def awaited(state: State) -> tuple[int, ...]:
    """The seats whose move the match waits for: those to answer a call, the seat in turn, or the dealer."""
    if state.phase == DEALING:
        return (state.dealer,)
    if state.phase != PLAYING:
        return ()
    return (state.turn,) if state.call == NO_CALL else tuple(answering(state))


def default_action(state: State, seat: int) -> Action | None:
    """The conservative action of an awaited seat, DEAL without its deck; None for a seat that is not awaited."""
    if seat not in awaited(state):
        return None
    if state.phase == DEALING:
        return SPOKEN[DEAL]
    return SPOKEN[NO_QUIERO] if state.call != NO_CALL else PLAYS[lowest(state.held[seat])]


def _candidates(state: State, seat: int) -> tuple[Action, ...]:
    if state.call != NO_CALL:
        return _ANSWERS
    if seat != state.turn:
        return _CALLS
    cards = state.held[seat]
    return (*(PLAYS[card] for card in cards), *(DOWNS[card] for card in cards), *_OPENINGS)
