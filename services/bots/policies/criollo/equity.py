"""What a score is worth: the chance to win the chico from it.

Every decision about points is weighed so: a falta envido at 28-29 and one at 0-0 are different questions.
"""

from functools import cache
from typing import Final

from services.engine.rules import View
from services.engine.rules.seats import rival_of, team_of

_SWINGS: Final = ((1, 0.40), (2, 0.27), (3, 0.15), (4, 0.10), (6, 0.08))
"""What a hand brings its winner, and how often: points and chance."""


class Equity:
    """The chances of the viewer's team after points that it wins or loses.

    `confidence` is how often it expects to win a hand: who thinks himself the better player does not stake the chico on
    one envido.
    """

    def __init__(self, view: View, confidence: float) -> None:
        self._confidence = confidence
        team = team_of(view.seat or 0)
        self._needed = view.ruleset.target - view.score[team]
        self._rival_needed = view.ruleset.target - view.score[rival_of(team)]

    def after(self, points: int) -> float:
        """The chance to win the chico after the team scores the points; the rivals do where they are negative."""
        if points >= 0:
            return _chance(max(0, self._needed - points), self._rival_needed, self._confidence)
        return _chance(self._needed, max(0, self._rival_needed + points), self._confidence)


@cache
def _chance(needed: int, rival_needed: int, confidence: float) -> float:
    """The chance of the side that needs `needed` points, the viewer's."""
    if not needed or not rival_needed:
        return float(not needed)
    chance = 0.0
    for points, share in _SWINGS:
        won = _chance(max(0, needed - points), rival_needed, confidence)
        lost = _chance(needed, max(0, rival_needed - points), confidence)
        chance += share * (confidence * won + (1 - confidence) * lost)
    return chance
