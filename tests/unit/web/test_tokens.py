"""Tokens carry the claims that the gateway reads, and verify with the published keys."""

import time
import uuid

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from web.accounts.tokens import Bearer, key_id, key_set, mint

ANA = Bearer(uuid.uuid4(), "Ana", "mate", guest=True, confirmed=False, bot=False)


def _verified(token: str) -> dict[str, object]:
    key = jwt.PyJWK(key_set()["keys"][0])
    claims: dict[str, object] = jwt.decode(token, key, algorithms=["EdDSA"], audience="quiero", issuer="quiero")
    return claims


def test_a_token_verifies_with_the_published_key_and_names_it() -> None:
    token = mint(ANA)

    assert _verified(token.text)["sub"] == ANA.player_id.hex
    assert jwt.get_unverified_header(token.text)["kid"] == key_id() == key_set()["keys"][0]["kid"]


def test_a_token_carries_exactly_the_agreed_claims_and_lives_fifteen_minutes() -> None:
    token = mint(ANA)

    claims = _verified(token.text)
    assert set(claims) == {"iss", "aud", "sub", "name", "avatar", "guest", "confirmed", "bot", "scopes", "iat", "exp"}
    assert (claims["name"], claims["avatar"], claims["guest"], claims["bot"]) == ("Ana", "mate", True, False)
    assert claims["scopes"] == ["play"]
    assert claims["exp"] == token.expires_at
    assert token.expires_at - time.time() == pytest.approx(15 * 60, abs=2)


def test_a_token_of_another_key_does_not_verify() -> None:
    claims = _verified(mint(ANA).text)
    forged = jwt.encode(claims, Ed25519PrivateKey.generate(), algorithm="EdDSA", headers={"kid": key_id()})

    with pytest.raises(jwt.InvalidSignatureError):
        _verified(forged)


def test_the_key_set_has_no_private_part() -> None:
    assert set(key_set()["keys"][0]) == {"kty", "crv", "x", "use", "alg", "kid"}
