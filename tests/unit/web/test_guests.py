"""Becoming a guest, in the browser and as a program, and coming back."""

import json
from collections.abc import Iterator
from typing import Any

import jwt
import pytest
from django.conf import settings as django_settings
from django.core.cache import caches
from django.test import Client
from django.test.utils import override_settings

from web.accounts.models import AccessToken, Player
from web.accounts.names import AVATARS, guest_name
from web.settings.environment import environment

pytestmark = pytest.mark.django_db


@pytest.fixture
def counted(valkey: str) -> Iterator[None]:
    """Limits are counted in a real Valkey."""
    cache = django_settings.CACHES["default"] | {"LOCATION": valkey}
    with override_settings(CACHES={"default": cache}):
        caches["default"].clear()
        yield


def _post(client: Client, path: str, body: object = None, **extra: Any) -> Any:
    data = b"" if body is None else json.dumps(body)
    return client.post(path, data, content_type="application/json", **extra)


def _csrf_client() -> tuple[Client, str]:
    """A browser that checks CSRF, with the token of the page it has seen."""
    client = Client(enforce_csrf_checks=True)
    response = client.get("/")
    return client, response.context["csrf_token"]


def test_one_click_makes_a_guest_with_a_session_and_opens_the_lobby() -> None:
    client, csrf = _csrf_client()

    response = client.post("/entrar/", {"csrfmiddlewaretoken": str(csrf)}, follow=True)

    assert response.redirect_chain == [("/lobby/", 302)]
    player = Player.objects.get()
    assert player.guest and player.name in response.content.decode()
    assert player.avatar in AVATARS


def test_a_second_click_keeps_the_guest() -> None:
    client = Client()

    client.post("/entrar/")
    client.post("/entrar/")

    assert Player.objects.count() == 1


def test_entering_needs_the_csrf_token() -> None:
    assert Client(enforce_csrf_checks=True).post("/entrar/").status_code == 403
    assert not Player.objects.exists()


def test_entering_by_get_is_refused() -> None:
    assert Client().get("/entrar/").status_code == 405


def test_a_program_gets_player_token_and_personal_access_token_with_one_post() -> None:
    response = _post(Client(enforce_csrf_checks=True), "/api/guest", {"name": "  Mi   bot "})

    answer = response.json()
    assert response.status_code == 201 and not response.cookies
    assert set(answer) == {"player_id", "name", "token", "expires_at", "secret"}
    assert answer["name"] == "Mi bot"
    claims = jwt.decode(answer["token"], options={"verify_signature": False})
    assert (claims["sub"], claims["exp"]) == (answer["player_id"], answer["expires_at"])


def test_a_program_needs_no_body() -> None:
    answer = _post(Client(), "/api/guest").json()

    assert answer["name"] == Player.objects.get().name


@pytest.mark.parametrize("body", [{"name": ""}, {"name": "x" * 25}, {"name": "a\x00b"}, {"name": 7}, ["name"], "x"])
def test_a_bad_name_is_refused_with_a_reason_and_makes_nobody(body: object) -> None:
    response = _post(Client(), "/api/guest", body)

    assert response.status_code == 400
    assert response.json()["error"]["reason"] == "BAD_REQUEST"
    assert not Player.objects.exists()


@pytest.mark.parametrize("garbage", [b"\xff\x00{", b"[" * 60_000])
def test_garbage_is_refused_with_a_reason(garbage: bytes) -> None:
    response = Client().post("/api/guest", garbage, content_type="application/json")

    assert (response.status_code, response.json()["error"]["reason"]) == (400, "BAD_REQUEST")


def test_an_oversized_body_is_refused_with_a_reason() -> None:
    response = _post(Client(), "/api/guest", {"name": "x" * 100_000})

    assert (response.status_code, response.json()["error"]["reason"]) == (400, "BAD_REQUEST")


def test_the_secret_gets_new_tokens_and_is_kept_only_as_a_hash() -> None:
    first = _post(Client(), "/api/guest").json()

    again = _post(Client(), "/api/token", HTTP_AUTHORIZATION=f"Bearer {first['secret']}")

    assert again.status_code == 200
    assert again.json()["player_id"] == first["player_id"]
    assert "secret" not in again.json()
    assert first["secret"] not in str(list(AccessToken.objects.values()))


def test_a_token_does_not_get_another_token_or_it_would_never_end() -> None:
    token = _post(Client(), "/api/guest").json()["token"]

    response = _post(Client(), "/api/token", HTTP_AUTHORIZATION=f"Bearer {token}")

    assert (response.status_code, response.json()["error"]["reason"]) == (401, "TOKEN_INVALID")


def test_a_session_gets_tokens_with_its_csrf_token_only() -> None:
    client, csrf = _csrf_client()
    client.post("/entrar/", {"csrfmiddlewaretoken": str(csrf)})
    csrf = client.get("/lobby/").context["config"]["csrfToken"]

    refused, granted = _post(client, "/api/token"), _post(client, "/api/token", HTTP_X_CSRFTOKEN=csrf)

    assert (refused.status_code, refused.json()["error"]["reason"]) == (403, "TOKEN_INVALID")
    assert granted.json()["player_id"] == Player.objects.get().id.hex


def test_no_session_gets_no_token() -> None:
    response = _post(Client(), "/api/token")

    assert (response.status_code, response.json()["error"]["reason"]) == (401, "TOKEN_INVALID")


def test_a_token_notes_that_the_player_was_here() -> None:
    first = _post(Client(), "/api/guest").json()
    Player.objects.update(last_seen_at="2020-01-01T00:00:00Z")

    _post(Client(), "/api/token", HTTP_AUTHORIZATION=f"Bearer {first['secret']}")

    assert Player.objects.get().last_seen_at.year > 2020


@pytest.mark.usefixtures("counted")
def test_guests_of_one_address_are_limited() -> None:
    allowed = environment().guests_per_hour
    statuses = [_post(Client(), "/api/guest", REMOTE_ADDR="198.51.100.7").status_code for _ in range(allowed)]

    over = _post(Client(), "/api/guest", REMOTE_ADDR="198.51.100.7")
    elsewhere = _post(Client(), "/api/guest", REMOTE_ADDR="198.51.100.8")

    assert set(statuses) == {201}
    assert (over.status_code, over.json()["error"]["reason"]) == (429, "LIMIT_REACHED")
    assert over.json()["error"]["metadata"] == {"limit": "guests_per_hour"}
    assert 0 < int(over.headers["Retry-After"]) <= 3600
    assert elsewhere.status_code == 201


@pytest.mark.usefixtures("counted")
def test_a_forged_forwarded_address_does_not_evade_the_limit() -> None:
    for number in range(environment().guests_per_hour + 1):
        last = _post(Client(), "/api/guest", REMOTE_ADDR="198.51.100.9", HTTP_X_FORWARDED_FOR=f"203.0.113.{number}")

    assert last.status_code == 429


def test_names_are_friendly_and_short() -> None:
    names = {guest_name() for _ in range(500)}

    assert len(names) > 400
    assert all(len(name) <= 24 and name.isprintable() for name in names)
