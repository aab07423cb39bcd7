"""Leaderboards: one for each season, ruleset family and table size.

On a board stands who played ranked matches of the kind in the season, is not provisional and has not been idle for
long, the strongest first. Ranked matches are those between registered people, so neither bots nor guests nor unranked
matches are on any board.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from web.accounts import services as accounts
from web.common.keyset import Page, Strength, page
from web.ratings.models import Season, SeasonRating
from web.ratings.seasons import Quarter, season_at
from web.ratings.strength import HIDDEN_AFTER, aged, margin, points


@dataclass(frozen=True)
class Board:
    """Which board, and how it stands: `at` is its moment, now or the season's last."""

    season: Quarter
    preset: str
    seats: int
    closed: bool
    at: datetime

    @property
    def rows(self) -> QuerySet[SeasonRating]:
        """Everything on it, in order."""
        rows = SeasonRating.objects.filter(season=self.season.number, preset=self.preset, seats=self.seats, listed=True)
        fresh = rows if self.closed else rows.filter(updated__gte=self.at - HIDDEN_AFTER)
        return fresh.order_by("-mu", "player")


@dataclass(frozen=True)
class Row:
    """One line of a board; points and margin as `strength` explains them, matches and wins are the season's."""

    place: int
    player_id: UUID
    name: str
    points: int
    margin: int
    games: int
    wins: int
    strength: Strength

    @property
    def percent(self) -> int:
        """How many of a hundred matches were won."""
        return round(100 * self.wins / self.games)


def board(preset: str, seats: int, season: int | None = None) -> Board:
    """The board of a season's number; the running one without."""
    now = timezone.now()
    quarter = season_at(now) if season is None else Quarter(season)
    closed = Season.objects.filter(number=quarter.number, closed_at__isnull=False).exists()
    return Board(quarter, preset, seats, closed, min(now, quarter.ends_at))


def rows_of(found: Board, after: str | None, limit: int) -> Page[Row]:
    """The board from a place on. Raises InvalidInput (BAD_REQUEST) for a text that is no place."""
    rows = found.rows
    if after is not None:
        mu, player = Strength.read(after)
        rows = rows.filter(Q(mu__lt=mu) | Q(mu=mu, player__gt=player), mu__lte=mu)
    read = list(rows[: limit + 1])
    first = _place(found, read[0]) if read else 1
    names = accounts.names_of(row.player_id for row in read)
    return page(_told(found, read, first, names), limit, lambda row: row.strength)


def row_of(found: Board, player: UUID) -> Row | None:
    """The player's own line; None for who is not on the board."""
    own = found.rows.filter(player=player).first()
    return _told(found, [own], _place(found, own), accounts.names_of([player]))[0] if own else None


def places_of(player: UUID) -> dict[tuple[str, int], int]:
    """The player's places on the running season's boards, by family and size; in one query."""
    now = timezone.now()
    rows = SeasonRating.objects.filter(season=season_at(now).number, listed=True, updated__gte=now - HIDDEN_AFTER)
    same = rows.filter(preset=OuterRef("preset"), seats=OuterRef("seats"), mu__gte=OuterRef("mu"))
    ahead = same.filter(Q(mu__gt=OuterRef("mu")) | Q(player__lt=OuterRef("player"))).order_by().values("season")
    counted = Coalesce(Subquery(ahead.annotate(count=Count("pk")).values("count")), 0)
    own = rows.filter(player=player).annotate(ahead=counted)
    return {(preset, seats): before + 1 for preset, seats, before in own.values_list("preset", "seats", "ahead")}


def _place(found: Board, row: SeasonRating) -> int:
    if row.place is not None:
        return row.place
    ahead = Q(mu__gt=row.mu) | Q(mu=row.mu, player__lt=row.player_id)
    return found.rows.order_by().filter(ahead, mu__gte=row.mu).count() + 1


def _told(found: Board, rows: Sequence[SeasonRating], first: int, names: Mapping[UUID, str]) -> list[Row]:
    return [
        Row(
            place=row.place or first + number,
            player_id=row.player_id,
            name=names.get(row.player_id, accounts.ANONYMOUS),
            points=points(row.mu),
            margin=margin(aged(row.sigma, row.updated, found.at)),
            games=row.games,
            wins=row.wins,
            strength=Strength(row.mu, row.player_id),
        )
        for number, row in enumerate(rows)
    ]
