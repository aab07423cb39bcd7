"""What accounts know of a player: told to the player, and forgotten when the account is closed."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from services.common.subjects import STANDING_BUCKET
from web.accounts import access_tokens, bots, revocations
from web.accounts.models import AccessToken, Block, BotAccount, OwnLimit, PlayDay, Player
from web.accounts.services import ANONYMOUS
from web.outbox.services import announce
from web.sanctions import services as sanctions

_FIELDS = ("id", "name", "avatar", "email", "guest", "confirmed", "created_at", "last_seen_at", "named_at", "adult_at")
_OF_THE_PLAYER = (Block, OwnLimit, PlayDay)
_OF_THE_USER = (EmailAddress, SocialAccount, Authenticator, UserSession)


def told(player: Player) -> dict[str, Any]:
    """Everything of the account, ready for DjangoJSONEncoder; no secret, and no hash of one."""
    return {
        **{field: getattr(player, field) for field in _FIELDS},
        "google_accounts": list(SocialAccount.objects.filter(user=player).values("uid", "date_joined")),
        "two_factor": list(Authenticator.objects.filter(user=player).values("type", "created_at", "last_used_at")),
        "sessions": list(UserSession.objects.filter(user=player).values("created_at", "ip", "user_agent")),
        "access_tokens": list(
            AccessToken.objects.filter(owner=player).values("name", "scopes", "created_at", "used_at")
        ),
        "bots": list(BotAccount.objects.filter(owner=player).values("player_id", "label", "created_at")),
        "blocked": list(Block.objects.filter(player=player).values("blocked_id", "created_at")),
        "own_limits": list(OwnLimit.objects.filter(player=player).values("kind", "most", "since")),
        "sanctions": sanctions.told(player.pk),
        "play_time": list(PlayDay.objects.filter(player=player).values("day", "seconds")),
    }


def forget_ended_sessions() -> None:
    """Forgets from where sessions came that are over."""
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()


@transaction.atomic
def forget(player: Player) -> None:
    """Takes from a player all that tells who it is; every session and secret ends. The id stays, for the books."""
    access_tokens.revoke_all([player.pk])
    bots.retire_all(player)
    revocations.revoke(player.pk)
    sanctions.forget(player.pk)
    for kind in _OF_THE_PLAYER:
        kind.objects.filter(player=player).delete()
    for kind in _OF_THE_USER:
        kind.objects.filter(user=player).delete()
    player.groups.clear()
    player.name, player.avatar, player.skeleton = ANONYMOUS, "", ""
    player.email, player.confirmed, player.adult_at, player.named_at = None, False, None, None
    player.is_staff, player.is_superuser, player.anonymised_at = False, False, timezone.now()
    player.set_unusable_password()
    player.save()
    announce(STANDING_BUCKET, [player.id.hex])
