"""The moderators' queues: reports, sanctions and appeals."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from web.console import told
from web.console.acting import Acting, Forms
from web.console.forms import AnswerAppeal, DecideReport, LiftSanction
from web.console.site import site
from web.moderation.services import Report, State
from web.sanctions.services import Appeal, AppealState, Sanction


@admin.register(Report, site=site)
class ReportPages(Acting):
    """Reports of players, the oldest first, since those wait."""

    page_template = "console/report.html"
    subject = "report"
    list_display = ("made_at", "cause", "reporter_name", "reported_name", "says", "state")
    list_filter = ("state", "cause")
    search_fields = ("=id", "=table_id", "=match_id", "reporter_name", "reported_name")
    search_help_text = _("Denuncia, mesa, partida o nombre")
    ordering = ("made_at",)

    @admin.display(description=_("qué dice"))
    def says(self, report: Report) -> str:
        """What the reporter wrote."""
        return report.text

    def get_queryset(self, request: HttpRequest) -> Any:
        """Lists need not what was seen and heard; a page reads it."""
        return super().get_queryset(request).defer("hand", "talk")

    def forms_for(self, row: Any) -> Forms:
        """An open report can be decided."""
        return {"decide_report": DecideReport} if row.state == State.OPEN else {}

    def facts(self, request: HttpRequest, row: Any) -> dict[str, object]:  # noqa: ARG002
        """The hand, the talk, and the match when it has ended."""
        return {"hand": told.hand_of(row), "talk": told.talk_of(row), "hands": told.match_of(row)}


@admin.register(Sanction, site=site)
class SanctionPages(Acting):
    """Sanctions, the latest first."""

    page_template = "console/sanction.html"
    subject = "sanction"
    list_display = ("begins_at", "player", "kind", "reason", "ends_at", "lifted_at")
    list_filter = ("kind",)
    list_select_related = ("player",)
    search_fields = ("player__name", "reason", "=report_id")
    search_help_text = _("Jugador, motivo o denuncia")
    ordering = ("-begins_at",)

    def forms_for(self, row: Any) -> Forms:
        """A sanction that lasts can be lifted."""
        return {"lift_sanction": LiftSanction} if row.lasts else {}

    def facts(self, request: HttpRequest, row: Any) -> dict[str, object]:  # noqa: ARG002
        """Its appeal."""
        return {"appeal": Appeal.objects.filter(sanction=row).first()}


@admin.register(Appeal, site=site)
class AppealPages(Acting):
    """Appeals, the oldest first, since those wait."""

    page_template = "console/sanction.html"
    subject = "appeal"
    list_display = ("made_at", "sanction", "text", "state")
    list_filter = ("state",)
    list_select_related = ("sanction",)
    search_fields = ("sanction__player__name", "text")
    ordering = ("made_at",)

    def forms_for(self, row: Any) -> Forms:
        """An open appeal can be answered."""
        return {"answer_appeal": AnswerAppeal} if row.state == AppealState.OPEN else {}

    def facts(self, request: HttpRequest, row: Any) -> dict[str, object]:  # noqa: ARG002
        """The sanction that it speaks of."""
        return {"row": row.sanction, "appeal": row}
