"""What can be done with reports."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from services.common.errors import IllegalAction, NotFound
from truco.play.v1 import play_pb2
from truco.tables.v1 import tables_pb2
from web.accounts import services as accounts
from web.moderation.models import Cause
from web.moderation.models import Report as Report  # what every app calls a report
from web.moderation.models import State as State

_CAUSES = {
    play_pb2.REPORT_CAUSE_ABUSE: Cause.ABUSE,
    play_pb2.REPORT_CAUSE_COLLUSION: Cause.COLLUSION,
    play_pb2.REPORT_CAUSE_STALLING: Cause.STALLING,
    play_pb2.REPORT_CAUSE_NAME: Cause.NAME,
}


@transaction.atomic
def store(report: tables_pb2.PlayerReport) -> bool:
    """Writes a report; returns False when it is there already."""
    players = _players(report.reporter.player_id, report.reported.player_id)
    _, new = Report.objects.get_or_create(
        id=report.report_id,
        defaults={
            "made_at": datetime.fromtimestamp(report.time_ms / 1000, UTC),
            "reporter_id": players.get(report.reporter.player_id),
            "reporter_name": report.reporter.name,
            "reporter_seat": report.reporter_seat,
            "reported_id": players.get(report.reported.player_id),
            "reported_name": report.reported.name,
            "reported_seat": report.reported_seat,
            "cause": _CAUSES.get(report.cause, Cause.OTHER),
            "text": report.text,
            "table_id": report.table_id,
            "match_id": report.match_id,
            "hand": _json(play_pb2.TableUpdate.FromString(report.hand)),
            "talk": [_json(line) for line in report.talk],
        },
    )
    return new


def open_reports() -> QuerySet[Report]:
    """What waits for the moderators, the oldest first."""
    return Report.objects.filter(state=State.OPEN).order_by("made_at", "id")


def report(report_id: str) -> Report | None:
    """One report, or None."""
    return Report.objects.filter(pk=report_id).first()


@transaction.atomic
def decide(report_id: str, *, upheld: bool) -> Report:
    """Closes an open report. Raises NotFound, IllegalAction (BAD_REQUEST) for one that is decided."""
    found = Report.objects.select_for_update().filter(pk=report_id).first()
    if found is None:
        raise NotFound("PAGE_NOT_FOUND", "no such report")
    if found.state != State.OPEN:
        raise IllegalAction("BAD_REQUEST", "the report is decided")
    found.state = State.UPHELD if upheld else State.DISMISSED
    found.save(update_fields=["state"])
    return found


def about(player: UUID) -> QuerySet[Report]:
    """Reports of a player, the latest first, without what was seen and heard."""
    return Report.objects.filter(reported=player).defer("hand", "talk").order_by("-made_at")


def made_by(player: UUID) -> QuerySet[Report]:
    """Reports that a player made, the latest first, without what was seen and heard."""
    return Report.objects.filter(reporter=player).defer("hand", "talk").order_by("-made_at")


def delete_old(days: float) -> int:
    """Deletes reports that are older than so many days; returns how many. Doing it twice does no harm."""
    return Report.objects.filter(made_at__lt=timezone.now() - timedelta(days=days)).delete()[0]


def _players(*ids: str) -> dict[str, UUID]:
    """The players of ours among these, by their ids as tables has them."""
    found = {text: each for text in ids if (each := _uuid(text))}
    known = accounts.known(found.values())
    return {text: each for text, each in found.items() if each in known}


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _json(message: Message) -> dict[str, Any]:
    written: dict[str, Any] = MessageToDict(message, preserving_proto_field_name=True)
    return written
