"""Players: found by name, id or e-mail, each with all that the reader may see of it."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from web.accounts import services as accounts
from web.accounts.services import Player
from web.audit import services as audit
from web.console.acting import Acting, Forms
from web.console.causes import CAUSES
from web.console.forms import ActionForm, ImposeSanction, MoveCredits
from web.console.site import site
from web.credits import services as credits
from web.credits import statement
from web.history import services as history
from web.history.rows import rows_of
from web.moderation import services as moderation
from web.ratings import services as ratings
from web.sanctions import services as sanctions

Facts = dict[str, object]
SHOWN: Final = 20
"""Of each kind of thing."""


@admin.register(Player, site=site)
class PlayerPages(Acting):
    """Every player. What stands on a page depends on the reader's role."""

    page_template = "console/player.html"
    subject = "player"
    list_display = ("called", "hex", "account", "seen")
    list_filter = ("guest", "bot", "is_staff")
    search_fields = ("name", "email")
    search_help_text = _("Nombre, correo o id")
    ordering = ("-last_seen_at",)

    @admin.display(description=_("nombre"), ordering="name")
    def called(self, player: Player) -> str:
        """The name."""
        return player.name

    @admin.display(description=_("cuenta"))
    def account(self, player: Player) -> str:
        """Whether it is a guest's, a bot's or a registered person's."""
        return str(_("bot") if player.bot else _("invitado") if player.guest else _("registrada"))

    @admin.display(description=_("última vez"), ordering="last_seen_at")
    def seen(self, player: Player) -> datetime:
        """When the player was here last."""
        return player.last_seen_at

    @admin.display(description="id")
    def hex(self, player: Player) -> str:
        """The id as it stands everywhere else."""
        return player.pk.hex

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Player], search_term: str
    ) -> tuple[QuerySet[Player], bool]:
        """By id, if it is one."""
        try:
            return queryset.filter(pk=UUID(search_term.strip())), False
        except ValueError:
            found: tuple[QuerySet[Player], bool] = super().get_search_results(request, queryset, search_term)
            return found

    def forms_for(self, row: Player) -> Forms:
        """A player can be sanctioned; credits are for registered people."""
        forms: dict[str, type[ActionForm]] = {"impose_sanction": ImposeSanction}
        return forms if row.guest or row.bot else forms | {"move_credits": MoveCredits}

    def facts(self, request: HttpRequest, row: Any) -> dict[str, object]:
        """Matches and ratings for all; the rest for who may view it elsewhere."""
        found: dict[str, object] = {"matches": _matches(row), "ratings": ratings.ratings_of([row.pk]).get(row.pk, [])}
        for permission, look in _LOOKS.items():
            if request.user.has_perm(permission):
                found |= look(row)
        return found


def _matches(player: Player) -> list[Any]:
    return rows_of(player.pk, history.matches_of(player.pk, None).rows)


def _balance(player: Player) -> credits.Balance | None:
    return None if player.guest else credits.balance(player.pk)


def _movements(player: Player) -> Facts:
    moved = statement.movements(player.pk, limit=SHOWN)
    return {"balance": _balance(player), "movements": [(each, CAUSES[each.reason]) for each in moved]}


def _reports(player: Player) -> Facts:
    return {
        "reports": moderation.about(player.pk)[:SHOWN],
        "made": moderation.made_by(player.pk)[:SHOWN],
        "blocked": accounts.blocked_by(player)[:SHOWN],
        "blockers": accounts.blockers_of(player, SHOWN),
    }


_LOOKS: Final[Mapping[str, Callable[[Player], Facts]]] = {
    "credits.view_posting": _movements,
    "sanctions.view_sanction": lambda player: {"sanctions": sanctions.of_player(player.pk)[:SHOWN]},
    "moderation.view_report": _reports,
    "audit.view_entry": lambda player: {"entries": audit.about(f"player:{player.pk.hex}")[:SHOWN]},
}
"""What a page shows besides, by the permission that it takes."""
