"""The pages: what they show, to whom, and with which headers."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.test.utils import override_settings

from web.common.headers import content_security_policy

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest() -> Client:
    """A browser with a guest's session."""
    client = Client()
    client.post("/entrar/")
    return client


def _config(html: str) -> dict[str, Any]:
    found = re.search(r'<script id="quiero-config" type="application/json">(.*?)</script>', html, re.S)
    assert found
    config: dict[str, Any] = json.loads(found[1])
    return config


def _destination(html: str) -> str:
    found = re.search(r'name="next" value="(.*?)"', html)
    assert found
    return unescape(found[1])


def test_the_landing_page_has_one_big_button_for_strangers() -> None:
    html = Client().get("/").content.decode()

    assert html.count("Jugar ahora") == 1
    assert 'action="/entrar/"' in html and 'method="post"' in html


@pytest.mark.parametrize("path", ["/historial/", "/historial/x-1/"])
def test_strangers_are_sent_to_the_landing_page(path: str) -> None:
    response = Client().get(path)

    assert (response.status_code, response.headers["Location"]) == (302, "/")


@pytest.mark.parametrize("path", ["/lobby/", "/mesa/0123456789abcdef/", "/lobby/?codigo=PANAL7"])
def test_an_invitation_leads_strangers_past_the_landing_page(path: str) -> None:
    client = Client()

    landing = client.get(path, follow=True)
    entered = client.post("/entrar/", {"next": _destination(landing.content.decode())})

    assert landing.redirect_chain[0][0].startswith("/?next=")
    assert (entered.status_code, entered.headers["Location"]) == (302, path)


@pytest.mark.parametrize(
    "elsewhere", ["https://example.com/", "//example.com/", "javascript:alert(1)", "/\\\\example.com", ""]
)
def test_nobody_is_led_to_another_site(elsewhere: str) -> None:
    landing = Client().get("/", {"next": elsewhere}).content.decode()

    assert _destination(landing) == "/lobby/"
    assert Client().post("/entrar/", {"next": elsewhere}).headers["Location"] == "/lobby/"


def test_the_lobby_tells_the_script_what_it_needs(guest: Client) -> None:
    config = _config(guest.get("/lobby/").content.decode())

    assert config["gatewayUrl"] == "https://gateway.example:8443"
    assert (config["page"], config["tableId"], config["tokenUrl"]) == ("lobby", None, "/api/token")
    assert (config["lobbyUrl"], config["historyUrl"], config["tableUrl"]) == ("/lobby/", "/historial/", "/mesa/{id}/")
    assert len(config["playerId"]) == 32 and config["playerName"] and config["csrfToken"]
    assert config["guest"] is True
    assert config["reasons"]["NOT_YOUR_TURN"] == "No es tu turno."


def test_a_table_tells_the_script_its_id(guest: Client) -> None:
    config = _config(guest.get("/mesa/0123456789abcdef/").content.decode())

    assert (config["page"], config["tableId"]) == ("table", "0123456789abcdef")


def test_the_shell_loads_the_built_script_with_its_styles_and_imports(guest: Client, tmp_path: Path) -> None:
    manifest = {
        "src/main.ts": {"file": "assets/main-1.js", "css": ["assets/main-1.css"], "imports": ["_rpc.js"]},
        "_rpc.js": {"file": "assets/rpc-2.js", "css": ["assets/rpc-2.css"]},
        "_other.js": {"file": "assets/other-3.js"},
    }
    (tmp_path / ".vite").mkdir()
    (tmp_path / ".vite" / "manifest.json").write_text(json.dumps(manifest))

    with override_settings(UI_DIST=tmp_path):
        html = guest.get("/lobby/").content.decode()

    assert '<script type="module" src="/static/ui/assets/main-1.js">' in html
    assert '<link rel="modulepreload" href="/static/ui/assets/rpc-2.js">' in html
    assert html.index("assets/rpc-2.css") < html.index("assets/main-1.css")
    assert "other-3" not in html


def test_the_shell_says_so_while_the_script_is_not_built(guest: Client, tmp_path: Path) -> None:
    with override_settings(UI_DIST=tmp_path):
        html = guest.get("/lobby/").content.decode()

    assert "Falta construir la mesa" in html


def test_pages_may_talk_to_the_portal_and_the_gateway_only() -> None:
    policy = Client().get("/").headers["Content-Security-Policy"]

    assert policy == content_security_policy("https://gateway.example:8443/path")
    assert "default-src 'none'" in policy
    assert "connect-src 'self' https://gateway.example:8443;" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("path", ["/", "/lobby/", "/historial/", "/juego-limpio/", "/privacidad/"])
def test_pages_bring_no_inline_script_or_style(guest: Client, path: str) -> None:
    html = guest.get(path).content.decode()

    scripts = re.findall(r"<script([^>]*)>", html)
    assert all("src=" in script or "application/json" in script for script in scripts)
    assert "<style" not in html and " style=" not in html
    assert not re.search(r"""(src|href)=["']?(https?:)?//""", html)


def test_privacy_tells_how_long_things_are_kept_as_they_are_set(client: Client) -> None:
    html = client.get("/privacidad/").content.decode()
    assert "durante 365 días" in html
    assert "no vuelve en 30 días" in html


def test_health_is_ok_while_the_database_answers() -> None:
    response = Client().get("/healthz")

    assert (response.status_code, response.content) == (200, b"ok\n")


def test_an_unknown_page_is_a_page() -> None:
    response = Client().get("/nada/")

    assert response.status_code == 404
    assert "Acá no hay nada" in response.content.decode()


def test_an_unknown_address_of_the_api_is_json() -> None:
    response = Client().get("/api/nada")

    assert (response.status_code, response.json()["error"]["reason"]) == (404, "PAGE_NOT_FOUND")


def test_a_bug_is_logged_once_under_the_id_that_the_page_shows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("secret detail")

    monkeypatch.setattr("web.accounts.services.create_guest", broken)

    response = Client().post("/entrar/")

    html = response.content.decode()
    found = re.search(r"Código: ([0-9a-f]{32})", html)
    assert response.status_code == 500 and found and "secret detail" not in html
    assert capsys.readouterr().out.count(found[1]) == 1
