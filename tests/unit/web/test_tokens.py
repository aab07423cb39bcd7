"""Tokens carry the claims that the gateway reads, and verify with the published keys."""

import time
import uuid
from collections.abc import Callable, Iterator

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from services.common.errors import Unauthenticated
from services.common.tokens import PERSONS_SCOPES
from web.accounts import keys
from web.accounts.keys import key_set, signing_key
from web.accounts.tokens import Bearer, Token, mint, verify
from web.settings.environment import environment

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


def _pem(key: Ed25519PrivateKey, *, public: bool = False) -> str:
    if public:
        return key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


@pytest.fixture
def signing_with(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Has the portal start with a key that signs, and others that verify."""

    def start(current: str, others: str = "") -> None:
        chosen = environment().model_copy(update={"jwt_private_key": current, "jwt_other_keys": others})
        monkeypatch.setattr(keys, "environment", lambda: chosen)
        _forget()

    yield start
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    keys.signing_key.cache_clear()
    keys._public_keys.cache_clear()


@pytest.mark.parametrize("public", [True, False])
def test_in_a_rotation_tokens_of_the_next_key_and_of_the_one_before_verify(
    signing_with: Callable[..., None], public: bool
) -> None:
    """The steps of docs/operations.md: the next key is published, then signs, then the one before is taken out."""
    old, new = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    signing_with(_pem(old), _pem(new, public=public))
    first = _minted().text
    assert len(key_set()["keys"]) == 2

    signing_with(_pem(new), _pem(old, public=public))
    second = _minted().text
    assert jwt.get_unverified_header(first)["kid"] != jwt.get_unverified_header(second)["kid"] == signing_key().id
    assert verify(first).player_id == verify(second).player_id == ANA.player_id
    assert set(key_set()["keys"][1]) == {"kty", "crv", "x", "use", "alg", "kid"}

    signing_with(_pem(new))
    assert verify(second).player_id == ANA.player_id
    with pytest.raises(Unauthenticated, match="TOKEN_INVALID"):
        verify(first)


@pytest.mark.parametrize("others", ["x", "-----BEGIN PUBLIC KEY-----\nx\n-----END PUBLIC KEY-----"])
def test_keys_that_are_none_end_the_process_with_one_line(signing_with: Callable[..., None], others: str) -> None:
    signing_with(_pem(Ed25519PrivateKey.generate()), others)

    with pytest.raises(SystemExit, match="QUIERO_JWT_OTHER_KEYS: must be Ed25519 in PEM"):
        keys.check_keys()
