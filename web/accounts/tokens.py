"""The short-lived JWT by which every other service knows a player, and the keys to verify it (architecture 6)."""

import base64
import hashlib
import json
import time
from dataclasses import dataclass
from functools import cache
from uuid import UUID

import jwt
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from services.common.errors import Denied, Unauthenticated
from services.common.tokens import ALGORITHM, AUDIENCE, ISSUER, PLAY_SCOPE
from web.settings.environment import environment

LIFE_SECONDS = 15 * 60
SCOPES = (PLAY_SCOPE,)


@dataclass(frozen=True)
class Bearer:
    """What a token says of its player."""

    player_id: UUID
    name: str
    avatar: str
    guest: bool
    confirmed: bool
    bot: bool
    resting: bool = False
    """Whether the day's time of play is used up (web.accounts.play_time): nothing new may be begun."""


@dataclass(frozen=True)
class Token:
    """A signed token; `expires_at` in Unix seconds."""

    text: str
    expires_at: int


def mint(bearer: Bearer, seconds: int = LIFE_SECONDS) -> Token:
    """Signs a token that lives 15 minutes, or as many seconds."""
    now = int(time.time())
    claims = {
        "iss": ISSUER,
        "aud": AUDIENCE,
        "sub": bearer.player_id.hex,
        "name": bearer.name,
        "avatar": bearer.avatar,
        "guest": bearer.guest,
        "confirmed": bearer.confirmed,
        "bot": bearer.bot,
        "scopes": list(SCOPES),
        "iat": now,
        "exp": now + seconds,
    }
    if bearer.resting:
        claims["resting"] = True
    text = jwt.encode(claims, _private_key(), algorithm=ALGORITHM, headers={"kid": key_id()})
    return Token(text, now + seconds)


def verify(token: str) -> UUID:
    """The player of a token of ours. Raises Unauthenticated (TOKEN_INVALID, TOKEN_EXPIRED), Denied (SCOPE_MISSING)."""
    try:
        claims = jwt.decode(
            token,
            _private_key().public_key(),
            algorithms=[ALGORITHM],
            audience=AUDIENCE,
            issuer=ISSUER,
            options={"require": ["exp", "iat", "sub", "iss", "aud"], "verify_iat": False},
        )
        player_id = UUID(claims["sub"])
    except jwt.ExpiredSignatureError:
        raise Unauthenticated("TOKEN_EXPIRED", "the token has expired; get a new one") from None
    except (jwt.InvalidTokenError, ValueError):
        raise Unauthenticated("TOKEN_INVALID", "the token is not valid") from None
    if PLAY_SCOPE not in claims.get("scopes", ()):
        raise Denied("SCOPE_MISSING", f"the token lacks the scope {PLAY_SCOPE!r}", scope=PLAY_SCOPE)
    return player_id


def key_set() -> dict[str, list[dict[str, str]]]:
    """The public keys as a JSON Web Key Set (RFC 7517, RFC 8037)."""
    return {"keys": [{**_public_members(), "use": "sig", "alg": ALGORITHM, "kid": key_id()}]}


@cache
def key_id() -> str:
    """The key's RFC 7638 thumbprint."""
    members = json.dumps(_public_members(), separators=(",", ":"), sort_keys=True)
    return _base64url(hashlib.sha256(members.encode()).digest())


def check_key() -> None:
    """Ends the process with one line when the private key can't be used."""
    try:
        _private_key()
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise SystemExit("bad settings: QUIERO_JWT_PRIVATE_KEY: must be an Ed25519 private key in PEM") from None


@cache
def _private_key() -> Ed25519PrivateKey:
    key = load_pem_private_key(environment().jwt_private_key.encode(), password=None)
    if not isinstance(key, Ed25519PrivateKey):
        raise ValueError("not an Ed25519 key")
    return key


def _public_members() -> dict[str, str]:
    raw = _private_key().public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    return {"crv": "Ed25519", "kty": "OKP", "x": _base64url(raw)}


def _base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
