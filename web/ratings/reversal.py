"""A rated match is taken back, as when it was annulled."""

import math

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from services.common.subjects import STANDING_BUCKET
from web.outbox.services import announce
from web.ratings.models import Rating, RatingChange, Season, SeasonRating
from web.ratings.seasons import season_at
from web.ratings.strength import SIGMA, is_provisional


@transaction.atomic
def take_back(match_id: str) -> bool:
    """Takes what a match did out of its players' ratings and their season, and tells pairing; False when there is
    nothing to take back. What later matches did stays as it was reckoned. A closed season's board stays, too.
    """
    changes = RatingChange.objects.filter(match_id=match_id, taken_back_at__isnull=True)
    players = list(changes.values_list("player_id", flat=True))
    rows = Rating.objects.filter(player__in=players).select_for_update().order_by("player_id", "preset", "seats")
    ratings = {(row.player_id, row.preset, row.seats): row for row in rows}
    undone = list(changes.all())  # again, now that nobody else takes it back
    for change in undone:
        _undo(change, ratings[change.player_id, change.preset, change.seats])
    changes.update(taken_back_at=timezone.now())
    announce(STANDING_BUCKET, (change.player_id.hex for change in undone))
    return bool(undone)


def _undo(change: RatingChange, rating: Rating) -> None:
    variance = rating.sigma**2 + max(change.sigma_before**2 - change.sigma_after**2, 0)
    rating.mu -= change.mu_after - change.mu_before
    rating.sigma = min(math.sqrt(variance), SIGMA)
    rating.games -= 1
    rating.save(update_fields=["mu", "sigma", "games"])
    _undo_season(change, rating)


def _undo_season(change: RatingChange, rating: Rating) -> None:
    season = season_at(change.at).number
    if Season.objects.filter(number=season, closed_at__isnull=False).exists():
        return
    rows = SeasonRating.objects.filter(season=season, player=change.player_id, preset=change.preset, seats=change.seats)
    rows.update(
        mu=rating.mu,
        sigma=rating.sigma,
        games=F("games") - 1,
        wins=F("wins") - int(change.mu_after > change.mu_before),
        listed=not is_provisional(rating.games, rating.sigma),
    )
    rows.filter(games=0).delete()
