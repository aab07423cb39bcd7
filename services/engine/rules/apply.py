"""The match as a fold over actions: `apply` makes the next state and tells what happened."""

from collections.abc import Callable
from typing import Final, NamedTuple

from services.engine.rules.actions import (
    DEAL,
    DOWN,
    ENVIDO,
    FALTA_ENVIDO,
    FORFEIT,
    MAZO,
    NO_QUIERO,
    PLAY,
    QUIERO,
    REAL_ENVIDO,
    RETRUCO,
    TRUCO,
    VALE_CUATRO,
    Action,
)
from services.engine.rules.awards import Award
from services.engine.rules.chapters import deal, envido, mazo, scoring, tricks, truco
from services.engine.rules.errors import error_of
from services.engine.rules.events import Event
from services.engine.rules.guard import refusal
from services.engine.rules.log import Log
from services.engine.rules.state import State, is_truco

Move = Callable[[State, int, Action, Log], tuple[Award, ...]]
"""Carries out a legal action on the step's own copy and returns the points that it gives."""


class Step(NamedTuple):
    """What an action made: the next state, and what happened in order."""

    state: State
    events: tuple[Event, ...]


def apply(state: State, seat: int, action: Action) -> Step:
    """Takes a seat's action. Raises IllegalAction or InvalidInput with the reason; the state given is never changed."""
    log = Log()
    return Step(_next(state, seat, action, log), tuple(log.events))


def advance(state: State, seat: int, action: Action) -> State:
    """As apply, for searching ahead: the next state without the events."""
    return _next(state, seat, action, Log(quiet=True))


def _next(state: State, seat: int, action: Action, log: Log) -> State:
    reason = refusal(state, seat, action)
    if reason is not None:
        raise error_of(reason, f"refused to seat {seat}: action {action.kind}, card {action.card}")
    now = state.copy()
    for award in _MOVES[action.kind](now, seat, action, log):
        scoring.add(now, award, log)
    return now


def _deal(now: State, _seat: int, action: Action, log: Log) -> tuple[Award, ...]:
    deal.deal(now, action.deck, log)
    return ()


def _play(now: State, seat: int, action: Action, log: Log) -> tuple[Award, ...]:
    return tricks.play(now, seat, action.card, log, face_down=action.kind == DOWN)


def _envido(now: State, seat: int, action: Action, log: Log) -> tuple[Award, ...]:
    return envido.call(now, seat, action.kind, log)


def _truco(now: State, seat: int, action: Action, log: Log) -> tuple[Award, ...]:
    return truco.call(now, seat, action.kind, log)


def _quiero(now: State, seat: int, action: Action, log: Log) -> tuple[Award, ...]:
    log.called(seat, action.kind)
    return truco.accept(now) if is_truco(now.call) else envido.accept(now, log)


def _no_quiero(now: State, seat: int, action: Action, log: Log) -> tuple[Award, ...]:
    log.called(seat, action.kind)
    return truco.decline(now, seat) if is_truco(now.call) else envido.decline(now, seat)


def _mazo(now: State, seat: int, _action: Action, log: Log) -> tuple[Award, ...]:
    return mazo.fold(now, seat, log) or tricks.go_on(now, log)


def _forfeit(now: State, seat: int, _action: Action, log: Log) -> tuple[Award, ...]:
    scoring.forfeit(now, seat, log)
    return ()


_MOVES: Final[dict[int, Move]] = {
    DEAL: _deal,
    PLAY: _play,
    DOWN: _play,
    ENVIDO: _envido,
    REAL_ENVIDO: _envido,
    FALTA_ENVIDO: _envido,
    TRUCO: _truco,
    RETRUCO: _truco,
    VALE_CUATRO: _truco,
    QUIERO: _quiero,
    NO_QUIERO: _no_quiero,
    MAZO: _mazo,
    FORFEIT: _forfeit,
}
