"""The pages over real HTTP, and the job through Celery's clock and worker."""

import time
import uuid
from collections.abc import Callable

import httpx
import jwt
import pytest

from deploy.local.stack import Stack
from tests.service.portal.conftest import Query


@pytest.fixture
def pages(portal: Stack) -> httpx.Client:
    """A client of the pages."""
    return httpx.Client(base_url=f"http://{portal.address('PORTAL')}", timeout=10)


def test_a_program_gets_a_token_that_the_published_keys_verify(pages: httpx.Client) -> None:
    answer = pages.post("/api/guest", json={"name": "Robot"}).json()

    keys = jwt.PyJWKClient(f"{pages.base_url}/.well-known/jwks.json")
    key = keys.get_signing_key_from_jwt(answer["token"])
    claims = jwt.decode(answer["token"], key, algorithms=["EdDSA"], audience="quiero", issuer="quiero")
    assert (claims["sub"], claims["name"], claims["guest"]) == (answer["player_id"], "Robot", True)


def test_a_browser_enters_with_one_click(pages: httpx.Client) -> None:
    html = pages.get("/").text
    csrf = html.split('name="csrfmiddlewaretoken" value="', 1)[1].split('"', 1)[0]

    answer = pages.post("/entrar/", data={"csrfmiddlewaretoken": csrf}, follow_redirects=True)

    assert answer.url.path == "/lobby/" and 'id="quiero-config"' in answer.text


def test_the_style_sheet_is_served(pages: httpx.Client) -> None:
    answer = pages.get("/static/quiero.css")

    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/css")
    assert "--felt-900" in answer.text


def test_idle_guests_are_cleaned_up_by_clock_and_worker(query: Query, new_player: Callable[..., uuid.UUID]) -> None:
    gone, staying = new_player(guest=True, idle_days=31), new_player(guest=True, idle_days=29)

    until = time.monotonic() + 30
    while query("SELECT 1 FROM accounts_player WHERE id = %s", [gone]) and time.monotonic() < until:
        time.sleep(0.2)

    left = query("SELECT id FROM accounts_player WHERE id = ANY(%s)", [[gone, staying]])
    assert left == [(staying,)]


@pytest.mark.parametrize("port", ["CREDITS_HEALTH", "CONSUMER_HEALTH", "WORKER_HEALTH", "BEAT_HEALTH", "RELAY_HEALTH"])
def test_every_process_reports_its_health(portal: Stack, port: str) -> None:
    answer = httpx.get(f"http://{portal.address(port)}/healthz")

    assert (answer.status_code, answer.text) == (200, "ok\n")


def test_migrating_again_changes_nothing(portal: Stack, query: Query) -> None:
    before = query("SELECT count(*) FROM django_migrations")

    portal.start("migrate")

    assert query("SELECT count(*) FROM django_migrations") == before
