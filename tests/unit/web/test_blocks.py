"""Whom a player blocked, through the API (/api/v1/me/blocks), and what pairing hears of it."""

import time
import uuid
from typing import Any
from unittest.mock import patch

import jwt
import pytest
from django.test import Client

from services.common.subjects import STANDING_BUCKET
from services.common.tokens import PERSONS_SCOPES
from web.accounts import services
from web.accounts.keys import signing_key
from web.accounts.models import Block, Player
from web.accounts.services import create_guest, token_for
from web.accounts.tokens import mint
from web.outbox.models import Change

pytestmark = pytest.mark.django_db

PATH = "/api/v1/me/blocks"


@pytest.fixture
def ana() -> Player:
    """Who blocks."""
    return create_guest("Ana")


@pytest.fixture
def beto() -> Player:
    """Who is blocked."""
    return create_guest("Beto")


def _call(of: Player | str, method: str, other: str = "") -> Any:
    """Calls as a program with a token."""
    token = of if isinstance(of, str) else token_for(of).text
    client = Client(enforce_csrf_checks=True)
    path = f"{PATH}/{other}" if other else PATH
    return client.generic(method, path, headers={"authorization": f"Bearer {token}"})


def _announced() -> list[str]:
    return [change.key for change in Change.objects.filter(bucket=STANDING_BUCKET).order_by("pk")]


def test_a_player_is_blocked_listed_and_unblocked_and_pairing_hears_of_each(ana: Player, beto: Player) -> None:
    assert _call(ana, "PUT", beto.id.hex).status_code == 201
    assert _call(ana, "GET").json()["items"] == [{"player_id": beto.id.hex, "name": "Beto"}]
    assert _call(beto, "GET").json()["items"] == []
    assert _call(ana, "DELETE", beto.id.hex).status_code == 204
    assert _call(ana, "GET").json()["items"] == []
    assert _announced() == [ana.id.hex] * 2, "only who blocks changes"


def test_doing_it_again_changes_nothing(ana: Player, beto: Player) -> None:
    assert [_call(ana, "PUT", str(beto.id)).status_code for _ in range(2)] == [201, 204]
    assert [_call(ana, "DELETE", beto.id.hex).status_code for _ in range(2)] == [204, 204]
    assert _announced() == [ana.id.hex] * 2


@pytest.mark.parametrize("other", ["x", "7", "0123456789abcdef" * 2, "0123456789abcdef" * 3])
def test_what_is_no_player_is_refused(ana: Player, other: str) -> None:
    answer = _call(ana, "PUT", other)

    assert (answer.status_code, answer.json()["error"]["reason"]) == (404, "PLAYER_NOT_FOUND")
    assert not Block.objects.exists()


def test_nobody_blocks_themselves(ana: Player) -> None:
    assert _call(ana, "PUT", ana.id.hex).status_code == 400


def test_the_list_has_an_end(ana: Player, beto: Player) -> None:
    with patch.object(services, "MOST_BLOCKS", 1):
        assert _call(ana, "PUT", beto.id.hex).status_code == 201
        refused = _call(ana, "PUT", create_guest().id.hex)

    assert (refused.status_code, refused.json()["error"]["metadata"]) == (429, {"limit": "blocks"})


def test_a_session_blocks_with_its_csrf_token_only(ana: Player, beto: Player) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ana)
    csrf = client.get("/lobby/").context["config"]["csrfToken"]

    refused = client.put(f"{PATH}/{beto.id.hex}")
    granted = client.put(f"{PATH}/{beto.id.hex}", headers={"x-csrftoken": csrf})

    assert (refused.status_code, granted.status_code) == (403, 201)
    assert client.get(PATH).json()["items"][0]["player_id"] == beto.id.hex


def test_who_is_nobody_is_refused() -> None:
    answer = Client().get(PATH)

    assert (answer.status_code, answer.json()["error"]["reason"]) == (401, "TOKEN_INVALID")


def _forged(ana: Player, **changes: Any) -> str:
    claims = jwt.decode(token_for(ana).text, options={"verify_signature": False}) | changes
    return jwt.encode(claims, signing_key().private, algorithm="EdDSA", headers={"kid": signing_key().id})


@pytest.mark.parametrize(
    ("changes", "status", "reason"),
    [
        ({"exp": time.time() - 1}, 401, "TOKEN_EXPIRED"),
        ({"aud": "other"}, 401, "TOKEN_INVALID"),
        ({"iss": "other"}, 401, "TOKEN_INVALID"),
        ({"sub": "x"}, 401, "TOKEN_INVALID"),
        ({"sub": uuid.uuid4().hex}, 401, "TOKEN_INVALID"),
        ({"scopes": []}, 403, "SCOPE_MISSING"),
    ],
)
def test_a_token_that_does_not_hold_is_refused(ana: Player, changes: dict[str, Any], status: int, reason: str) -> None:
    answer = _call(_forged(ana, **changes), "GET")

    assert (answer.status_code, answer.json()["error"]["reason"]) == (status, reason)


def test_a_token_of_another_key_or_none_is_refused(ana: Player) -> None:
    claims = jwt.decode(token_for(ana).text, options={"verify_signature": False})
    unsigned = jwt.encode(claims, None, algorithm="none")
    symmetric = jwt.encode(claims, "k" * 32, algorithm="HS256")

    assert [_call(token, "GET").status_code for token in (unsigned, symmetric, "", "x.y.z")] == [401] * 4


def test_a_guest_that_is_cleaned_up_takes_its_blocks_along_and_pairing_hears_of_it(ana: Player, beto: Player) -> None:
    from datetime import timedelta

    from django.utils import timezone

    from web.history.cleanup import clean_up_guests

    services.block(ana, beto.id)
    Change.objects.all().delete()
    Player.objects.filter(pk=ana.pk).update(last_seen_at=timezone.now() - timedelta(days=31))

    clean_up_guests()

    assert not Block.objects.exists()
    assert _announced() == [ana.id.hex]


def test_other_methods_are_refused(ana: Player, beto: Player) -> None:
    assert _call(ana, "POST", beto.id.hex).status_code == 405


def test_minting_and_verifying_agree(ana: Player) -> None:
    from web.accounts.tokens import Bearer, verify

    bearer = Bearer(ana.id, ana.name, ana.avatar, ana.guest, ana.confirmed, ana.bot)
    token = mint(bearer, PERSONS_SCOPES)

    assert verify(token.text).player_id == ana.id
