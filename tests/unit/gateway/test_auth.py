"""Who is let in, against a portal that publishes its keys over real HTTP."""

import asyncio
import time
from collections.abc import Iterator

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from nats.aio.client import Client

from services.common.errors import Denied, Unauthenticated, Unreachable
from services.gateway.auth import Authenticator
from services.gateway.keys import Keys
from services.gateway.revocations import Revocations
from tests.service.gateway.portal import SigningPortal, signing_portal

RPC = "Act"


@pytest.fixture
def portal() -> Iterator[SigningPortal]:
    with signing_portal() as portal:
        yield portal


def _nobody(_player_id: str) -> None:
    """Nobody is suspended."""


@pytest.fixture
def authenticator(portal: SigningPortal) -> Authenticator:
    return Authenticator(Keys(portal.url), Revocations(Client()), _nobody)


async def test_a_good_token_says_who_calls(portal: SigningPortal, authenticator: Authenticator) -> None:
    claims = {"name": "Beto", "avatar": "luna", "guest": False, "bot": True, "scopes": ["bot:play"]}
    token = portal.token("0123456789abcdef0123456789abcdef", **claims)

    caller = await authenticator.admit(f"Bearer {token}", RPC)

    player = caller.player
    assert (player.player_id, player.name, player.avatar) == ("0123456789abcdef0123456789abcdef", "Beto", "luna")
    assert (player.guest, player.bot) == (False, True)


async def test_keys_are_fetched_once_for_many_tokens(portal: SigningPortal, authenticator: Authenticator) -> None:
    for _ in range(5):
        await authenticator.admit(f"bearer {portal.token()}", RPC)

    assert portal.fetches == 1


async def test_a_key_that_is_new_at_the_portal_is_found(portal: SigningPortal, authenticator: Authenticator) -> None:
    await authenticator.admit(f"Bearer {portal.token()}", RPC)
    portal.rotate()

    await authenticator.admit(f"Bearer {portal.token()}", RPC)

    assert portal.fetches == 2


async def test_unknown_key_ids_cost_one_fetch_a_second(portal: SigningPortal, authenticator: Authenticator) -> None:
    await authenticator.admit(f"Bearer {portal.token()}", RPC)
    forged = [
        jwt.encode({}, Ed25519PrivateKey.generate(), algorithm="EdDSA", headers={"kid": f"k{number}"})
        for number in range(50)
    ]

    refused = await asyncio.gather(
        *(authenticator.admit(f"Bearer {each}", RPC) for each in forged), return_exceptions=True
    )

    assert {getattr(error, "reason", None) for error in refused} == {"TOKEN_INVALID"}
    assert portal.fetches == 2


@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "somebody"},
        {"aud": "somewhere"},
        {"exp": None},
        {"sub": None},
        {"sub": "with.dots"},
        {"sub": "*"},
        {"sub": ""},
    ],
)
async def test_claims_that_are_not_ours_are_refused(
    portal: SigningPortal, authenticator: Authenticator, claims: dict[str, object]
) -> None:
    with pytest.raises(Unauthenticated, match="TOKEN_INVALID"):
        await authenticator.admit(f"Bearer {portal.token(**claims)}", RPC)


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer ", "Basic abc", "Bearer not.a.token", "Bearer ñ"])
async def test_what_is_no_token_is_refused(authenticator: Authenticator, header: str | None) -> None:
    with pytest.raises(Unauthenticated, match="TOKEN_INVALID"):
        await authenticator.admit(header, RPC)


async def test_another_key_under_a_known_id_is_refused(portal: SigningPortal, authenticator: Authenticator) -> None:
    claims = jwt.decode(portal.token(), options={"verify_signature": False})
    forged = jwt.encode(claims, Ed25519PrivateKey.generate(), algorithm="EdDSA", headers={"kid": "first"})

    with pytest.raises(Unauthenticated, match="TOKEN_INVALID"):
        await authenticator.admit(f"Bearer {forged}", RPC)


async def test_an_unsigned_token_is_refused(portal: SigningPortal, authenticator: Authenticator) -> None:
    claims = jwt.decode(portal.token(), options={"verify_signature": False})
    unsigned = jwt.encode(claims, None, algorithm="none", headers={"kid": "first"})

    with pytest.raises(Unauthenticated, match="TOKEN_INVALID"):
        await authenticator.admit(f"Bearer {unsigned}", RPC)


async def test_an_expired_token_is_told_apart(portal: SigningPortal, authenticator: Authenticator) -> None:
    with pytest.raises(Unauthenticated, match="TOKEN_EXPIRED"):
        await authenticator.admit(f"Bearer {portal.token(exp=int(time.time()) - 1)}", RPC)


async def test_a_token_that_was_good_expires(portal: SigningPortal, authenticator: Authenticator) -> None:
    expires = int(time.time()) + 3  # whole seconds: at least two from now
    token = portal.token(exp=expires)
    await authenticator.admit(f"Bearer {token}", RPC)
    await asyncio.sleep(expires - time.time() + 0.1)

    with pytest.raises(Unauthenticated, match="TOKEN_EXPIRED"):
        await authenticator.admit(f"Bearer {token}", RPC)


@pytest.mark.parametrize("scopes", [[], ["play"], None, "table:play", 7])
async def test_a_token_without_the_scope_is_denied(
    portal: SigningPortal, authenticator: Authenticator, scopes: object
) -> None:
    with pytest.raises(Denied, match="SCOPE_MISSING"):
        await authenticator.admit(f"Bearer {portal.token(scopes=scopes)}", RPC)


async def test_without_a_portal_nobody_is_called_a_liar(portal: SigningPortal) -> None:
    keys = Keys("http://127.0.0.1:9/jwks.json")

    with pytest.raises(Unreachable, match="UNREACHABLE"):
        await Authenticator(keys, Revocations(Client()), _nobody).admit(f"Bearer {portal.token()}", RPC)
    assert keys.fault() == "no keys from the portal yet"


@pytest.mark.parametrize(
    "answer", [b'{"keys": []}', b'{"keys": [{"kty": "?"}]}', b'{"keys": 7}', b"[]", b"7", b"<html>"]
)
async def test_a_portal_that_publishes_no_keys_is_one_that_cannot_be_asked(
    portal: SigningPortal, monkeypatch: pytest.MonkeyPatch, answer: bytes
) -> None:
    monkeypatch.setattr(portal, "jwks", lambda: answer)
    keys = Keys(portal.url)

    with pytest.raises(Unreachable, match="UNREACHABLE"):
        await Authenticator(keys, Revocations(Client()), _nobody).admit(f"Bearer {portal.token()}", RPC)


async def test_who_is_suspended_is_refused_though_the_token_is_good(portal: SigningPortal) -> None:
    def refuse(player_id: str) -> None:
        raise Denied("SUSPENDED", player_id)

    token = portal.token("0123456789abcdef0123456789abcdef")
    with pytest.raises(Denied, match="SUSPENDED: 0123456789abcdef0123456789abcdef"):
        await Authenticator(Keys(portal.url), Revocations(Client()), refuse).admit(f"Bearer {token}", RPC)
