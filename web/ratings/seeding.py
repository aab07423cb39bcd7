"""Ratings of seeded matches, written by COPY. They move as ratings do, but are not reckoned by the model."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from web.ratings.seasons import season_at
from web.ratings.strength import MU, SIGMA, is_provisional

Copy = Callable[[str, Sequence[str]], None]
"""Copies lines into a table with its columns."""

CHANGES: Final = (
    "ratings_ratingchange (match_id, player_id, preset, seats, mu_before, sigma_before, mu_after, sigma_after, at)"
)
_RATINGS: Final = "ratings_rating (player_id, preset, seats, mu, sigma, games, updated)"
_BOARDS: Final = "ratings_seasonrating (season, player_id, preset, seats, mu, sigma, games, wins, updated, listed)"

_STEP: Final = 0.12
_SHRINK: Final = 0.975
_LEAST_SIGMA: Final = 1.7


@dataclass
class _Strength:
    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    updated: str = ""
    seasons: dict[int, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    """Matches and wins, by season."""


class SeededRatings:
    """The ratings of players whose matches are seeded in the order in which they ended."""

    def __init__(self) -> None:
        self._strengths: dict[tuple[str, str, int], _Strength] = defaultdict(_Strength)
        self._boards: dict[tuple[int, str, str, int], str] = {}

    def play(self, match_id: str, preset: str, teams: Sequence[Sequence[str]], winner: int, at: datetime) -> list[str]:
        """Rates one match; returns its changes, as lines for `CHANGES`."""
        seats = sum(map(len, teams))
        season, ended = season_at(at).number, at.isoformat()
        return [
            self._move((player, preset, seats), match_id, team == winner, season, ended)
            for team, players in enumerate(teams)
            for player in players
        ]

    def finish(self, copy: Copy) -> None:
        """Writes ratings and boards."""
        copy(_RATINGS, [_line(*key, *_values(each), each.updated) for key, each in self._strengths.items()])
        copy(_BOARDS, list(self._boards.values()))

    def _move(self, key: tuple[str, str, int], match_id: str, won: bool, season: int, ended: str) -> str:  # noqa: FBT001
        each = self._strengths[key]
        before = (each.mu, each.sigma)
        each.mu += _STEP * each.sigma * (1 if won else -1)
        each.sigma = max(each.sigma * _SHRINK, _LEAST_SIGMA)
        each.games, each.updated = each.games + 1, ended
        counted = each.seasons[season]
        counted[0] += 1
        counted[1] += won
        listed = "f" if is_provisional(each.games, each.sigma) else "t"
        self._boards[season, *key] = _line(season, *key, each.mu, each.sigma, *counted, ended, listed)
        return _line(match_id, *key, *before, each.mu, each.sigma, ended)


def _values(each: _Strength) -> tuple[float, float, int]:
    return each.mu, each.sigma, each.games


def _line(*values: object) -> str:
    return "\t".join(map(str, values))
