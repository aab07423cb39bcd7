"""The console: who enters, what each role may do, and under which policy its pages come."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.contrib.auth.models import Group, Permission
from django.core.management import CommandError, call_command
from django.test import Client

from web.accounts.models import Player
from web.accounts.services import create_guest
from web.audit.models import Entry
from web.console.roles import ROLES, make_roles, roles_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(registered: Callable[..., Player]) -> Callable[..., tuple[Player, Client]]:
    """Makes a member of the staff, with a browser that is signed in."""

    def make(role: str) -> tuple[Player, Client]:
        player = registered(role)
        call_command("grant", player.email, role)
        client = Client()
        client.force_login(Player.objects.get(pk=player.pk))
        return player, client

    return make


def _pages() -> Iterator[str]:
    from web.console.site import site

    for model in site._registry:
        yield f"/consola/{model._meta.app_label}/{model._meta.model_name}/"


def test_who_is_not_signed_in_is_sent_to_sign_in_and_back() -> None:
    from django.conf import settings
    from django.shortcuts import resolve_url

    answer = Client().get("/consola/")
    assert answer.status_code == 302
    followed = Client().get(answer.url)
    assert followed.status_code == 302
    assert followed.url.startswith(resolve_url(settings.LOGIN_URL))
    assert "next=/consola/" in followed.url


def test_players_do_not_enter(registered: Callable[..., Player]) -> None:
    for player in (registered(), create_guest()):
        client = Client()
        client.force_login(player)
        assert client.get("/consola/", follow=True).status_code == 403


@pytest.mark.parametrize("role", sorted(ROLES))
def test_a_role_sees_the_pages_that_it_may_view_and_no_others(
    staff: Callable[..., tuple[Player, Client]], role: str
) -> None:
    from web.console.site import site

    _, client = staff(role)
    assert client.get("/consola/").status_code == 200
    for model in site._registry:
        allowed = f"{model._meta.app_label}.view_{model._meta.model_name}" in ROLES[role]
        page = f"/consola/{model._meta.app_label}/{model._meta.model_name}/"
        assert client.get(page).status_code == (200 if allowed else 403), page


def test_pages_come_under_a_policy_without_inline_script(staff: Callable[..., tuple[Player, Client]]) -> None:
    _, client = staff("operator")
    answer = client.get("/consola/audit/entry/")
    policy = answer.headers["Content-Security-Policy"]
    assert "script-src 'self' 'unsafe-eval';" in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert b"<script>" not in answer.content
    assert b"http://" not in answer.content.replace(b"http://www.w3.org/", b"")
    assert b"https://" not in answer.content


def test_roles_are_made_again_as_they_are_written() -> None:
    moderators = Group.objects.get(name="moderator")
    moderators.permissions.set(Permission.objects.all())
    make_roles()
    make_roles()
    for role, allowed in ROLES.items():
        rows = Group.objects.get(name=role).permissions.values_list("content_type__app_label", "codename")
        assert {f"{app}.{name}" for app, name in rows} == allowed


def test_the_first_operator_is_made_by_the_command_line(registered: Callable[..., Player]) -> None:
    player = registered("Olga")
    call_command("grant", player.pk.hex, "operator", "--why", "Funda la plataforma")

    made = Player.objects.get(pk=player.pk)
    assert (made.is_staff, made.is_superuser, roles_of(made)) == (True, False, ["operator"])
    entry = Entry.objects.get(target=f"player:{player.pk.hex}")
    assert (entry.actor, entry.action, entry.why) == (None, "grant_role", "Funda la plataforma")
    assert (entry.before, entry.after) == ({"roles": []}, {"roles": ["operator"]})

    call_command("grant", player.email.upper(), "operator", "--take")
    gone = Player.objects.get(pk=player.pk)
    assert (gone.is_staff, roles_of(gone)) == (False, [])


def test_nobody_else_is_made_a_member_of_the_staff() -> None:
    guest = create_guest()
    wrong: tuple[tuple[Any, ...], ...] = ((guest.pk.hex, "operator"), ("nobody@example.org", "operator"))
    for arguments in wrong:
        with pytest.raises(CommandError):
            call_command("grant", *arguments)
    assert not Entry.objects.exists()


def test_a_second_factor_can_be_required(staff: Callable[..., tuple[Player, Client]], settings: Any) -> None:
    player, client = staff("operator")
    settings.CONSOLE_TWO_FACTOR = True
    set_up = client.get("/consola/audit/entry/", follow=True)
    assert set_up.redirect_chain[1][0].startswith("/cuenta/dos-pasos/")

    secret = generate_totp_secret()
    TOTP.activate(player, secret)
    asked = client.get("/consola/audit/entry/", follow=True)
    page, wanted = asked.redirect_chain[1][0].split("?")
    assert (page, wanted) == ("/cuenta/confirmar/codigo/", "next=/consola/audit/entry/")

    wrong = client.post(f"{page}?{wanted}", {"code": "000000"})
    assert wrong.status_code == 200
    assert client.get("/consola/audit/entry/").status_code == 302
    code = format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))
    given = client.post(f"{page}?{wanted}", {"code": code})
    assert (given.status_code, given.url) == (302, "/consola/audit/entry/")
    assert client.get("/consola/audit/entry/").status_code == 200
