"""What can be done with reports."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from truco.play.v1 import play_pb2
from truco.tables.v1 import tables_pb2
from web.accounts import services as accounts
from web.moderation.models import Cause, Report, State

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
