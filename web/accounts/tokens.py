"""The short-lived JWT by which every other service knows a player (architecture 6)."""

import time
from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

import jwt

from services.common.errors import Unauthenticated
from services.common.tokens import ALGORITHM, AUDIENCE, ISSUER, LIFE_SECONDS
from web.accounts.keys import public_key, signing_key

_REQUIRED = ["exp", "iat", "sub", "iss", "aud"]


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


@dataclass(frozen=True)
class Verified:
    """What a token that verified stands for."""

    player_id: UUID
    scopes: frozenset[str]
    token_id: UUID | None
    """The personal access token that it was had for."""
    issued: int
    """Unix seconds."""


def mint(
    bearer: Bearer,
    scopes: Collection[str],
    token_id: UUID | None = None,
    issued: float | None = None,
    seconds: float = LIFE_SECONDS,
) -> Token:
    """Signs a token that lives 15 minutes at most, for a personal access token or for none.

    `issued` is a moment, Unix seconds, before anything was read that lets the player have it: what is revoked after
    that reading is then revoked after `issued`, so the token is refused.
    """
    now, lasts = int(time.time() if issued is None else issued), round(min(LIFE_SECONDS, seconds))
    claims = {
        "iss": ISSUER,
        "aud": AUDIENCE,
        "sub": bearer.player_id.hex,
        "name": bearer.name,
        "avatar": bearer.avatar,
        "guest": bearer.guest,
        "confirmed": bearer.confirmed,
        "bot": bearer.bot,
        "scopes": sorted(scopes),
        "iat": now,
        "exp": now + lasts,
        **({"token": token_id.hex} if token_id else {}),
        **({"resting": True} if bearer.resting else {}),
    }
    key = signing_key()
    text = jwt.encode(claims, key.private, algorithm=ALGORITHM, headers={"kid": key.id})
    return Token(text, now + lasts)


def verify(token: str) -> Verified:
    """What a token of ours stands for. Raises Unauthenticated (TOKEN_INVALID, TOKEN_EXPIRED)."""
    try:
        claims = jwt.decode(
            token,
            public_key(str(jwt.get_unverified_header(token).get("kid"))),
            algorithms=[ALGORITHM],
            audience=AUDIENCE,
            issuer=ISSUER,
            options={"require": _REQUIRED, "verify_iat": False},
        )
        token_id = UUID(claims["token"]) if "token" in claims else None
        return Verified(UUID(claims["sub"]), frozenset(claims.get("scopes", ())), token_id, int(claims["iat"]))
    except jwt.ExpiredSignatureError:
        raise Unauthenticated("TOKEN_EXPIRED", "the token has expired; get a new one") from None
    except (jwt.InvalidTokenError, ValueError, TypeError, KeyError):
        raise Unauthenticated("TOKEN_INVALID", "the token is not valid") from None
