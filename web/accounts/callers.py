"""Who calls an endpoint under /api/: a program by its token, or a browser by its session."""

import time
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest

from services.common.errors import Denied, Unauthenticated
from services.common.tokens import BOT_PLAY, PERSONS_SCOPES, TABLE_PLAY, TABLE_READ
from web.accounts import access_tokens, services
from web.accounts.models import Player
from web.accounts.revocations import is_revoked
from web.accounts.tokens import Token, verify


@dataclass(frozen=True)
class Caller:
    """A player, and what the caller may do as that player."""

    player: Player
    scopes: frozenset[str]
    since: float
    """A moment before the player was read, Unix seconds."""
    token_id: UUID | None = None
    """The personal access token, or the one that the caller's token was had for."""
    session: bool = False
    """A browser, signed in."""
    renews: bool = False
    """Whether it may have new tokens: not for an old token, which would never end then."""

    def check(self, scope: str) -> None:
        """Refuses who lacks a scope; who may play may see. Raises Denied (SCOPE_MISSING)."""
        playing = BOT_PLAY if self.player.bot else TABLE_PLAY
        if scope not in self.scopes and not (scope == TABLE_READ and playing in self.scopes):
            raise Denied("SCOPE_MISSING", f"the token lacks the scope {scope!r}", scope=scope)

    def token(self) -> Token:
        """A token that lets its bearer do what the caller may. Raises Unauthenticated (TOKEN_INVALID)."""
        if not self.renews:
            raise Unauthenticated("TOKEN_INVALID", "a new token is had for a session or a personal access token")
        return services.token_for(self.player, self.scopes, self.token_id, self.since)


def by_session(request: HttpRequest) -> Caller | None:
    """The player of a browser's session, or None."""
    since = time.time()
    player = services.signed_in(request)
    return Caller(player, frozenset(PERSONS_SCOPES), since, session=True, renews=True) if player else None


def by_bearer(authorization: str) -> Caller:
    """Who calls with `authorization: Bearer <token>`, the token being a personal access token or one had for it.

    Raises Unauthenticated (TOKEN_INVALID, TOKEN_EXPIRED, TOKEN_REVOKED).
    """
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise Unauthenticated("TOKEN_INVALID", "send the header 'authorization: Bearer <token>'")
    token = token.strip()
    return _by_secret(token) if token.startswith(access_tokens.PREFIX) else _by_token(token)


def _by_secret(secret: str) -> Caller:
    since = time.time()
    found = access_tokens.redeem(secret)
    return Caller(found.player, frozenset(found.scopes), since, token_id=found.pk, renews=True)


def _by_token(token: str) -> Caller:
    since = time.time()
    verified = verify(token)
    if is_revoked(verified):
        raise Unauthenticated("TOKEN_REVOKED", "the token was revoked")
    player = services.by_id(verified.player_id)
    if player is None:
        raise Unauthenticated("TOKEN_INVALID", "the token's player is gone")
    return Caller(player, verified.scopes, since, token_id=verified.token_id)
