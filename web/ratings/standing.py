"""How a player stands, in every kind of match that they played ranked."""

from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone

from web.common.presets import name_of
from web.ratings import boards
from web.ratings.models import Rating, RatingChange
from web.ratings.strength import HIDDEN_AFTER, PROVISIONAL_MATCHES, aged, is_provisional, margin, points


@dataclass(frozen=True)
class Standing:
    """One rating as people read it. `place` is that on the running season's board, None for who is not on it;
    `missing` are the matches that a new rating still needs, `idle` says that it is hidden since nothing is played."""

    preset: str
    seats: int
    points: int
    margin: int
    games: int
    provisional: bool
    missing: int
    idle: bool
    place: int | None

    @property
    def family(self) -> str:
        """What players call the ruleset family."""
        return name_of(self.preset)

    @property
    def low(self) -> int:
        """Where the margin begins."""
        return self.points - self.margin

    @property
    def high(self) -> int:
        """Where it ends."""
        return self.points + self.margin


@dataclass(frozen=True)
class Change:
    """What one match did to a rating, in points. A match that was annulled was taken back."""

    points: int
    gained: int
    taken_back: bool


def standings_of(player: UUID) -> list[Standing]:
    """Every rating of the player, the kinds played most first."""
    ratings = Rating.objects.filter(player=player, games__gt=0).order_by("-games", "preset", "seats")
    places = boards.places_of(player)
    return [_standing(rating, places.get((rating.preset, rating.seats))) for rating in ratings]


def standing_of(player: UUID, preset: str, seats: int) -> Standing | None:
    """The player's rating of one kind; None before the first ranked match."""
    return next((each for each in standings_of(player) if (each.preset, each.seats) == (preset, seats)), None)


def changes_of(player: UUID, match_ids: list[str]) -> dict[str, Change]:
    """What these matches did to the player's ratings, by match; unranked ones are left out."""
    found = RatingChange.objects.filter(player=player, match_id__in=match_ids)
    return {change.match_id: _change(change) for change in found}


def _standing(rating: Rating, place: int | None) -> Standing:
    now = timezone.now()
    sigma = aged(rating.sigma, rating.updated, now)
    return Standing(
        preset=rating.preset,
        seats=rating.seats,
        points=points(rating.mu),
        margin=margin(sigma),
        games=rating.games,
        provisional=is_provisional(rating.games, sigma),
        missing=max(PROVISIONAL_MATCHES - rating.games, 0),
        idle=rating.updated < now - HIDDEN_AFTER,
        place=place,
    )


def _change(change: RatingChange) -> Change:
    after = points(change.mu_after)
    return Change(after, after - points(change.mu_before), change.taken_back_at is not None)
