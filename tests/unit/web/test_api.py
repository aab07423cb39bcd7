"""The REST API: who may call what, pages of long lists, refusals in one form, and nothing of anybody else's."""

import json
import uuid
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.cache import caches
from django.test import Client
from django.test.utils import override_settings

from services.common.tokens import PERSONS_SCOPES
from tests.unit.web.match_records import finished, player, record
from web.accounts import access_tokens, bots
from web.accounts.models import Player
from web.accounts.services import create_guest, token_for
from web.api import throttles
from web.common import limits
from web.credits import services as credits
from web.history.messages import store
from web.ratings import services as ratings
from web.settings.environment import environment

pytestmark = pytest.mark.django_db

NewPlayer = Callable[..., Any]


@pytest.fixture
def ana(registered: NewPlayer) -> Player:
    """Who calls."""
    made: Player = registered("Ana")
    return made


@pytest.fixture
def beto(registered: NewPlayer) -> Player:
    """Somebody else."""
    made: Player = registered("Beto")
    return made


def _call(of: Player | str | None, path: str, method: str = "GET", body: object = None) -> Any:
    """Calls as a program: with a player's token, with a text as Bearer, or as nobody."""
    token = token_for(of).text if isinstance(of, Player) else of
    headers = {"authorization": f"Bearer {token}"} if token else {}
    data = b"" if body is None else json.dumps(body)
    client = Client(enforce_csrf_checks=True)
    return client.generic(method, f"/api/v1{path}", data, "application/json", headers=headers)


def _browser(of: Player) -> Client:
    client = Client()
    client.force_login(of)
    return client


def _refusal(answer: Any) -> tuple[int, str]:
    assert set(answer.json()) == {"error"} and set(answer.json()["error"]) == {"reason", "message", "metadata"}
    return answer.status_code, answer.json()["error"]["reason"]


def _played(ana: Player, beto: Player, match_id: str = "0123456789abcdef-1", finished_ms: int = 0) -> str:
    written = record([player(0, ana.id.hex, "Ana", guest=False), player(1, beto.id.hex, "Beto", guest=False)], match_id)
    written["times"]["finished_ms"] += finished_ms
    store(f"table.7.{match_id[:16]}.finished", finished(written))
    return match_id


def test_me_says_who_calls_and_what_for(ana: Player) -> None:
    made = access_tokens.create(ana, "x", ["table:read"])

    answer = _call(made.secret, "/me").json()

    assert (answer["player_id"], answer["name"], answer["scopes"]) == (ana.id.hex, "Ana", ["table:read"])
    assert (answer["bot"], answer["guest"], answer["confirmed"], answer["ratings"]) == (False, False, True, [])
    assert _browser(ana).get("/api/v1/me").json()["scopes"] == sorted(PERSONS_SCOPES)


PATHS = {
    "/me": "table:read",
    "/me/balance": "wallet:read",
    "/me/movements": "wallet:read",
    "/me/matches": "table:read",
    "/me/blocks": "table:play",
    "/me/tokens": "session",
    "/me/bots": "session",
    "/matches/0123456789abcdef-1": "table:read",
    "/matches/0123456789abcdef-1/record": "table:read",
    "/players/{beto}": "table:read",
}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("scope", ["table:read", "table:play", "wallet:read"])
def test_every_address_asks_for_its_scope(ana: Player, beto: Player, path: str, scope: str) -> None:
    _played(ana, beto)
    made = access_tokens.create(ana, "x", [scope])

    answer = _call(made.secret, path.format(beto=beto.id.hex))

    if scope == PATHS[path] or (scope, PATHS[path]) == ("table:play", "table:read"):
        assert answer.status_code == 200
    else:
        assert _refusal(answer) == (403, "SCOPE_MISSING")


@pytest.mark.parametrize("path", PATHS)
def test_nobody_is_refused_and_told_how_to_be_somebody(beto: Player, path: str) -> None:
    answer = _call(None, path.format(beto=beto.id.hex))

    assert _refusal(answer) == (401, "TOKEN_INVALID")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_the_leaderboards_are_everybodys_and_paged(ana: Player, beto: Player, registered: NewPlayer) -> None:
    from django.utils import timezone

    players = [ana, beto, *(registered(f"P{number}") for number in range(3))]
    for number, other in enumerate(players[1:]):
        for repeat in range(12):
            played = ratings.Played(
                f"{number:08x}{repeat:08x}-1", "maestro", [[ana.id], [other.id]], repeat % 2, timezone.now()
            )
            ratings.rate(played)

    whole = _call(None, "/leaderboards?preset=maestro&seats=2").json()
    paged = _pages(None, "/leaderboards?preset=maestro&seats=2&limit=2")

    assert whole["items"] and paged == whole["items"]
    assert [row["place"] for row in paged] == list(range(1, len(paged) + 1))


def _pages(of: Player | None, path: str) -> list[dict[str, Any]]:
    """All rows, page by page."""
    rows: list[dict[str, Any]] = []
    answer = _call(of, path).json()
    while True:
        rows += answer["items"]
        if answer["next"] is None:
            return rows
        assert len(answer["items"]) == 2
        answer = _call(of, f"{path}&cursor={answer['next']}").json()


def test_matches_are_paged_whatever_comes_meanwhile(ana: Player, beto: Player) -> None:
    for number in range(1, 6):
        _played(ana, beto, f"0123456789abcdef-{number}", finished_ms=1000 * number)
    first = _call(ana, "/me/matches?limit=2").json()
    _played(ana, beto, "0123456789abcdef-9", finished_ms=9000)

    second = _call(ana, f"/me/matches?limit=2&cursor={first['next']}").json()

    assert [match["match_id"][-1] for match in first["items"] + second["items"]] == ["5", "4", "3", "2"]
    assert len(_pages(ana, "/me/matches?limit=2")) == 6
    assert (first["items"][0]["result"], first["items"][0]["score"], first["items"][0]["seat"]) == ("won", [4, 0], 0)
    assert [seat["name"] for seat in first["items"][0]["players"]] == ["Ana", "Beto"]


def test_matches_are_chosen_by_family_size_and_result(ana: Player, beto: Player) -> None:
    _played(ana, beto)

    found = {query: len(_call(ana, f"/me/matches?{query}").json()["items"]) for query in (
        "preset=maestro", "preset=uruguayo", "seats=2", "seats=4", "result=won", "result=lost"
    )}  # fmt: skip

    assert found == {
        "preset=maestro": 1, "preset=uruguayo": 0, "seats=2": 1, "seats=4": 0, "result=won": 1, "result=lost": 0
    }  # fmt: skip


def test_the_statement_is_paged_and_the_balance_told(ana: Player) -> None:
    credits.open_account(ana.id, 500)
    for number in range(1, 4):
        credits.hold_stakes(f"0123456789abcdef-{number}", {ana.id: 10})

    rows = _pages(ana, "/me/movements?limit=2")

    assert [row["credits"] for row in rows][:3] == [-10, -10, -10]
    assert _call(ana, "/me/balance").json() == {"available": 470, "held": 30}


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=201", "limit=x", "cursor=%00", "cursor=!", "cursor=YWJj", "cursor=4pyT", "cursor=" + "x" * 300],
)
@pytest.mark.parametrize("path", ["/me/matches", "/me/movements", "/leaderboards"])
def test_pages_that_are_none_are_refused(ana: Player, path: str, query: str) -> None:
    assert _refusal(_call(ana, f"{path}?{query}")) == (400, "BAD_REQUEST")


def test_a_record_is_its_players(ana: Player, beto: Player, registered: NewPlayer) -> None:
    match_id = _played(ana, beto)

    for own in (ana, beto):
        assert _call(own, f"/matches/{match_id}").json()["match_id"] == match_id
        assert _call(own, f"/matches/{match_id}/record").json()["match"]["id"] == match_id
    for path in (f"/matches/{match_id}", f"/matches/{match_id}/record", "/matches/ffffffffffffffff-1"):
        assert _refusal(_call(registered("Caro"), path)) == (404, "MATCH_NOT_FOUND")


def test_every_object_of_another_is_refused_and_stays(ana: Player, beto: Player) -> None:
    """Insecure direct object references: each address with an id, called by who it does not belong to."""
    bot = bots.create(beto, "Azar").player
    token = access_tokens.create(beto, "x", ["bot:play"], bot=bot.id).token
    browser = _browser(ana)

    refused = [
        browser.delete(f"/api/v1/me/tokens/{token.id.hex}"),
        browser.delete(f"/api/v1/me/bots/{bot.id.hex}"),
        browser.post(
            "/api/v1/me/tokens",
            {"name": "x", "scopes": ["bot:play"], "bot_id": bot.id.hex},
            content_type="application/json",
        ),
        browser.post(
            "/api/v1/me/tokens",
            {"name": "x", "scopes": ["bot:play"], "bot_id": beto.id.hex},
            content_type="application/json",
        ),
    ]

    reasons = [_refusal(answer) for answer in refused]
    assert reasons == [(404, "TOKEN_NOT_FOUND"), *[(404, "PLAYER_NOT_FOUND")] * 3]
    assert [each.id for each in access_tokens.tokens_of(beto)] == [token.id]
    assert [each.player_id for each in bots.bots_of(beto)] == [bot.id]
    assert not access_tokens.tokens_of(ana)


def test_lists_have_only_the_own(ana: Player, beto: Player) -> None:
    bot = bots.create(beto, "Azar").player
    access_tokens.create(beto, "x", ["bot:play"], bot=bot.id)
    credits.open_account(beto.id, 10)
    browser = _browser(ana)

    for path in ("tokens", "bots", "matches", "movements", "blocks"):
        assert browser.get(f"/api/v1/me/{path}").json() == {"items": [], "next": None}


def test_another_player_is_seen_without_what_is_private(ana: Player, beto: Player) -> None:
    answer = _call(ana, f"/players/{beto.id.hex}")

    assert set(answer.json()) == {"player_id", "name", "avatar", "guest", "bot", "label", "ratings"}
    assert beto.email not in answer.content.decode()
    for wrong in (uuid.uuid4().hex, "x", "0" * 31):
        assert _refusal(_call(ana, f"/players/{wrong}")) == (404, "PLAYER_NOT_FOUND")


def test_a_session_makes_and_revokes_tokens_and_bots(ana: Player) -> None:
    browser = _browser(ana)

    bot = browser.post("/api/v1/me/bots", {"name": "Azar", "label": "al azar"}, content_type="application/json")
    made = browser.post(
        "/api/v1/me/tokens",
        {"name": "mi bot", "scopes": ["bot:play"], "bot_id": bot.json()["player_id"], "days": 30},
        content_type="application/json",
    )

    assert (bot.status_code, made.status_code) == (201, 201)
    seen = _call(made.json()["secret"], "/me").json()
    assert (seen["name"], seen["bot"], seen["label"], seen["scopes"]) == ("Azar", True, "al azar", ["bot:play"])
    listed = browser.get("/api/v1/me/tokens").json()["items"]
    assert [(each["name"], each["player_id"]) for each in listed] == [("mi bot", bot.json()["player_id"])]
    assert "secret" not in listed[0] and listed[0]["used_at"]

    assert browser.delete(f"/api/v1/me/tokens/{listed[0]['token_id']}").status_code == 204
    assert browser.delete(f"/api/v1/me/bots/{bot.json()['player_id']}").status_code == 204
    assert _refusal(_call(made.json()["secret"], "/me")) == (401, "TOKEN_INVALID")


def test_a_session_without_its_csrf_token_changes_nothing(ana: Player) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ana)

    answer = browser.post("/api/v1/me/bots", {"name": "Azar"}, content_type="application/json")

    assert _refusal(answer) == (403, "TOKEN_INVALID")
    assert not bots.bots_of(ana)


def test_guests_have_no_bots() -> None:
    browser = _browser(create_guest())

    answer = browser.post("/api/v1/me/bots", {"name": "Azar"}, content_type="application/json")

    assert _refusal(answer) == (403, "REGISTRATION_REQUIRED")


@pytest.mark.parametrize(
    ("method", "body", "status"),
    [("POST", [], 400), ("POST", {"name": 7, "scopes": "all"}, 400), ("POST", {}, 400), ("PUT", {}, 405)],
)
def test_what_is_malformed_is_refused_in_the_same_form(ana: Player, method: str, body: object, status: int) -> None:
    answer = _browser(ana).generic(method, "/api/v1/me/tokens", json.dumps(body), content_type="application/json")

    assert _refusal(answer) == (status, "BAD_REQUEST")


@pytest.mark.parametrize(("content", "kind", "status"), [(b"{", "application/json", 400), (b"a=b", "text/plain", 415)])
def test_what_is_not_json_is_refused_in_the_same_form(ana: Player, content: bytes, kind: str, status: int) -> None:
    answer = _browser(ana).generic("POST", "/api/v1/me/bots", content, content_type=kind)

    assert _refusal(answer) == (status, "BAD_REQUEST")


@pytest.fixture
def counted(valkey: str) -> Iterator[None]:
    """Limits are counted in a real Valkey."""
    cache = django_settings.CACHES["default"] | {"LOCATION": valkey}
    with override_settings(CACHES={"default": cache}):
        caches["default"].clear()
        yield


@pytest.mark.usefixtures("counted")
def test_one_player_and_one_address_call_so_often_at_most(
    ana: Player, beto: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = environment().model_copy(update={"api_per_minute": 3, "api_of_address_per_minute": 8})
    monkeypatch.setattr(throttles, "environment", lambda: few)
    monkeypatch.setattr(limits, "time", SimpleNamespace(time=lambda: 1_796_000_010.0))  # one minute, whatever it takes

    own = [_call(ana, "/me") for _ in range(4)]
    others = [_call(beto, "/me") for _ in range(3)]
    anonymous = [_call(None, "/leaderboards") for _ in range(2)]

    assert [answer.status_code for answer in own] == [200, 200, 200, 429]
    assert _refusal(own[3]) == (429, "LIMIT_REACHED")
    assert 0 < int(own[3].headers["Retry-After"]) <= 60
    assert [answer.status_code for answer in others + anonymous] == [200, 200, 200, 200, 429]


def test_without_valkey_nobody_is_limited(ana: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    few = environment().model_copy(update={"api_per_minute": 1})
    monkeypatch.setattr(throttles, "environment", lambda: few)

    assert [_call(ana, "/me").status_code for _ in range(3)] == [200] * 3


def test_the_document_names_every_address_and_the_page_has_no_inline_script() -> None:
    document = Client().get("/api/v1/openapi.json").json()
    page = Client().get("/api/docs/").content.decode()

    for path in PATHS:
        concrete = path.replace("0123456789abcdef-1", "{match_id}").replace("{beto}", "{player_id}")
        assert f"/api/v1{concrete}" in document["paths"]
    assert {"/api/guest", "/api/token", "/api/v1/leaderboards"} <= set(document["paths"])
    assert "<script>" not in page and "<style" not in page and " style=" not in page
