"""The ledger: what moved, found by match or player, and the cashiers' requests."""

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from web.console.acting import Acting, Forms
from web.console.causes import CAUSES
from web.console.forms import ApproveCredits, RefuseCredits
from web.console.site import site
from web.credits.cashier import CashierRequest
from web.credits.statement import Entry

_STATES = {
    "pending": _("espera a una segunda persona"),
    "done": _("hecha"),
    "refused": _("rechazada"),
    "expired": _("vencida"),
}


@admin.register(Entry, site=site)
class LedgerPages(Acting):
    """Every movement, the latest first, each with its postings."""

    page_template = "console/movement.html"
    subject = "entry"
    list_display = ("moved", "cause", "match", "noted", "key_of")
    list_filter = ("reason",)
    search_fields = ("match_id", "key")
    search_help_text = _("Partida, id de un jugador, o clave del movimiento")
    ordering = ("-pk",)

    @admin.display(description=_("cuándo"), ordering="pk")
    def moved(self, entry: Entry) -> Any:
        """When."""
        return entry.at

    @admin.display(description=_("qué"))
    def cause(self, entry: Entry) -> str:
        """Why."""
        return str(CAUSES[entry.reason])

    @admin.display(description=_("partida"))
    def match(self, entry: Entry) -> str:
        """The match that it belongs to."""
        return entry.match_id

    @admin.display(description=_("nota"))
    def noted(self, entry: Entry) -> str:
        """What the cashier wrote."""
        return entry.note

    @admin.display(description=_("clave"))
    def key_of(self, entry: Entry) -> str:
        """The cause, by which it is made once."""
        return entry.key

    def get_search_results(
        self,
        request: HttpRequest,  # noqa: ARG002
        queryset: QuerySet[Entry],
        search_term: str,
    ) -> tuple[QuerySet[Entry], bool]:
        """By a player's id, or a match's, or a movement's key: each has its index."""
        term = search_term.strip()
        if not term:
            return queryset, False
        try:
            return queryset.filter(postings__account__player=UUID(term)), True
        except ValueError:
            return queryset.filter(Q(match_id=term) | Q(key=term)), False

    def forms_for(self, row: Any) -> Forms:  # noqa: ARG002
        """Nothing changes what was posted."""
        return {}

    def facts(self, request: HttpRequest, row: Any) -> dict[str, object]:  # noqa: ARG002
        """The postings."""
        return {
            "cause": CAUSES[row.reason],
            "postings": row.postings.select_related("account__player").order_by("credits", "pk"),
        }


@admin.register(CashierRequest, site=site)
class RequestPages(Acting):
    """What cashiers asked for, the latest first."""

    page_template = "console/request.html"
    subject = "request"
    list_display = ("asked", "for_whom", "amount", "reason", "who", "stands")
    list_filter = ("state",)
    list_select_related = ("player", "asked_by")
    search_fields = ("player__name", "asked_by__name", "why")
    ordering = ("-asked_at",)

    @admin.display(description=_("pedida"), ordering="asked_at")
    def asked(self, request: CashierRequest) -> Any:
        """When."""
        return request.asked_at

    @admin.display(description=_("jugador"))
    def for_whom(self, request: CashierRequest) -> str:
        """Whose credits."""
        return request.player.name

    @admin.display(description=_("créditos"))
    def amount(self, request: CashierRequest) -> str:
        """How many."""
        return f"{request.credits:+d}"

    @admin.display(description=_("por qué"))
    def reason(self, request: CashierRequest) -> str:
        """What the cashier wrote."""
        return request.why

    @admin.display(description=_("quién"))
    def who(self, request: CashierRequest) -> str:
        """The cashier."""
        return request.asked_by.name

    @admin.display(description=_("estado"))
    def stands(self, request: CashierRequest) -> str:
        """Where it stands."""
        return str(_STATES[request.state])

    def forms_for(self, row: Any) -> Forms:
        """One that waits is approved or refused."""
        waits = row.state == "pending"
        return {"approve_credits": ApproveCredits, "refuse_credits": RefuseCredits} if waits else {}

    def facts(self, request: HttpRequest, row: Any) -> dict[str, object]:  # noqa: ARG002
        """All that there is stands in the row."""
        return {}
