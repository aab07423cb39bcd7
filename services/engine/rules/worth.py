"""What a falta envido, a flor and a contraflor al resto are worth (rules.md 6, 7, 11)."""

from typing import Final

from mypy_extensions import i64

from services.engine.rules.ruleset import Falta, Resto
from services.engine.rules.seats import rival_of
from services.engine.rules.state import REDONDA, State

FLOR_POINTS: Final = 3
"""What a flor scores when no rival holds one."""

_HALVES_FROM: Final = 30
"""The least target that has malas and buenas (rules.md 10)."""


def falta(state: State, winner: i64) -> i64:
    """What an accepted falta envido gives the winning team."""
    return _limited(state, _falta(state, winner), state.ruleset.pica_falta)


def resto(state: State, winner: i64) -> i64:
    """What an accepted contraflor al resto gives the winning team."""
    return _limited(state, _resto(state, winner), state.ruleset.pica_resto)


def allowed(state: State, limit: int | None) -> bool:
    """Whether such a call may be made: in a duel a limit of 0 forbids it."""
    return state.duel == REDONDA or limit != 0


def _falta(state: State, winner: i64) -> i64:
    target, rule = state.ruleset.target, state.ruleset.falta
    if rule is Falta.RIVAL:
        return target - state.points(rival_of(winner))
    if rule is Falta.MALAS and target >= _HALVES_FROM and 2 * state.best_points() < target:
        return target - state.points(winner)
    return target - state.best_points()


def _resto(state: State, winner: i64) -> i64:
    rule = state.ruleset.resto
    if rule is Resto.FALTA:
        return _falta(state, winner)
    if rule is Resto.CHICO:
        return state.ruleset.target - state.points(winner)
    return state.ruleset.target - state.points(rival_of(winner))


def _limited(state: State, points: i64, limit: int | None) -> i64:
    return points if limit is None or state.duel == REDONDA else min(points, limit)
