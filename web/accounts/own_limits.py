"""Limits that players set for themselves: a tighter one holds at once, a looser one a day later."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from services.common.errors import InvalidInput
from web.accounts.models import LimitKind, OwnLimit, Player

LOOSER_AFTER = timedelta(hours=24)
MOST = {LimitKind.MINUTES: 24 * 60, LimitKind.STAKE: 1_000_000}


@dataclass(frozen=True)
class Limit:
    """What holds now, and what will from `coming_at` on; None is no limit."""

    now: int | None
    coming: int | None = None
    coming_at: datetime | None = None


def limit_of(player: UUID, kind: LimitKind) -> Limit:
    """A player's limit of a kind."""
    now = timezone.now()
    own = OwnLimit.objects.filter(player=player, kind=kind)
    held = own.filter(since__lte=now).order_by("-since", "-pk").first()
    coming = own.filter(since__gt=now).order_by("since").first()
    most = held.most if held else None
    return Limit(most, coming.most, coming.since) if coming else Limit(most)


@transaction.atomic
def set_limit(player: Player, kind: LimitKind, most: int | None) -> Limit:
    """Sets a limit, or takes it away with None; what was to come before is dropped.

    Raises InvalidInput (BAD_REQUEST) for what is no limit: minutes of a day, credits up to a million.
    """
    if most is not None and not 0 <= most <= MOST[kind]:
        raise InvalidInput("BAD_REQUEST", f"a limit is 0 to {MOST[kind]}")
    Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)
    now = timezone.now()
    held = limit_of(player.pk, kind).now
    OwnLimit.objects.filter(player=player, kind=kind, since__gt=now).delete()
    if most != held:
        since = now if is_tighter(most, held) else now + LOOSER_AFTER
        OwnLimit.objects.create(player=player, kind=kind, most=most, since=since)
    return limit_of(player.pk, kind)


def is_tighter(most: int | None, held: int | None) -> bool:
    """Whether the first limit allows less than the second."""
    return most is not None and (held is None or most < held)


def staking_too_much(stakes: Mapping[UUID, int]) -> set[UUID]:
    """Which of these players would stake more than they allow themselves."""
    limits = OwnLimit.objects.filter(player__in=list(stakes), kind=LimitKind.STAKE, since__lte=timezone.now())
    latest = limits.order_by("player", "-since", "-pk").distinct("player")
    return {limit.player_id for limit in latest if limit.most is not None and stakes[limit.player_id] > limit.most}
