"""What can be done with sanctions. Whoever changes one says so in the outbox, so that gateways keep to it."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from services.common.errors import Denied, IllegalAction, InvalidInput, NotFound
from services.common.subjects import SANCTIONS_BUCKET
from web.outbox.services import announce
from web.sanctions.models import Appeal as Appeal  # what every app calls an appeal
from web.sanctions.models import AppealState as AppealState
from web.sanctions.models import Kind as Kind
from web.sanctions.models import Sanction as Sanction

MOST_TEXT: Final = 2000
_TOLD: Final = (
    *("kind", "reason", "begins_at", "ends_at", "lifted_at"),
    *("appeal__text", "appeal__made_at", "appeal__state", "appeal__answer", "appeal__answered_at"),
)


@transaction.atomic
def impose(player: UUID, kind: Kind, reason: str, lasts: timedelta | None, report_id: str = "") -> Sanction:
    """Bars a player from something for a time, or until it is lifted.

    Raises InvalidInput (BAD_REQUEST) without a reason, or for a time that is none.
    """
    if lasts is not None and lasts <= timedelta():
        raise InvalidInput("BAD_REQUEST", "a sanction lasts for some time")
    now = timezone.now()
    made = Sanction.objects.create(
        player_id=player,
        kind=kind,
        reason=_checked(reason),
        begins_at=now,
        ends_at=now + lasts if lasts else None,
        report_id=report_id,
    )
    announce(SANCTIONS_BUCKET, [player.hex])
    return made


@transaction.atomic
def lift(sanction_id: int) -> Sanction:
    """Ends a sanction before its time. Raises NotFound, IllegalAction (BAD_REQUEST) for one that is over."""
    found = _locked(sanction_id)
    if not found.lasts:
        raise IllegalAction("BAD_REQUEST", "the sanction is over")
    found.lifted_at = timezone.now()
    found.save(update_fields=["lifted_at"])
    announce(SANCTIONS_BUCKET, [found.player_id.hex])
    return found


@transaction.atomic
def appeal(player: UUID, sanction_id: int, text: str) -> Appeal:
    """Says something against an own sanction, once.

    Raises NotFound for another's, IllegalAction (BAD_REQUEST) for one that is over or was appealed against,
    InvalidInput (BAD_REQUEST) for an empty or long text.
    """
    found = _locked(sanction_id)
    if found.player_id != player:
        raise _none()
    if not found.lasts or Appeal.objects.filter(sanction=found).exists():
        raise IllegalAction("BAD_REQUEST", "the sanction is over, or was appealed against")
    return Appeal.objects.create(sanction=found, text=_checked(text))


@transaction.atomic
def answer(appeal_id: int, text: str, *, upheld: bool) -> Appeal:
    """Answers an appeal; one that is upheld lifts its sanction.

    Raises NotFound, IllegalAction (BAD_REQUEST) for one that is answered, InvalidInput (BAD_REQUEST).
    """
    found = Appeal.objects.select_for_update(of=("self",)).select_related("sanction").filter(pk=appeal_id).first()
    if found is None:
        raise _none()
    if found.state != AppealState.OPEN:
        raise IllegalAction("BAD_REQUEST", "the appeal is answered")
    found.state = AppealState.UPHELD if upheld else AppealState.REJECTED
    found.answer, found.answered_at = _checked(text), timezone.now()
    found.save(update_fields=["state", "answer", "answered_at"])
    if upheld and found.sanction.lasts:
        lift(found.sanction_id)
    return found


def of_player(player: UUID) -> QuerySet[Sanction]:
    """A player's sanctions with their appeals, the latest first."""
    return Sanction.objects.filter(player=player).select_related("appeal").order_by("-begins_at", "-pk")


def lasting(players: Collection[UUID]) -> Mapping[UUID, Mapping[Kind, datetime | None]]:
    """What each of these players is barred from now, and until when (None: until it is lifted)."""
    now = timezone.now()
    rows = Sanction.objects.filter(Q(ends_at=None) | Q(ends_at__gt=now), player__in=players, lifted_at=None)
    found: dict[UUID, dict[Kind, datetime | None]] = {}
    for player, kind, ends_at in rows.values_list("player_id", "kind", "ends_at"):
        until = found.setdefault(player, {})
        until[Kind(kind)] = _later(until[Kind(kind)], ends_at) if Kind(kind) in until else ends_at
    return found


def told(player: UUID) -> list[dict[str, object]]:
    """A player's sanctions with what was said against them, for the player's own data."""
    return [dict(row) for row in of_player(player).values(*_TOLD)]


def forget(player: UUID) -> None:
    """Deletes a player's sanctions and appeals, as when the account is closed. The audit log keeps what was done."""
    Sanction.objects.filter(player=player).delete()
    announce(SANCTIONS_BUCKET, [player.hex])


def sanctioned_players() -> Iterable[UUID]:
    """Everybody who was ever barred from something."""
    return Sanction.objects.order_by().values_list("player_id", flat=True).distinct().iterator()


def open_appeals() -> int:
    """How many appeals wait for an answer."""
    return Appeal.objects.filter(state=AppealState.OPEN).count()


def is_suspended(player: UUID) -> bool:
    """Whether a player may do nothing now."""
    return Kind.SUSPENSION in lasting([player]).get(player, {})


def check_suspended(player: UUID) -> None:
    """Refuses who is suspended. Raises Denied (SUSPENDED), with `until` in Unix milliseconds, or nothing for no end."""
    barred = lasting([player]).get(player, {})
    if Kind.SUSPENSION in barred:
        until = barred[Kind.SUSPENSION]
        metadata = {"until": str(round(until.timestamp() * 1000))} if until else {}
        raise Denied("SUSPENDED", "the player is suspended", **metadata)


def _later(one: datetime | None, other: datetime | None) -> datetime | None:
    return max(one, other) if one and other else None


def _locked(sanction_id: int) -> Sanction:
    found = Sanction.objects.select_for_update().filter(pk=sanction_id).first()
    if found is None:
        raise _none()
    return found


def _none() -> NotFound:
    return NotFound("PAGE_NOT_FOUND", "no such sanction or appeal")


def _checked(text: str) -> str:
    clean = text.strip()
    if not 0 < len(clean) <= MOST_TEXT:
        raise InvalidInput("BAD_REQUEST", f"1 to {MOST_TEXT} characters")
    return clean
