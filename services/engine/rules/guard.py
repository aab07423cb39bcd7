"""Whether the rules allow an action: one question that `legal` and `apply` both ask, answered by the chapters."""

from collections.abc import Callable
from typing import Final

from services.engine.rules.actions import (
    CON_FLOR_ENVIDO,
    CON_FLOR_ME_ACHICO,
    CONTRAFLOR,
    CONTRAFLOR_AL_RESTO,
    DEAL,
    DOWN,
    ENVIDO,
    FALTA_ENVIDO,
    FLOR,
    FORFEIT,
    MAZO,
    NO_QUIERO,
    PERROS,
    PLAY,
    QUIERO,
    REAL_ENVIDO,
    RETRUCO,
    TRUCO,
    VALE_CUATRO,
    Action,
)
from services.engine.rules.cards import CARDS
from services.engine.rules.chapters import deal, envido, mazo, tricks, truco
from services.engine.rules.errors import Reason
from services.engine.rules.state import OVER, PLAYING, State
from services.engine.rules.turns import answer_refusal

Guard = Callable[[State, int, Action], Reason | None]
"""Why a seat may not take an action now, or None."""


def refusal(state: State, seat: int, action: Action) -> Reason | None:
    """Why the seat may not take the action now; None when `apply` accepts it."""
    malformed = _malformed(state, seat, action)
    if malformed is not None:
        return malformed
    if state.phase == OVER:
        return Reason.MATCH_OVER
    return _GUARDS[action.kind](state, seat, action)


def _malformed(state: State, seat: int, action: Action) -> Reason | None:
    if not 0 <= seat < state.seats:
        return Reason.UNKNOWN_SEAT
    if action.kind not in _GUARDS:
        return Reason.UNKNOWN_ACTION
    has_card = action.kind in (PLAY, DOWN)
    return Reason.UNKNOWN_CARD if has_card and not 0 <= action.card < CARDS else None


def _in_hand(guard: Guard) -> Guard:
    """A guard for what only a seat that is still in a hand may do."""

    def refuse(state: State, seat: int, action: Action) -> Reason | None:
        if state.phase != PLAYING:
            return Reason.NO_HAND
        return guard(state, seat, action) if state.is_in(seat) else Reason.FOLDED

    return refuse


def _answer(state: State, seat: int, _action: Action) -> Reason | None:
    return answer_refusal(state, seat)


def _always(_state: State, _seat: int, _action: Action) -> Reason | None:
    return None


def _no_flor(_state: State, _seat: int, _action: Action) -> Reason | None:
    return Reason.NO_FLOR


def _not_played_here(_state: State, _seat: int, _action: Action) -> Reason | None:
    return Reason.NOT_PLAYED_HERE


_GUARDS: Final[dict[int, Guard]] = {
    DEAL: deal.refusal,
    PLAY: _in_hand(tricks.refusal),
    DOWN: _in_hand(tricks.refusal),
    ENVIDO: _in_hand(envido.refusal),
    REAL_ENVIDO: _in_hand(envido.refusal),
    FALTA_ENVIDO: _in_hand(envido.refusal),
    FLOR: _no_flor,
    CON_FLOR_ME_ACHICO: _not_played_here,
    CONTRAFLOR: _not_played_here,
    CON_FLOR_ENVIDO: _not_played_here,
    CONTRAFLOR_AL_RESTO: _not_played_here,
    TRUCO: _in_hand(truco.refusal),
    RETRUCO: _in_hand(truco.refusal),
    VALE_CUATRO: _in_hand(truco.refusal),
    QUIERO: _in_hand(_answer),
    NO_QUIERO: _in_hand(_answer),
    MAZO: _in_hand(mazo.refusal),
    PERROS: _not_played_here,
    FORFEIT: _always,
}
