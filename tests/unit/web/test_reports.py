"""Reports of players are written once, never changed, and kept for a set time."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError
from django.utils import timezone

from services.common.errors import InvalidInput
from truco.play.v1.play_pb2 import REPORT_CAUSE_ABUSE, TableInfo, TableUpdate, TalkLine
from truco.tables.v1.tables_pb2 import Player, PlayerReport
from web.accounts.models import Player as Account
from web.accounts.services import create_guest
from web.history.cleanup import clean_up_guests
from web.moderation import services
from web.moderation.messages import store
from web.moderation.models import Report
from web.moderation.tasks import delete_old_reports
from web.settings.environment import environment

pytestmark = pytest.mark.django_db

TABLE = "0123456789abcdef"


def filed(reporter: str, reported: str, report_id: str = "r" * 32, days_ago: float = 0) -> bytes:
    """A report as tables files it."""
    made = timezone.now() - timedelta(days=days_ago)
    return PlayerReport(
        report_id=report_id,
        reporter=Player(player_id=reporter, name="Ana"),
        reporter_seat=0,
        reported=Player(player_id=reported, name="Beto"),
        reported_seat=1,
        cause=REPORT_CAUSE_ABUSE,
        text="me insultó",
        table_id=TABLE,
        match_id=f"{TABLE}-1",
        time_ms=round(made.timestamp() * 1000),
        hand=TableUpdate(table=TableInfo(table_id=TABLE, version=4)).SerializeToString(),
        talk=[TalkLine(table_id=TABLE, number=7, seat=1, name="Beto", time_ms=1, table_text="malo")],
    ).SerializeToString()


def write(*, days_ago: float = 0, report_id: str = "r" * 32) -> tuple[Account, Account]:
    ana, beto = create_guest("Ana"), create_guest("Beto")
    store("report.1.a", filed(ana.id.hex, beto.id.hex, report_id, days_ago))
    return ana, beto


def test_a_report_has_all_that_the_reporter_saw_and_heard() -> None:
    ana, beto = write()

    report = Report.objects.get()
    assert (report.reporter, report.reported) == (ana, beto)
    assert (report.cause, report.text, report.state, report.match_id) == ("abuse", "me insultó", "open", f"{TABLE}-1")
    assert report.hand["table"]["version"] == "4"
    assert [line["table_text"] for line in report.talk] == ["malo"]


def test_a_repeated_report_changes_nothing() -> None:
    data = filed(create_guest().id.hex, create_guest().id.hex)

    assert [store("report.1.a", data) for _ in range(2)] == [True, False]
    assert Report.objects.count() == 1


def test_what_cannot_be_read_is_refused() -> None:
    with pytest.raises(InvalidInput):
        store("report.1.a", b"\xff no report")


@pytest.mark.parametrize("change", [{"text": "otra cosa"}, {"cause": "name"}, {"hand": {}}, {"reported_name": "Caro"}])
def test_what_a_report_says_never_changes(change: dict[str, object]) -> None:
    write()

    with pytest.raises(IntegrityError, match="immutable"):
        Report.objects.update(**change)


def test_a_player_that_goes_leaves_the_name_of_that_day() -> None:
    _, beto = write()
    Account.objects.filter(pk=beto.pk).update(last_seen_at=timezone.now() - timedelta(days=1000))

    assert clean_up_guests()["deleted"] == 1

    report = Report.objects.get()
    assert (report.reported, report.reported_name) == (None, "Beto")


def test_reports_go_after_their_time_and_no_sooner() -> None:
    days = environment().report_days
    write(days_ago=days + 0.1, report_id="old")
    write(days_ago=days - 0.1, report_id="new")

    delete_old_reports()
    delete_old_reports()

    assert [report.id for report in Report.objects.all()] == ["new"]


def test_moderators_read_reports_by_command() -> None:
    write()
    listed, shown = StringIO(), StringIO()

    call_command("reports", stdout=listed)
    call_command("reports", "r" * 32, stdout=shown)

    (line,) = listed.getvalue().splitlines()
    assert "abuse" in line and "[0] Ana → [1] Beto: me insultó" in line
    assert "[1] Beto (a todos): malo" in shown.getvalue() and '"version": "4"' in shown.getvalue()
    assert [report.id for report in services.open_reports()] == ["r" * 32]
    with pytest.raises(CommandError, match="no report x"):
        call_command("reports", "x")
