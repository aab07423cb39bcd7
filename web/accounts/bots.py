"""Bot accounts: players that are programs of a registered player's. They play as bots, labelled so, and apart."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from services.common.errors import Busy, Denied, InvalidInput, NotFound
from web.accounts import access_tokens, services
from web.accounts.models import BotAccount as BotAccount  # what every app calls a bot account
from web.accounts.models import Player
from web.accounts.revocations import revoke

LABEL_LENGTH = 60
MOST_BOTS = 10


@transaction.atomic
def create(owner: Player, name: str, label: str = "") -> BotAccount:
    """Makes a bot with a name of its own; `label` is what its author says of it.

    Raises InvalidInput (BAD_REQUEST), Denied (REGISTRATION_REQUIRED), Busy (LIMIT_REACHED).
    """
    if owner.guest or owner.bot:
        raise Denied("REGISTRATION_REQUIRED", "only registered players have bots")
    if len(label) > LABEL_LENGTH or not label.isprintable():
        raise InvalidInput("BAD_REQUEST", f"label must be at most {LABEL_LENGTH} printable characters", field="label")
    Player.objects.select_for_update(of=("self",), no_key=True).get(pk=owner.pk)  # so that the limit holds
    if owner.bot_accounts.count() >= MOST_BOTS:
        raise Busy("LIMIT_REACHED", f"at most {MOST_BOTS} bots", limit="bots")
    return BotAccount.objects.create(player=services.create_bot(name), owner=owner, label=label.strip())


def bots_of(owner: Player) -> Sequence[BotAccount]:
    """A player's bots, the oldest first."""
    return list(owner.bot_accounts.select_related("player").order_by("created_at", "pk"))


def label_of(player: Player) -> str:
    """What a bot's author says of it; empty for who is none."""
    account = BotAccount.objects.filter(player=player).first() if player.bot else None
    return account.label if account else ""


@transaction.atomic
def retire(owner: Player, bot: UUID) -> None:
    """Ends a bot with its tokens and streams; its matches keep a seat. Raises NotFound (PLAYER_NOT_FOUND)."""
    gone, _ = BotAccount.objects.filter(owner=owner, player=bot).delete()
    if not gone:
        raise NotFound("PLAYER_NOT_FOUND", "no such bot of yours", player_ids=bot.hex)
    _end([bot])


@transaction.atomic
def retire_all(owner: Player) -> None:
    """Ends all of a player's bots, for an account that goes."""
    bots = [bot.player_id for bot in bots_of(owner)]
    BotAccount.objects.filter(player__in=bots).delete()
    _end(bots)


def _end(bots: Sequence[UUID]) -> None:
    access_tokens.revoke_all(bots)
    revoke(*bots)
    services.anonymise_bots(bots)
