"""Redondas and pica-pica: which hand is dealt next, and by whom (rules.md 3, 11)."""

from typing import Final

from services.engine.rules.ruleset import PICA_SEATS
from services.engine.rules.state import REDONDA, State

_FIRST_DUEL: Final = 0
_LAST_DUEL: Final = 2


def next_hand(now: State) -> None:
    """After a hand: the round's next duel, or a new round, which the next seat deals. A chico starts with a redonda."""
    same_chico = now.chico_begun == 1
    if same_chico and REDONDA < now.duel < _LAST_DUEL:
        now.duel += 1
        return
    now.dealer = (now.dealer + 1) % now.seats
    now.duel = _FIRST_DUEL if same_chico and _follows(now) else REDONDA


def _follows(state: State) -> bool:
    """Whether duels follow the round that has ended: it was a redonda, and the score is between the limits."""
    ruleset = state.ruleset
    if not ruleset.pica_pica or state.seats != PICA_SEATS or state.duel != REDONDA:
        return False
    return ruleset.pica_from <= state.best_points() < ruleset.pica_end
