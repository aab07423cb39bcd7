"""Signing in with Google, against an OpenID Connect issuer of the test's own."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client, override_settings

from web.accounts.models import Player

pytestmark = pytest.mark.django_db


class _Issuer(ThreadingHTTPServer):
    """Vouches for whom the test says, to whoever has the code."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answers)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.who = {"sub": "1", "email": "ana@gmail.example", "email_verified": True}


class _Answers(BaseHTTPRequestHandler):
    server: _Issuer

    def do_GET(self) -> None:
        url = self.server.url
        endpoints = {
            "issuer": url,
            "authorization_endpoint": f"{url}/authorize",
            "token_endpoint": f"{url}/token",
            "userinfo_endpoint": f"{url}/userinfo",
        }
        self._answer(self.server.who if self.path == "/userinfo" else endpoints)

    def do_POST(self) -> None:
        body = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self._answer({"access_token": "t", "token_type": "Bearer"} if body["code"] == ["right"] else {"error": "no"})

    def log_message(self, *_: object) -> None:
        """Says nothing."""

    def _answer(self, body: object) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())


@pytest.fixture
def issuer() -> Iterator[_Issuer]:
    """The issuer, as the settings name it."""
    with _Issuer() as issuer:
        threading.Thread(target=issuer.serve_forever, daemon=True).start()
        app = {"provider_id": "google", "name": "Google", "client_id": "c", "secret": "s"}
        apps = [{**app, "settings": {"server_url": issuer.url}}]
        memory = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
        folder = "django.core.mail.backends.locmem.EmailBackend"
        with override_settings(
            SOCIALACCOUNT_PROVIDERS={"openid_connect": {"APPS": apps}}, CACHES=memory, EMAIL_BACKEND=folder
        ):
            yield issuer
        issuer.shutdown()


@pytest.fixture
def guest(client: Client) -> Player:
    """Plays in the client's session."""
    client.post("/entrar/")
    return Player.objects.get(guest=True)


def _sign_in(client: Client, code: str = "right", **fields: str) -> str:
    """Goes to Google and comes back; the address of the page after."""
    asked = client.post("/ingresar/con/google/login/", fields)
    state = parse_qs(urlsplit(asked["Location"]).query)["state"][0]
    back = client.get("/ingresar/con/google/login/callback/", {"code": code, "state": state})
    return str(back.headers.get("Location", ""))


@pytest.mark.usefixtures("issuer")
def test_a_guest_who_signs_in_with_google_stays_the_same_player(client: Client, guest: Player) -> None:
    before = client.cookies["quiero_session"].value

    assert _sign_in(client) == "/lobby/"

    guest.refresh_from_db()
    assert (guest.guest, guest.confirmed, guest.email) == (False, True, "ana@gmail.example")
    assert client.session["_auth_user_id"] == str(guest.pk)
    assert client.cookies["quiero_session"].value != before


@pytest.mark.usefixtures("issuer")
def test_who_comes_again_is_the_same_player_and_the_guest_of_then_ends(client: Client) -> None:
    _sign_in(client)
    first = Player.objects.get()
    elsewhere = Client()
    elsewhere.post("/entrar/")

    _sign_in(elsewhere)

    assert elsewhere.session["_auth_user_id"] == str(first.pk)
    assert Player.objects.get(guest=True).email is None


@pytest.mark.usefixtures("issuer")
def test_a_stranger_gets_a_player(client: Client) -> None:
    _sign_in(client)

    player = Player.objects.get()
    assert not player.guest and client.session["_auth_user_id"] == str(player.pk)


def test_an_address_that_google_does_not_vouch_for_registers_nobody(
    client: Client, issuer: _Issuer, guest: Player
) -> None:
    issuer.who["email_verified"] = False

    assert _sign_in(client) == "/registrarse/"

    guest.refresh_from_db()
    assert guest.guest and "no confirmó" in client.get("/registrarse/").content.decode()


@pytest.mark.usefixtures("issuer")
def test_a_code_that_is_not_google_s_signs_nobody_in(client: Client, guest: Player) -> None:
    assert _sign_in(client, code="made up") == ""

    guest.refresh_from_db()
    assert guest.guest


def test_google_is_offered_only_where_it_is_configured(client: Client) -> None:
    assert "Google" not in client.get("/ingresar/").content.decode()
    assert client.post("/ingresar/con/google/login/").status_code == 404
