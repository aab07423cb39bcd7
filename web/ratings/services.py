"""What can be done with ratings."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from openskill.models import PlackettLuce

from web.common.keyset import Page
from web.ratings import board_rows, boards
from web.ratings.board_rows import Result
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


class Kind(NamedTuple):
    """Which rating: a player's, for a ruleset family and a table size. Sorted, the order in which they are locked."""

    player: UUID
    preset: str
    seats: int


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
    def kinds(self) -> list[Kind]:
        """Which ratings it moves."""
        return [self.kind_of(player) for team in self.teams for player in team]

    def kind_of(self, player: UUID) -> Kind:
        """Which rating of a player it moves."""
        return Kind(player, self.preset, sum(map(len, self.teams)))


def rate(played: Played) -> bool:
    """Moves the ratings of a match's players; returns False when that was done before."""
    return bool(rate_all([played]))


@transaction.atomic
def rate_all(matches: Sequence[Played]) -> set[str]:
    """Moves the ratings of several matches' players, one match after the other; returns the ids of those rated now.

    Two callers with matches of the same players go one after the other.
    """
    if not matches:
        return set()
    ratings = _locked(matches)
    known = RatingChange.objects.filter(match_id__in=[played.match_id for played in matches])
    done = set(known.values_list("match_id", flat=True))
    new = [played for played in matches if played.match_id not in done]
    changes, results = list[RatingChange](), list[Result]()
    for played in new:
        for kind, rated in _after(played, ratings).items():
            changes.append(_change(played, ratings[kind], *rated))
            ratings[kind] = _moved(ratings[kind], *rated, played.at)
            results.append(Result(ratings[kind], played.at, won=kind.player in played.teams[played.winner]))
    if new:
        moved = {kind: ratings[kind] for played in new for kind in played.kinds}
        RatingChange.objects.bulk_create(changes)
        Rating.objects.bulk_create(moved.values(), update_conflicts=True, unique_fields=_UNIQUE, update_fields=_MOVING)
        board_rows.write(results)
    return {played.match_id for played in new}


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


def _locked(matches: Sequence[Played]) -> dict[Kind, Rating]:
    """The players' ratings, locked in the order of their kinds; new ones are begun."""
    kinds = sorted({kind for played in matches for kind in played.kinds})
    Rating.objects.bulk_create((Rating(player_id=p, preset=r, seats=n) for p, r, n in kinds), ignore_conflicts=True)
    rows = Rating.objects.filter(player__in={kind.player for kind in kinds}).order_by("player_id", "preset", "seats")
    if len({kind[1:] for kind in kinds}) == 1:  # as most often: then no other of the players' ratings is locked
        rows = rows.filter(preset=kinds[0].preset, seats=kinds[0].seats)
    return {Kind(row.player_id, row.preset, row.seats): row for row in rows.select_for_update()}


def _after(played: Played, ratings: Mapping[Kind, Rating]) -> dict[Kind, tuple[float, float]]:
    """Mu and sigma of each player after the match."""
    teams = [[played.kind_of(player) for player in team] for team in played.teams]
    before = [[_MODEL.rating(ratings[kind].mu, _aged(ratings[kind], played.at)) for kind in team] for team in teams]
    rated = _MODEL.rate(before, ranks=[0.0 if team == played.winner else 1.0 for team in range(len(teams))])
    return {
        kind: (rating.mu, rating.sigma)
        for team, result in zip(teams, rated, strict=True)
        for kind, rating in zip(team, result, strict=True)
    }


def _aged(rating: Rating, at: datetime) -> float:
    return aged(rating.sigma, rating.updated, at)


def _change(played: Played, before: Rating, mu: float, sigma: float) -> RatingChange:
    return RatingChange(
        match_id=played.match_id,
        player_id=before.player_id,
        preset=before.preset,
        seats=before.seats,
        mu_before=before.mu,
        sigma_before=_aged(before, played.at),
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
