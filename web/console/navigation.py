"""The console's sidebar: what the reader may view, with how much of it waits."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from web.credits import cashier
from web.moderation import services as moderation
from web.sanctions import services as sanctions

Item = dict[str, Any]


def navigation(request: HttpRequest) -> list[Item]:
    """The sidebar's groups, as unfold takes them; what the reader may not view is left out."""
    people = (
        _item(_("Jugadores"), "group", "accounts.player"),
        _item(_("Denuncias"), "flag", "moderation.report", "?state__exact=open", moderation.open_reports().count),
        _item(_("Sanciones"), "gavel", "sanctions.sanction"),
        _item(_("Revisiones"), "balance", "sanctions.appeal", "?state__exact=open", sanctions.open_appeals),
    )
    money = (
        _item(_("Movimientos"), "receipt_long", "credits.entry"),
        _item(
            _("Cargas y quitas"),
            "point_of_sale",
            "credits.cashierrequest",
            "?state__exact=pending",
            cashier.pending().count,
        ),
    )
    log = (_item(_("Auditoría"), "history", "audit.entry"), _item(_("Tareas"), "schedule", "jobs.jobrun"))
    groups = (
        _group(request, _("Personas"), people),
        _group(request, _("Créditos"), money),
        _group(request, _("Registro"), log),
    )
    return [group for group in groups if group["items"]]


def _group(request: HttpRequest, title: str, items: tuple[Item, ...]) -> Item:
    allowed = [item for item in items if request.user.has_perm(item["needs"])]
    for item in allowed:
        item["badge"] = item["waiting"]() or None
    return {"title": title, "items": allowed}


def _item(title: str, icon: str, model: str, query: str = "", waiting: Callable[[], int] = lambda: 0) -> Item:
    app, _dot, name = model.partition(".")
    link = reverse(f"console:{app}_{name}_changelist") + query
    return {"title": title, "icon": icon, "link": link, "needs": f"{app}.view_{name}", "waiting": waiting}
