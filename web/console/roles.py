"""The staff's roles, as groups of Django's, with what each may do and no more."""

from collections.abc import Mapping
from typing import Final

from django.contrib.auth.models import Group, Permission
from django.db import transaction

from web.accounts.services import Player
from web.audit.services import Change

ROLES: Final[Mapping[str, frozenset[str]]] = {
    "moderator": frozenset(
        {
            "accounts.view_player",
            "moderation.view_report",
            "moderation.change_report",
            "sanctions.view_sanction",
            "sanctions.add_sanction",
            "sanctions.change_sanction",
            "sanctions.view_appeal",
            "sanctions.change_appeal",
        }
    ),
    "cashier": frozenset(
        {
            "accounts.view_player",
            "credits.view_entry",
            "credits.view_posting",
            "credits.view_cashierrequest",
            "credits.load",
            "credits.approve",
        }
    ),
    "operator": frozenset({"accounts.view_player", "audit.view_entry", "jobs.view_jobrun"}),
}
"""Permissions (app.codename) by role."""


@transaction.atomic
def make_roles(**_signal: object) -> None:
    """Makes every role, with the permissions that it has here and no others. Doing it twice does no harm."""
    known = {f"{app}.{name}": pk for pk, app, name in _permissions()}
    for role, allowed in ROLES.items():
        group, _ = Group.objects.get_or_create(name=role)
        group.permissions.set([known[name] for name in allowed])


def roles_of(player: Player) -> list[str]:
    """The player's roles, sorted."""
    return sorted(player.groups.filter(name__in=ROLES).values_list("name", flat=True))


def set_role(player: Player, role: str, *, held: bool) -> Change:
    """Gives a role to a player or takes it away; who has none does not enter the console."""
    before = roles_of(player)
    group = Group.objects.get(name=role)
    (player.groups.add if held else player.groups.remove)(group)
    after = roles_of(player)
    Player.objects.filter(pk=player.pk).update(is_staff=bool(after))
    return Change(f"player:{player.pk.hex}", {"roles": before}, {"roles": after})


def _permissions() -> list[tuple[int, str, str]]:
    rows = Permission.objects.values_list("pk", "content_type__app_label", "codename")
    return list(rows)
