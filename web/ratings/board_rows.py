"""What ranked matches write on their seasons' boards: one statement, in the matches' transaction."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection
from django.utils import timezone

from web.ratings.models import Rating
from web.ratings.seasons import season_of_match
from web.ratings.strength import is_provisional

_ROW = "(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
_WRITE = """
INSERT INTO ratings_seasonrating AS row (season, player_id, preset, seats, mu, sigma, games, wins, updated, listed)
VALUES {rows}
ON CONFLICT (player_id, season, preset, seats) DO UPDATE SET
    mu = excluded.mu, sigma = excluded.sigma, games = row.games + excluded.games, wins = row.wins + excluded.wins,
    updated = greatest(row.updated, excluded.updated), listed = excluded.listed
"""

Line = tuple[int, UUID, str, int]
"""Of a board: season, player, preset and seats."""


@dataclass(frozen=True)
class Result:
    """The rating that a match left a player."""

    rating: Rating
    at: datetime
    """When the match ended."""
    won: bool


def write(results: Iterable[Result]) -> None:
    """Writes the ratings that matches left, in the order in which they were rated. The players' ratings are locked:
    nobody else writes these rows meanwhile."""
    now, lines = timezone.now(), dict[Line, list[Result]]()
    for result in results:
        lines.setdefault(_line(result, now), []).append(result)
    values = [value for line, own in sorted(lines.items(), key=_place) for value in _values(line, own)]
    with connection.cursor() as cursor:
        cursor.execute(_WRITE.format(rows=", ".join([_ROW] * len(lines))), values)


def _line(result: Result, now: datetime) -> Line:
    rating = result.rating
    return season_of_match(result.at, now).number, rating.player_id, rating.preset, rating.seats


def _place(item: tuple[Line, list[Result]]) -> Line:
    return item[0]


def _values(line: Line, results: Sequence[Result]) -> list[UUID | datetime | str | float]:
    last, wins = results[-1].rating, sum(result.won for result in results)
    listed = not is_provisional(last.games, last.sigma)
    return [*line, last.mu, last.sigma, len(results), wins, max(result.at for result in results), listed]
