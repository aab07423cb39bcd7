"""Personal access tokens: made, used, revoked, and what is had for them."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import jwt
import pytest
from django.test import Client
from django.utils import timezone

from services.common.errors import Busy, Denied, NotFound, TrucoError, Unauthenticated
from services.common.subjects import REVOKED_BUCKET
from truco.portal.v1.revocation_pb2 import Revocation as Published
from web.accounts import access_tokens, bots, revocations
from web.accounts.callers import by_bearer
from web.accounts.models import AccessToken, Player
from web.accounts.services import token_for
from web.accounts.tokens import verify
from web.outbox.models import Change
from web.relay.revocations import revocations as published

pytestmark = pytest.mark.django_db

NewPlayer = Callable[..., Any]


@pytest.fixture
def ana(registered: NewPlayer) -> Player:
    """Who makes tokens."""
    player: Player = registered("Ana")
    return player


def _exchanged(secret: str) -> Any:
    return Client(enforce_csrf_checks=True).post("/api/token", headers={"authorization": f"Bearer {secret}"})


def test_a_token_is_exchanged_for_one_with_its_scopes_and_its_id(ana: Player) -> None:
    made = access_tokens.create(ana, "mi programa", ["wallet:read", "table:read"], days=30)

    answer = _exchanged(made.secret)

    claims = jwt.decode(answer.json()["token"], options={"verify_signature": False})
    assert (claims["sub"], claims["bot"]) == (ana.id.hex, False)
    assert (claims["scopes"], claims["token"]) == (["table:read", "wallet:read"], made.token.id.hex)


def test_a_secret_has_its_prefix_and_is_kept_only_as_a_hash(ana: Player) -> None:
    secret = access_tokens.create(ana, "x", ["table:read"]).secret

    assert secret.startswith("qro_") and len(secret) == 4 + 43 + 8
    assert secret not in str(list(AccessToken.objects.values()))


@pytest.mark.parametrize("wrong", ["", "qro_", "qro_unknown", "qrr_x", "x" * 1000])
def test_what_is_no_secret_is_refused(wrong: str) -> None:
    answer = _exchanged(wrong)

    assert (answer.status_code, answer.json()["error"]["reason"]) == (401, "TOKEN_INVALID")


def test_a_mistyped_secret_is_refused_without_asking_the_database(
    ana: Player, django_assert_num_queries: Callable[..., Any]
) -> None:
    secret = access_tokens.create(ana, "x", ["table:read"]).secret
    mistyped = secret[:10] + ("a" if secret[10] != "a" else "b") + secret[11:]

    with django_assert_num_queries(0), pytest.raises(Unauthenticated, match="TOKEN_INVALID"):
        access_tokens.redeem(mistyped)


def test_an_expired_token_is_refused(ana: Player) -> None:
    made = access_tokens.create(ana, "x", ["table:read"], days=1)
    AccessToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    assert _exchanged(made.secret).json()["error"]["reason"] == "TOKEN_EXPIRED"


def test_its_last_use_is_written_once_a_minute(ana: Player) -> None:
    made = access_tokens.create(ana, "x", ["table:read"])

    def used(*, before: timedelta) -> bool:
        at = timezone.now() - before
        AccessToken.objects.update(used_at=at)
        access_tokens.redeem(made.secret)
        return AccessToken.objects.get().used_at != at

    assert made.token.used_at is None
    access_tokens.redeem(made.secret)
    assert AccessToken.objects.get().used_at is not None
    assert (used(before=timedelta(seconds=50)), used(before=timedelta(seconds=70))) == (False, True)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": " "},
        {"name": "x" * 41},
        {"name": "a\x00"},
        {"scopes": []},
        {"scopes": ["table:play", "all"]},
        {"scopes": ["bot:play"]},
        {"days": 0},
        {"days": 400},
    ],
)
def test_what_makes_no_sense_is_refused(ana: Player, wrong: dict[str, Any]) -> None:
    fields: dict[str, Any] = {"name": "x", "scopes": ["table:read"], "days": 1} | wrong

    with pytest.raises(TrucoError, match="BAD_REQUEST"):
        access_tokens.create(ana, fields["name"], fields["scopes"], days=fields["days"])


def test_a_player_has_so_many_tokens_at_most(ana: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access_tokens, "MOST_TOKENS", 2)
    for _ in range(2):
        access_tokens.create(ana, "x", ["table:read"])

    with pytest.raises(Busy, match="LIMIT_REACHED"):
        access_tokens.create(ana, "x", ["table:read"])


def test_a_revoked_token_and_what_was_had_for_it_are_refused_and_gateways_hear_of_it(ana: Player) -> None:
    made = access_tokens.create(ana, "x", ["table:read"])
    had = _exchanged(made.secret).json()["token"]
    assert by_bearer(f"Bearer {had}").player == ana

    access_tokens.revoke(ana, made.token.id)

    for gone, reason in ((made.secret, "TOKEN_INVALID"), (had, "TOKEN_REVOKED")):
        with pytest.raises(Unauthenticated, match=reason):
            by_bearer(f"Bearer {gone}")
    assert [(each.bucket, each.key) for each in Change.objects.all()] == [(REVOKED_BUCKET, made.token.id.hex)]
    told = Published.FromString(published([made.token.id.hex])[made.token.id.hex])
    assert told.subject == made.token.id.hex and told.before >= verify(had).issued


def test_nobody_revokes_anothers_token(ana: Player, registered: NewPlayer) -> None:
    made = access_tokens.create(ana, "x", ["table:read"])

    with pytest.raises(NotFound, match="TOKEN_NOT_FOUND"):
        access_tokens.revoke(registered("Beto"), made.token.id)
    assert access_tokens.redeem(made.secret).player == ana


def test_all_tokens_of_a_revoked_player_are_refused_those_of_afterwards_are_good(ana: Player) -> None:
    before = token_for(ana).text

    revocations.revoke(ana.id)

    with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
        by_bearer(f"Bearer {before}")
    later = token_for(ana, since=timezone.now().timestamp() + 1).text
    assert by_bearer(f"Bearer {later}").player == ana


def test_a_token_that_is_signed_late_for_what_was_read_before_the_revocation_is_refused(ana: Player) -> None:
    made = access_tokens.create(ana, "x", ["table:read"])
    caller = by_bearer(f"Bearer {made.secret}")

    access_tokens.revoke(ana, made.token.id)

    with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
        by_bearer(f"Bearer {caller.token().text}")


def test_what_was_revoked_long_ago_is_forgotten(ana: Player) -> None:
    revocations.revoke(ana.id)
    revocations.Revocation.objects.update(at=timezone.now() - timedelta(hours=1))
    assert published([ana.id.hex]) == {}

    revocations.revoke(uuid.uuid4())

    assert not revocations.Revocation.objects.filter(subject=ana.id).exists()


def test_a_bots_token_acts_as_the_bot_and_as_nobody_else(ana: Player) -> None:
    bot = bots.create(ana, "Azar", "tira al azar").player
    made = access_tokens.create(ana, "x", ["bot:play"], bot=bot.id)

    answer = _exchanged(made.secret).json()

    claims = jwt.decode(answer["token"], options={"verify_signature": False})
    assert (claims["sub"], claims["name"], claims["bot"], claims["guest"]) == (bot.id.hex, "Azar", True, False)
    assert claims["scopes"] == ["bot:play"]


@pytest.mark.parametrize("scopes", [["table:play"], ["bot:play", "wallet:read"], ["bot:play", "table:play"]])
def test_a_bots_token_has_no_persons_scopes(ana: Player, scopes: list[str]) -> None:
    bot = bots.create(ana, "Azar").player

    with pytest.raises(TrucoError, match="BAD_REQUEST"):
        access_tokens.create(ana, "x", scopes, bot=bot.id)


def test_nobody_makes_a_token_for_anothers_bot_or_for_a_person(ana: Player, registered: NewPlayer) -> None:
    beto = registered("Beto")
    bot = bots.create(beto, "Azar").player

    for other in (bot.id, beto.id, uuid.uuid4()):
        with pytest.raises(NotFound, match="PLAYER_NOT_FOUND"):
            access_tokens.create(ana, "x", ["bot:play"], bot=other)


def test_guests_and_bots_have_no_bots(ana: Player) -> None:
    from web.accounts.services import create_guest

    for owner in (create_guest(), bots.create(ana, "Azar").player):
        with pytest.raises(Denied, match="REGISTRATION_REQUIRED"):
            bots.create(owner, "Otro")


def test_a_player_has_so_many_bots_at_most(ana: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "MOST_BOTS", 1)
    bots.create(ana, "Azar")

    with pytest.raises(Busy, match="LIMIT_REACHED"):
        bots.create(ana, "Otro")


def test_a_retired_bot_is_gone_with_its_tokens_and_its_streams(ana: Player, registered: NewPlayer) -> None:
    bot = bots.create(ana, "Azar").player
    made = access_tokens.create(ana, "x", ["bot:play"], bot=bot.id)
    with pytest.raises(NotFound, match="PLAYER_NOT_FOUND"):
        bots.retire(registered("Beto"), bot.id)

    bots.retire(ana, bot.id)

    with pytest.raises(Unauthenticated, match="TOKEN_INVALID"):
        access_tokens.redeem(made.secret)
    assert {change.key for change in Change.objects.filter(bucket=REVOKED_BUCKET)} == {bot.id.hex, made.token.id.hex}
    assert not bots.bots_of(ana)
    bot.refresh_from_db()
    assert bot.name != "Azar"
