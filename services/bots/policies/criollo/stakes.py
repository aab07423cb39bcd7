"""What the calls of a hand are worth, asked of the rules themselves (rules.md 6, 7, 11)."""

from collections.abc import Sequence
from typing import Final

from services.engine.rules import State, View, worth
from services.engine.rules.actions import ENVIDO
from services.engine.rules.chapters.envido import accepted_value, refused_value
from services.engine.rules.state import REDONDA

_A_DUEL: Final = 0
"""Any of a round's duels: they are worth the same."""


def envido(view: View, calls: Sequence[int], winner: int) -> int:
    """What the accepted envido calls give the winning team."""
    return accepted_value(_state(view, calls), winner)


def envido_refused(view: View, calls: Sequence[int]) -> int:
    """What they give when the last is refused."""
    return refused_value(_state(view, calls).chain)


def resto(view: View, winner: int) -> int:
    """What an accepted contraflor al resto gives the winning team."""
    return worth.resto(_state(view), winner)


def _state(view: View, envidos: Sequence[int] = ()) -> State:
    """A state with the view's score, in its kind of round, after such envido calls: all that these values depend on."""
    state = State(view.ruleset, view.seats)
    state.score_0, state.score_1 = view.score
    state.duel = REDONDA if len(view.playing) == view.seats else _A_DUEL
    for kind in envidos:
        state.chain = state.chain << 2 | kind - ENVIDO + 1
    return state
