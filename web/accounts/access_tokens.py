"""Personal access tokens: what a program holds to act as its player, or as a bot account of the player's."""

import hashlib
import secrets
import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from services.common.errors import Busy, InvalidInput, NotFound, Unauthenticated
from services.common.tokens import BOT_PLAY, PERSONS_SCOPES, SCOPES, TABLE_READ
from web.accounts.models import AccessToken as AccessToken  # what every app calls a personal access token
from web.accounts.models import BotAccount, Player
from web.accounts.revocations import revoke as refuse_tokens

PREFIX = "qro_"
NAME_LENGTH = 40
MOST_TOKENS = 50
MOST_DAYS = 366
_CHECKSUM = 8
_USE_NOTED_EVERY = timedelta(minutes=1)
_BOTS_SCOPES = frozenset({BOT_PLAY, TABLE_READ})


@dataclass(frozen=True)
class Created:
    """A new token, with its secret, which is shown this once."""

    token: AccessToken
    secret: str


@transaction.atomic
def create(
    owner: Player, name: str, scopes: Collection[str], *, days: int | None = None, bot: UUID | None = None
) -> Created:
    """Makes a token that lives so many days, or until it is revoked; with `bot` it acts as that bot of the owner's.

    Raises InvalidInput (BAD_REQUEST), NotFound (PLAYER_NOT_FOUND) for a bot that is not the owner's, Busy
    (LIMIT_REACHED).
    """
    _check(name, scopes, days, for_bot=bot is not None)
    Player.objects.select_for_update(of=("self",), no_key=True).get(pk=owner.pk)  # so that the limit holds
    if owner.access_tokens.count() >= MOST_TOKENS:
        raise Busy("LIMIT_REACHED", f"at most {MOST_TOKENS} tokens", limit="access_tokens")
    return _create(owner, _acting(owner, bot), name.strip(), scopes, days)


def issue_secret(player: Player) -> str:
    """Makes the token by which a guest's program comes back: for all that a person may do, until the guest goes."""
    return _create(player, player, "quiero", PERSONS_SCOPES, None).secret


def redeem(secret: str) -> AccessToken:
    """The token of a secret, with its player; notes its use. Raises Unauthenticated (TOKEN_INVALID, TOKEN_EXPIRED)."""
    now = timezone.now()
    token = _found(secret) if _well_formed(secret) else None
    if token is None:
        raise Unauthenticated("TOKEN_INVALID", "no such personal access token")
    if token.expires_at and token.expires_at <= now:
        raise Unauthenticated("TOKEN_EXPIRED", "the personal access token has expired")
    unnoted = Q(used_at=None) | Q(used_at__lt=now - _USE_NOTED_EVERY)
    AccessToken.objects.filter(unnoted, pk=token.pk).update(used_at=now)
    return token


def tokens_of(owner: Player) -> Sequence[AccessToken]:
    """The tokens that a player made, the latest first."""
    return list(owner.access_tokens.select_related("player").order_by("-created_at", "-pk"))


@transaction.atomic
def revoke(owner: Player, token_id: UUID) -> None:
    """Ends a token, all that was had for it, and the streams opened with it. Raises NotFound (TOKEN_NOT_FOUND)."""
    gone, _ = AccessToken.objects.filter(pk=token_id, owner=owner).delete()
    if not gone:
        raise NotFound("TOKEN_NOT_FOUND", "no such token of yours")
    refuse_tokens(token_id)


@transaction.atomic
def revoke_all(players: Collection[UUID]) -> None:
    """Ends all tokens that these players made and those that act as them."""
    tokens = AccessToken.objects.filter(Q(owner__in=players) | Q(player__in=players))
    doomed = list(tokens.values_list("pk", flat=True))
    tokens.delete()
    refuse_tokens(*doomed)


def _check(name: str, scopes: Collection[str], days: int | None, *, for_bot: bool) -> None:
    if not 0 < len(name.strip()) <= NAME_LENGTH or not name.isprintable():
        raise InvalidInput("BAD_REQUEST", f"name must be 1 to {NAME_LENGTH} printable characters", field="name")
    if not scopes or not set(scopes) <= set(SCOPES):
        raise InvalidInput("BAD_REQUEST", f"scopes must be some of {', '.join(SCOPES)}", field="scopes")
    if for_bot and not set(scopes) <= _BOTS_SCOPES:
        raise InvalidInput("BAD_REQUEST", "a bot's token has bot:play or table:read", field="scopes")
    if not for_bot and BOT_PLAY in scopes:
        raise InvalidInput("BAD_REQUEST", "bot:play needs a bot account", field="bot_id")
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise InvalidInput("BAD_REQUEST", f"days must be 1 to {MOST_DAYS}", field="days")


def _acting(owner: Player, bot: UUID | None) -> Player:
    if bot is None:
        return owner
    account = BotAccount.objects.select_related("player").filter(owner=owner, player=bot).first()
    if account is None:
        raise NotFound("PLAYER_NOT_FOUND", "no such bot of yours", player_ids=bot.hex)
    return account.player


def _create(owner: Player, player: Player, name: str, scopes: Collection[str], days: int | None) -> Created:
    secret = _new_secret()
    now = timezone.now()
    token = AccessToken.objects.create(
        owner=owner,
        player=player,
        name=name,
        digest=_digest(secret),
        scopes=[scope for scope in SCOPES if scope in scopes],
        created_at=now,
        expires_at=now + timedelta(days=days) if days else None,
    )
    return Created(token, secret)


def _found(secret: str) -> AccessToken | None:
    return AccessToken.objects.select_related("player").filter(digest=_digest(secret)).first()


def _new_secret() -> str:
    body = PREFIX + secrets.token_urlsafe(32)
    return body + _checksum(body)


def _well_formed(secret: str) -> bool:
    """Whether it can be one at all: what is mistyped or made up costs no question to the database."""
    body, checksum = secret[:-_CHECKSUM], secret[-_CHECKSUM:]
    return body.startswith(PREFIX) and checksum == _checksum(body)


def _checksum(body: str) -> str:
    return f"{zlib.crc32(body.encode(errors='surrogatepass')):08x}"


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
