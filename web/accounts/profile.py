"""What players choose of how others see them, and what they declare."""

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from services.common.errors import Busy, InvalidInput
from web.accounts.models import Player
from web.accounts.names import AVATARS
from web.accounts.nicknames import checked_nickname, is_taken, skeleton

RENAME_EVERY = timedelta(days=7)


def next_rename(player: Player) -> datetime | None:
    """When the player may choose another name; None: now."""
    after = player.named_at + RENAME_EVERY if player.named_at else None
    return after if after and after > timezone.now() else None


def rename(player: Player, name: str, *, at_once: bool = False) -> None:
    """Gives a registered player another name; `at_once` is for operators, who need not wait and use up no turn.

    Raises InvalidInput (NAME_REFUSED, with `why`: length, letters, reserved, offends, taken), Busy (LIMIT_REACHED) for
    a second name within a week.
    """
    wanted = checked_nickname(name)
    after = None if at_once else next_rename(player)
    if after is not None:
        left = (after - timezone.now()).total_seconds()
        raise Busy("LIMIT_REACHED", "one name a week", limit="names_per_week").retrying_after(left)
    if is_taken(wanted, by_another_than=player):
        raise _taken()
    player.name, player.skeleton = wanted, skeleton(wanted)
    if not at_once:
        player.named_at = timezone.now()
    try:
        with transaction.atomic():
            player.save(update_fields=["name", "skeleton", "named_at"])
    except IntegrityError:  # somebody else took it meanwhile
        raise _taken() from None


def choose_avatar(player: Player, avatar: str) -> None:
    """Gives the player an avatar of ours. Raises InvalidInput (BAD_REQUEST) for another."""
    if avatar not in AVATARS:
        raise InvalidInput("BAD_REQUEST", f"an avatar is one of {', '.join(AVATARS)}")
    player.avatar = avatar
    player.save(update_fields=["avatar"])


def declare_adult(player: Player) -> None:
    """The player declares to be 18 or older; the first time counts."""
    Player.objects.filter(pk=player.pk, adult_at=None).update(adult_at=timezone.now())


def _taken() -> InvalidInput:
    return InvalidInput("NAME_REFUSED", "somebody has a name that looks the same", why="taken")
