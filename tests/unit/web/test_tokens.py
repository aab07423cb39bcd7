"""Tokens carry the claims that the gateway reads, and verify with the published keys."""

import time
import uuid

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from services.common.tokens import PERSONS_SCOPES
from web.accounts.keys import key_set, signing_key
from web.accounts.tokens import Bearer, Token, mint

ANA = Bearer(uuid.uuid4(), "Ana", "mate", guest=True, confirmed=False, bot=False)


def _minted() -> Token:
    return mint(ANA, PERSONS_SCOPES)


def _verified(token: str) -> dict[str, object]:
    key = jwt.PyJWK(key_set()["keys"][0])
    claims: dict[str, object] = jwt.decode(token, key, algorithms=["EdDSA"], audience="quiero", issuer="quiero")
    return claims


def test_a_token_verifies_with_the_published_key_and_names_it() -> None:
    token = _minted()

    assert _verified(token.text)["sub"] == ANA.player_id.hex
    assert jwt.get_unverified_header(token.text)["kid"] == signing_key().id == key_set()["keys"][0]["kid"]


def test_a_token_carries_exactly_the_agreed_claims_and_lives_fifteen_minutes() -> None:
    token = _minted()

    claims = _verified(token.text)
    assert set(claims) == {"iss", "aud", "sub", "name", "avatar", "guest", "confirmed", "bot", "scopes", "iat", "exp"}
    assert (claims["name"], claims["avatar"], claims["guest"], claims["bot"]) == ("Ana", "mate", True, False)
    assert claims["scopes"] == ["table:play", "table:read", "wallet:read"]
    assert claims["exp"] == token.expires_at
    assert token.expires_at - time.time() == pytest.approx(15 * 60, abs=2)


def test_a_token_of_another_key_does_not_verify() -> None:
    claims = _verified(_minted().text)
    forged = jwt.encode(claims, Ed25519PrivateKey.generate(), algorithm="EdDSA", headers={"kid": signing_key().id})

    with pytest.raises(jwt.InvalidSignatureError):
        _verified(forged)


def test_the_key_set_has_no_private_part() -> None:
    assert set(key_set()["keys"][0]) == {"kty", "crv", "x", "use", "alg", "kid"}
