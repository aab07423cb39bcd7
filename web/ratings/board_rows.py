"""What a ranked match writes on its season's boards: one statement, in the match's transaction."""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from django.db import connection
from django.utils import timezone

from web.ratings.models import Rating
from web.ratings.seasons import season_of_match
from web.ratings.strength import is_provisional

_ROW = "(%s, %s, %s, %s, %s, %s, 1, %s, %s, %s)"
_WRITE = """
INSERT INTO ratings_seasonrating AS row (season, player_id, preset, seats, mu, sigma, games, wins, updated, listed)
VALUES {rows}
ON CONFLICT (player_id, season, preset, seats) DO UPDATE SET
    mu = excluded.mu, sigma = excluded.sigma, games = row.games + 1, wins = row.wins + excluded.wins,
    updated = greatest(row.updated, excluded.updated), listed = excluded.listed
"""


def write(ratings: Sequence[Rating], winners: Collection[UUID], ended_at: datetime) -> None:
    """Writes the ratings that a match left. The players' ratings are locked: nobody else writes these rows
    meanwhile."""
    season = season_of_match(ended_at, timezone.now()).number
    values = [
        value for rating in ratings for value in _values(season, rating, int(rating.player_id in winners), ended_at)
    ]
    with connection.cursor() as cursor:
        cursor.execute(_WRITE.format(rows=", ".join([_ROW] * len(ratings))), values)


def _values(season: int, rating: Rating, wins: int, ended_at: datetime) -> list[UUID | datetime | str | float]:
    listed = not is_provisional(rating.games, rating.sigma)
    strength = [rating.mu, rating.sigma]
    return [season, rating.player_id, rating.preset, rating.seats, *strength, wins, ended_at, listed]
