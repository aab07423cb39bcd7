"""The time that players play in a day, counted for those who limit it, from one token to the next.

Time is what passes between two tokens of a player when the second comes before the first is over: while the game is
open anywhere. When the day's time is used up, tokens say so (`resting`): the gateway lets their bearers finish what
they are in and begin nothing new. The day is one of the platform's time zone.
"""

from django.db import transaction
from django.utils import timezone

from web.accounts.models import LimitKind, PlayDay, Player
from web.accounts.own_limits import limit_of

SLACK_SECONDS = 60
"""How late a new token may come for the time between to count."""


def seconds_left(player: Player, token_seconds: int) -> float | None:
    """Counts up to now; returns what is left of the player's day, or None when the player set no limit."""
    minutes = limit_of(player.pk, LimitKind.MINUTES).now
    if minutes is None:
        return None
    return max(0.0, minutes * 60 - _counted(player, token_seconds + SLACK_SECONDS))


@transaction.atomic
def _counted(player: Player, longest_gap: float) -> int:
    now = timezone.now()
    row, _ = PlayDay.objects.select_for_update().get_or_create(
        player=player, day=timezone.localdate(now), defaults={"counted_at": now}
    )
    gap = (now - row.counted_at).total_seconds()
    if 0 < gap <= longest_gap:
        row.seconds += round(gap)
    row.counted_at = max(now, row.counted_at)
    row.save(update_fields=["seconds", "counted_at"])
    return row.seconds
