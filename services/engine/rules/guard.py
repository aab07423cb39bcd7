"""Whether the rules allow an action: one question that `legal` and `apply` both ask, answered by the chapters."""

from typing import Final

from mypy_extensions import i64

from services.engine.rules.actions import DEAL, DOWN, FLOR, FORFEIT, MAZO, PERROS, PLAY, Action
from services.engine.rules.calls import is_envido, is_flor, is_truco
from services.engine.rules.cards import CARDS
from services.engine.rules.chapters import deal, envido, flor, mazo, perros, tricks, truco
from services.engine.rules.errors import InvalidInput, Reason
from services.engine.rules.seats import has
from services.engine.rules.state import OVER, PLAYING, State
from services.engine.rules.turns import answer_refusal

_LAST_SEAT: Final = 5
"""The last seat of the largest table."""


def refusal(state: State, seat: int, action: Action) -> Reason | None:
    """Why the seat may not take the action now; None when `apply` accepts it."""
    kind = action.kind
    if not _is_seat(state, seat):
        return Reason.UNKNOWN_SEAT
    if not DEAL <= kind <= FORFEIT:
        return Reason.UNKNOWN_ACTION
    if kind in (PLAY, DOWN) and not 0 <= action.card < CARDS:
        return Reason.UNKNOWN_CARD
    if state.phase == OVER:
        return Reason.MATCH_OVER
    if kind == FORFEIT:
        return None
    if kind == DEAL:
        return deal.refusal(state, seat, action.deck)
    if kind == PERROS:
        return perros.refusal(state, seat)
    if kind in (PLAY, DOWN):
        return play_refusal(state, seat, kind, state.place_of(seat, action.card))
    return call_refusal(state, seat, kind)


def check_seat(state: State, seat: int) -> None:
    """Raises InvalidInput (UNKNOWN_SEAT) where the table has no such seat."""
    if not _is_seat(state, seat):
        raise InvalidInput(Reason.UNKNOWN_SEAT, f"there is no seat {seat} at a table of {state.seats}")


def play_refusal(state: State, seat: i64, kind: i64, place: i64) -> Reason | None:
    """Why the seat may not play its card of that place (-1: one that it does not hold)."""
    reason = _in_hand_refusal(state, seat)
    if reason is not None:
        return reason
    return Reason.FLOR_OWED if has(state.owing(), seat) else tricks.refusal(state, seat, kind, place)


def call_refusal(state: State, seat: i64, kind: i64) -> Reason | None:
    """Why the seat may not say that, or fold."""
    reason = _in_hand_refusal(state, seat)
    if reason is not None:
        return reason
    if is_flor(kind):
        return flor.refusal(state, seat, kind)
    if has(state.owing(), seat):
        return Reason.FLOR_OWED
    if is_envido(kind):
        return envido.refusal(state, seat, kind)
    if is_truco(kind):
        return truco.refusal(state, seat, kind)
    return mazo.refusal(state, seat) if kind == MAZO else _answer_refusal(state, seat)


def _is_seat(state: State, seat: int) -> bool:
    # Compiled, a number of more than 64 bits must not get as far as the i64.
    return 0 <= seat <= _LAST_SEAT and seat < state.seats


def _in_hand_refusal(state: State, seat: i64) -> Reason | None:
    """What only a seat that is still in a hand may do."""
    if state.phase != PLAYING:
        return Reason.NO_HAND
    if not has(state.playing, seat):
        return Reason.NOT_IN_DUEL
    return Reason.FOLDED if has(state.folded, seat) else None


def _answer_refusal(state: State, seat: i64) -> Reason | None:
    """Why the seat may not say quiero or no quiero; a flor alone has answers of its own."""
    reason = answer_refusal(state, seat)
    if reason is not None:
        return reason
    return Reason.WRONG_ANSWER if state.call == FLOR else None
