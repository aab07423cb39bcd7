"""What time does to ratings: seasons end, and idle players' uncertainty is told to pairing again. Each can be done
twice, or by two at once."""

from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction
from django.db.models import DurationField, ExpressionWrapper, F, Value
from django.utils import timezone

from services.common.subjects import STANDING_BUCKET
from web.outbox.services import announce
from web.ratings.models import Rating, Season, SeasonRating
from web.ratings.seasons import Quarter, season_at
from web.ratings.strength import HIDDEN_AFTER, MOST_WEEKS, idle_weeks

_CHUNK: Final = 5000
_UNTOLD: Final = ExpressionWrapper((F("told_weeks") + 1) * Value(timedelta(weeks=1)), DurationField())
"""The idleness at which a rating is to be told again."""

_PLACES: Final = """
UPDATE ratings_seasonrating row SET place = ranked.place FROM (
    SELECT id, row_number() OVER (PARTITION BY preset, seats ORDER BY mu DESC, player_id) AS place
    FROM ratings_seasonrating WHERE season = %s AND listed
) ranked WHERE ranked.id = row.id
"""


def close_seasons() -> int:
    """Sees to it that the running season is there, and closes those that are over; returns how many."""
    now = timezone.now()
    _begin(season_at(now))
    over = Season.objects.filter(closed_at__isnull=True, ends_at__lte=now).order_by("number")
    return sum([_close(Quarter(number), now) for number in over.values_list("number", flat=True)])


def tell_idle() -> int:
    """Has pairing told every rating that has become less certain since it was told last; returns how many."""
    total = 0
    while told := _tell_some(timezone.now()):
        total += told
    return total


def _begin(season: Quarter) -> None:
    row = Season(number=season.number, starts_at=season.starts_at, ends_at=season.ends_at)
    Season.objects.bulk_create([row], ignore_conflicts=True)


@transaction.atomic
def _close(season: Quarter, now: datetime) -> bool:
    """Freezes a season's boards: who was idle at its end is off them, the others have their places."""
    row = Season.objects.select_for_update().get(number=season.number)
    if row.closed_at is not None or now < season.closes_at:
        return False
    rows = SeasonRating.objects.filter(season=season.number)
    rows.filter(listed=True, updated__lt=season.ends_at - HIDDEN_AFTER).update(listed=False)
    with connection.cursor() as cursor:
        cursor.execute(_PLACES, [season.number])
    row.closed_at = now
    row.save(update_fields=["closed_at"])
    return True


@transaction.atomic
def _tell_some(now: datetime) -> int:
    known = Rating.objects.filter(told_weeks__lt=MOST_WEEKS, games__gt=0)
    due = known.alias(due=F("updated") + _UNTOLD).filter(due__lte=now)
    rows = list(due.select_for_update(skip_locked=True).order_by("pk")[:_CHUNK])
    for row in rows:
        row.told_weeks = idle_weeks(row.updated, now)
    Rating.objects.bulk_update(rows, ["told_weeks"])
    announce(STANDING_BUCKET, (row.player_id.hex for row in rows))
    return len(rows)
