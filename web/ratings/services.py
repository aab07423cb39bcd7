"""What can be done with ratings."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from openskill.models import PlackettLuce

from web.ratings.models import Rating as Rating  # what every app calls a rating
from web.ratings.models import RatingChange

_MODEL = PlackettLuce()
_UNIQUE = ["player", "preset", "seats"]
_MOVING = ["mu", "sigma", "games", "updated"]


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
    after = _after(played, ratings)
    RatingChange.objects.bulk_create(_change(played, ratings[player], *rated) for player, rated in after.items())
    moved = [_moved(ratings[player], mu, sigma, played.at) for player, (mu, sigma) in after.items()]
    Rating.objects.bulk_create(moved, update_conflicts=True, unique_fields=_UNIQUE, update_fields=_MOVING)
    return True


def ratings_of(players: Collection[UUID]) -> dict[UUID, list[Rating]]:
    """Every rating of these players, by player; those who have none are left out."""
    found: dict[UUID, list[Rating]] = {}
    for rating in Rating.objects.filter(player__in=players).order_by("preset", "seats"):
        found.setdefault(rating.player_id, []).append(rating)
    return found


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
        updated=at,
    )
