"""What a rating means to people, and what idleness does to it. Pure.

Points are the strength (mu) on a scale on which everybody begins at 1000; the margin is its uncertainty (sigma) on
that scale: two times in three the strength lies within it.

Nobody gets stronger or weaker by staying away, but what is known of them grows old: sigma² grows by `GROWTH` for each
whole week without a ranked match, so that a well-known player is as unknown as a new one after about a year. It is
reckoned when a rating is read or the next match is rated, from sigma after the last match: nothing accumulates, and
nothing can be done twice.
"""

import math
from datetime import datetime, timedelta
from typing import Final

MU: Final = 25.0
SIGMA: Final = MU / 3
"""Where everybody begins."""

START: Final = 1000
POINTS: Final = 40
"""Points of everybody's beginning, and of one unit of mu."""

GROWTH: Final = 1.25
MOST_WEEKS: Final = 56
"""After so many weeks sigma is at its greatest, whatever it was."""

PROVISIONAL_MATCHES: Final = 20
PROVISIONAL_SIGMA: Final = 7.25
"""A rating of fewer matches, or one that is so uncertain (half a year away, or so), is provisional: shown as such,
and not on the board. A pair's sigma is 5.2 after 20 matches, that of a player at six seats 6.6."""

HIDDEN_AFTER: Final = timedelta(weeks=6)
"""Who has not played a ranked match of the kind for so long is not on its board."""

_WEEK: Final = timedelta(weeks=1)


def idle_weeks(since: datetime, at: datetime) -> int:
    """Whole weeks between the last match and a moment, as many as count."""
    return min(max((at - since) // _WEEK, 0), MOST_WEEKS)


def aged(sigma: float, since: datetime, at: datetime) -> float:
    """Sigma at a moment, of a player whose last match was at `since` and left it at `sigma`."""
    return max(sigma, min(math.sqrt(sigma**2 + GROWTH * idle_weeks(since, at)), SIGMA))


def points(mu: float) -> int:
    """The strength in points."""
    return round(START + POINTS * (mu - MU))


def margin(sigma: float) -> int:
    """The uncertainty in points."""
    return round(POINTS * sigma)


def is_provisional(games: int, sigma: float) -> bool:
    """Whether too little is known of a player to be compared with others."""
    return games < PROVISIONAL_MATCHES or sigma > PROVISIONAL_SIGMA
