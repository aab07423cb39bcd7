"""Who calls: a verified token of the portal."""

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import jwt

from services.common.errors import Denied, Unauthenticated
from services.common.forms import is_player_id
from services.common.tokens import ALGORITHM, AUDIENCE, ISSUER
from services.gateway.keys import Keys
from services.gateway.revocations import Revocations
from services.gateway.scopes import check_scope
from truco.tables.v1 import tables_pb2

_REQUIRED = ["exp", "iat", "sub", "iss", "aud"]
_REMEMBERED = 50_000
"""More players than one gateway has at once: a token that was forgotten is verified anew at every call."""


@dataclass(frozen=True, slots=True)
class Caller:
    """A player whose token was verified."""

    player: tables_pb2.Player
    expires: float
    """When the token expires, Unix seconds."""
    issued: float
    """When it was issued, Unix seconds."""
    token_id: str
    """The personal access token that it was had for; empty for a browser's session."""
    scopes: frozenset[str]
    resting: bool = False
    """Whether the player's own time for the day is used up: what is under way may be finished, nothing begun."""

    @property
    def player_id(self) -> str:
        """The portal's player id."""
        return self.player.player_id

    def check_may_begin(self) -> None:
        """Refuses who rests something new. Raises Denied (PLAY_TIME_OVER)."""
        if self.resting:
            raise Denied("PLAY_TIME_OVER", "the time that the player allows for the day is used up")


class Authenticator:
    """Turns `authorization` headers into callers. Verified tokens are remembered until they expire."""

    def __init__(self, keys: Keys, revocations: Revocations, check_suspended: Callable[[str], None]) -> None:
        """`check_suspended` raises Denied (SUSPENDED) for a player who may do nothing."""
        self._keys = keys
        self._revocations = revocations
        self._check_suspended = check_suspended
        self._verified: OrderedDict[bytes, Caller] = OrderedDict()
        """By the SHA-256 of the token: a twentieth of its size."""

    async def admit(self, authorization: str | None, rpc: str) -> Caller:
        """The caller behind an authorization header, who may call an rpc.

        Raises Unauthenticated (TOKEN_INVALID, TOKEN_EXPIRED, TOKEN_REVOKED), Denied (SCOPE_MISSING, SUSPENDED),
        Unreachable (UNREACHABLE).
        """
        caller = await self._authenticate(authorization)
        self._revocations.check(caller.player_id, caller.token_id, caller.issued)
        self._check_suspended(caller.player_id)
        check_scope(rpc, caller.scopes, bot=caller.player.bot)
        return caller

    async def _authenticate(self, authorization: str | None) -> Caller:
        token = _bearer(authorization)
        digest = hashlib.sha256(token.encode()).digest()
        caller = self._verified.get(digest)
        if caller is None:
            caller = await self._verify(token)
            self._remember(digest, caller)
        if caller.expires <= time.time():
            self._verified.pop(digest, None)
            raise token_expired()
        return caller

    async def _verify(self, token: str) -> Caller:
        try:
            key = await self._keys.get(str(jwt.get_unverified_header(token).get("kid", "")))
            claims = jwt.decode(
                token,
                key.key,
                algorithms=[ALGORITHM],
                audience=AUDIENCE,
                issuer=ISSUER,
                options={"require": _REQUIRED, "verify_iat": False},
            )
        except jwt.ExpiredSignatureError:
            raise token_expired() from None
        except jwt.InvalidTokenError as error:
            raise Unauthenticated("TOKEN_INVALID", f"the token is not valid: {error}") from None
        return _caller(claims)

    def _remember(self, digest: bytes, caller: Caller) -> None:
        self._verified[digest] = caller
        if len(self._verified) > _REMEMBERED:
            self._verified.popitem(last=False)


def _bearer(authorization: str | None) -> str:
    scheme, _, token = (authorization or "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise Unauthenticated("TOKEN_INVALID", "send the header 'authorization: Bearer <token>'")
    return token.strip()


def _caller(claims: Mapping[str, Any]) -> Caller:
    player_id = claims["sub"]
    if not is_player_id(player_id):
        raise Unauthenticated("TOKEN_INVALID", "the token's sub is not a player id")
    player = tables_pb2.Player(
        player_id=player_id,
        name=str(claims.get("name", "")),
        avatar=str(claims.get("avatar", "")),
        guest=claims.get("guest") is True,
        bot=claims.get("bot") is True,
        confirmed=claims.get("confirmed") is True,
    )
    scopes = claims.get("scopes")
    return Caller(
        player,
        float(claims["exp"]),
        float(claims["iat"]),
        str(claims.get("token", "")),
        frozenset(map(str, scopes)) if isinstance(scopes, list) else frozenset(),
        claims.get("resting") is True,
    )


def token_expired() -> Unauthenticated:
    """The refusal of a token whose time is over."""
    return Unauthenticated("TOKEN_EXPIRED", "the token has expired; get a new one from the portal")
