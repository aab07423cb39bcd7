"""What can be done with ratings."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from openskill.models import PlackettLuce

from web.common.keyset import Page
from web.ratings import board_rows, boards
from web.ratings.boards import Row
from web.ratings.models import Rating as Rating  # what every app calls a rating
from web.ratings.models import RatingChange
from web.ratings.reversal import take_back as take_back
from web.ratings.standing import Change as Change
from web.ratings.standing import changes_of as changes_of
from web.ratings.standing import standing_of as standing_of
from web.ratings.standing import standings_of as standings_of
from web.ratings.strength import aged

BOARD_ROWS = 50

_MODEL = PlackettLuce()
_UNIQUE = ["player", "preset", "seats"]
_MOVING = ["mu", "sigma", "games", "updated", "told_weeks"]


@dataclass(frozen=True)
class Played:
    """A ranked match between people, as far as ratings look at it."""

    match_id: str
    preset: str
    teams: Sequence[Sequence[UUID]]
    """The players of each team."""
    winner: int
    """The team that won."""
    at: datetime

    @property
    def players(self) -> list[UUID]:
        """All of them, sorted: the order in which their ratings are locked."""
        return sorted(player for team in self.teams for player in team)


@transaction.atomic
def rate(played: Played) -> bool:
    """Moves the ratings of a match's players; returns False when that was done before.

    Two matches of the same players are rated one after the other.
    """
    ratings = _locked(played)
    if RatingChange.objects.filter(match_id=played.match_id).exists():
        return False
    for rating in ratings.values():
        rating.sigma = aged(rating.sigma, rating.updated, played.at)
    after = _after(played, ratings)
    RatingChange.objects.bulk_create(_change(played, ratings[player], *rated) for player, rated in after.items())
    moved = [_moved(ratings[player], mu, sigma, played.at) for player, (mu, sigma) in after.items()]
    Rating.objects.bulk_create(moved, update_conflicts=True, unique_fields=_UNIQUE, update_fields=_MOVING)
    board_rows.write(moved, set(played.teams[played.winner]), played.at)
    return True


def leaderboard(
    preset: str, seats: int, season: int | None = None, after: str | None = None, limit: int = BOARD_ROWS
) -> Page[Row]:
    """The board of a ruleset family and table size, the strongest first; of the running season, or of that number.

    `after` is the `next` of the page that came before. Raises InvalidInput (BAD_REQUEST) for any other text.
    """
    return boards.rows_of(boards.board(preset, seats, season), after, limit)


def own_place(player: UUID, preset: str, seats: int, season: int | None = None) -> Row | None:
    """The player's own line of a board; None for who is not on it."""
    return boards.row_of(boards.board(preset, seats, season), player)


def ratings_of(players: Collection[UUID]) -> dict[UUID, list[Rating]]:
    """Every rating of these players, by player; those who have none are left out."""
    found: dict[UUID, list[Rating]] = {}
    for rating in Rating.objects.filter(player__in=players).order_by("preset", "seats"):
        found.setdefault(rating.player_id, []).append(rating)
    return found


def uncertainty(rating: Rating) -> float:
    """A rating's sigma now: as its last match left it, and more for the time that has passed since."""
    return aged(rating.sigma, rating.updated, timezone.now())


def rated_players() -> Iterable[UUID]:
    """Everybody who has a rating."""
    return Rating.objects.order_by().values_list("player_id", flat=True).distinct().iterator()


def _locked(played: Played) -> dict[UUID, Rating]:
    """The players' ratings, locked in the order of their ids; new ones are begun."""
    seats = len(played.players)
    begun = [Rating(player_id=player, preset=played.preset, seats=seats) for player in played.players]
    Rating.objects.bulk_create(begun, ignore_conflicts=True)
    rows = Rating.objects.filter(player__in=played.players, preset=played.preset, seats=seats)
    return {rating.player_id: rating for rating in rows.select_for_update().order_by("player_id")}


def _after(played: Played, ratings: Mapping[UUID, Rating]) -> dict[UUID, tuple[float, float]]:
    """Mu and sigma of each player after the match."""
    teams = [[_MODEL.rating(ratings[player].mu, ratings[player].sigma) for player in team] for team in played.teams]
    rated = _MODEL.rate(teams, ranks=[0.0 if team == played.winner else 1.0 for team in range(len(teams))])
    return {
        player: (rating.mu, rating.sigma)
        for team, result in zip(played.teams, rated, strict=True)
        for player, rating in zip(team, result, strict=True)
    }


def _change(played: Played, before: Rating, mu: float, sigma: float) -> RatingChange:
    return RatingChange(
        match_id=played.match_id,
        player_id=before.player_id,
        preset=before.preset,
        seats=before.seats,
        mu_before=before.mu,
        sigma_before=before.sigma,
        mu_after=mu,
        sigma_after=sigma,
        at=played.at,
    )


def _moved(before: Rating, mu: float, sigma: float, at: datetime) -> Rating:
    return Rating(
        player_id=before.player_id,
        preset=before.preset,
        seats=before.seats,
        mu=mu,
        sigma=sigma,
        games=before.games + 1,
        updated=max(before.updated, at) if before.games else at,
    )
