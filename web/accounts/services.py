"""What can be done with players."""

import time
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from services.common.errors import Busy, InvalidInput, NotFound
from services.common.subjects import STANDING_BUCKET
from services.common.tokens import LIFE_SECONDS, PERSONS_SCOPES
from web.accounts.models import AccessToken, Block
from web.accounts.models import Player as Player  # what every app calls a player
from web.accounts.names import guest_avatar, guest_name
from web.accounts.nicknames import NAME_LENGTH as NAME_LENGTH  # for the API's document
from web.accounts.nicknames import checked_name
from web.accounts.own_limits import staking_too_much
from web.accounts.play_time import seconds_left
from web.accounts.tokens import Bearer, mint
from web.accounts.tokens import Token as Token  # what every app calls a token
from web.outbox.services import announce
from web.sanctions.services import check_suspended

ANONYMOUS = "Invitado"
BATCH = 5000
MOST_BLOCKS = 500
SHORTEST_TOKEN_SECONDS = 60


def create_guest(name: str | None = None) -> Player:
    """Makes a guest, with a friendly name unless one is given.

    Raises InvalidInput (BAD_REQUEST) for a name that is not 1 to 24 printable characters, (NAME_REFUSED) for one that
    offends.
    """
    player = Player(name=checked_name(name) if name is not None else guest_name(), avatar=guest_avatar())
    player.set_unusable_password()
    player.save(force_insert=True)
    return player


def create_test_account() -> Player:
    """Makes a registered player with a confirmed address that no mail can reach: for tests and demonstrations."""
    player = Player(name=guest_name(), avatar=guest_avatar(), guest=False, confirmed=True, adult_at=timezone.now())
    player.email = f"{player.id.hex}@quiero.invalid"
    player.set_unusable_password()
    player.save(force_insert=True)
    return player


def create_test_accounts(count: int) -> list[Player]:
    """Makes many such players at once."""
    players = [Player(name=guest_name(), avatar=guest_avatar(), guest=False, confirmed=True) for _ in range(count)]
    for player in players:
        player.email = f"{player.id.hex}@quiero.invalid"
        player.set_unusable_password()
    return Player.objects.bulk_create(players, batch_size=BATCH)


def signed_in(request: HttpRequest) -> Player | None:
    """The player of the request's session, or None."""
    return request.user if isinstance(request.user, Player) else None


def create_bot(name: str) -> Player:
    """Makes a player that is a program. Raises InvalidInput (BAD_REQUEST, NAME_REFUSED)."""
    player = Player(name=checked_name(name), avatar=guest_avatar(), guest=False, bot=True)
    player.set_unusable_password()
    player.save(force_insert=True)
    return player


def token_for(
    player: Player, scopes: Collection[str] = PERSONS_SCOPES, token_id: UUID | None = None, since: float | None = None
) -> Token:
    """Mints a token, and notes that the player was here.

    `since` is a moment, Unix seconds, before the player was read; see `mint`. Raises Denied (SUSPENDED).
    """
    check_suspended(player.id)
    issued = time.time() if since is None else since
    Player.objects.filter(pk=player.pk).update(last_seen_at=timezone.now())
    left = seconds_left(player, LIFE_SECONDS)
    resting = left is not None and left < SHORTEST_TOKEN_SECONDS
    bearer = Bearer(player.id, player.name, player.avatar, player.guest, player.confirmed, player.bot, resting)
    return mint(bearer, scopes, token_id, issued, LIFE_SECONDS if left is None or resting else left)


def by_id(player_id: UUID) -> Player | None:
    """A player, or None."""
    return Player.objects.filter(pk=player_id).first()


@transaction.atomic
def block(player: Player, other: UUID) -> bool:
    """The player will not be paired with another any more; returns False when that was so before.

    Raises NotFound (PLAYER_NOT_FOUND), InvalidInput (BAD_REQUEST) for oneself, Busy (LIMIT_REACHED) for too many.
    """
    if other == player.id:
        raise InvalidInput("BAD_REQUEST", "nobody blocks themselves")
    Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)  # so that the limit holds
    own = Block.objects.filter(player=player)
    if own.filter(blocked=other).exists():
        return False
    if other not in known([other]):
        raise NotFound("PLAYER_NOT_FOUND", "no such player", player_ids=other.hex)
    if own.count() >= MOST_BLOCKS:
        raise Busy("LIMIT_REACHED", f"at most {MOST_BLOCKS} players", limit="blocks")
    Block.objects.create(player=player, blocked_id=other)
    announce(STANDING_BUCKET, [player.id.hex])
    return True


@transaction.atomic
def unblock(player: Player, other: UUID) -> bool:
    """The player may be paired with another again; returns False when that was so before."""
    gone, _ = Block.objects.filter(player=player, blocked=other).delete()
    if gone:
        announce(STANDING_BUCKET, [player.id.hex])
    return gone > 0


def blocked_by(player: Player) -> list[Player]:
    """Whom a player blocked, the latest first."""
    return [row.blocked for row in Block.objects.filter(player=player).select_related("blocked").order_by("-pk")]


def blockers_of(player: Player, most: int) -> list[Player]:
    """Who blocked a player, the latest first."""
    rows = Block.objects.filter(blocked=player).select_related("player").order_by("-pk")
    return [row.player for row in rows[:most]]


def blocks_of(players: Collection[UUID]) -> dict[UUID, list[UUID]]:
    """Whom each of these players blocked; those who blocked nobody are left out."""
    found: dict[UUID, list[UUID]] = {}
    rows = Block.objects.filter(player__in=players).order_by("pk")
    for player, blocked in rows.values_list("player_id", "blocked_id"):
        found.setdefault(player, []).append(blocked)
    return found


def blocking_players() -> Iterable[UUID]:
    """Everybody who blocked somebody."""
    return Block.objects.order_by().values_list("player_id", flat=True).distinct().iterator()


def known(ids: Iterable[UUID]) -> set[UUID]:
    """Which of these players exist."""
    return set(Player.objects.filter(pk__in=list(ids)).values_list("pk", flat=True))


def names_of(ids: Iterable[UUID]) -> dict[UUID, str]:
    """What these players are called; those that there are not are left out."""
    return dict(Player.objects.filter(pk__in=list(ids)).values_list("pk", "name"))


def registered(ids: Iterable[UUID]) -> set[UUID]:
    """Which of these players are registered people."""
    people = Player.objects.filter(pk__in=list(ids), guest=False, bot=False)
    return set(people.values_list("pk", flat=True))


def confirmed(ids: Iterable[UUID]) -> set[UUID]:
    """Which of these players are people with a confirmed address."""
    people = Player.objects.filter(pk__in=list(ids), guest=False, bot=False, confirmed=True)
    return set(people.values_list("pk", flat=True))


def barred_from_staking(stakes: Mapping[UUID, int]) -> tuple[str, set[UUID]] | None:
    """Who of these players may not stake so many credits, and for which reason; None when all may.

    GUESTS_CANNOT_STAKE without a confirmed address, AGE_NOT_DECLARED, OWN_STAKE_LIMIT; the first that bars anybody.
    """
    people = Player.objects.filter(pk__in=list(stakes))
    may = people.filter(guest=False, bot=False, confirmed=True)
    barred = {
        "GUESTS_CANNOT_STAKE": set(people.values_list("pk", flat=True)) - set(may.values_list("pk", flat=True)),
        "AGE_NOT_DECLARED": set(may.filter(adult_at=None).values_list("pk", flat=True)),
        "OWN_STAKE_LIMIT": staking_too_much(stakes),
    }
    return next(((reason, found) for reason, found in barred.items() if found), None)


def is_guest(player_id: UUID) -> bool | None:
    """Whether a player is a guest; None when there is no such player."""
    return Player.objects.filter(pk=player_id).values_list("guest", flat=True).first()


def idle_guests(before: datetime) -> set[UUID]:
    """Guests who have not been here since, the longest away first, at most BATCH; those anonymised already left out."""
    idle = Player.objects.filter(guest=True, anonymised_at__isnull=True, last_seen_at__lt=before)
    return set(idle.order_by("last_seen_at").values_list("pk", flat=True)[:BATCH])


def delete_guests(ids: Collection[UUID], before: datetime) -> int:
    """Deletes guests who are idle still, with their secrets; returns how many."""
    announce(STANDING_BUCKET, (player.hex for player in blocks_of(ids)))
    doomed = Player.objects.filter(pk__in=ids, guest=True, last_seen_at__lt=before)
    return doomed.delete()[1].get("accounts.Player", 0)


@transaction.atomic
def anonymise(ids: Collection[UUID]) -> int:
    """Takes name, avatar and secrets from guests; returns how many."""
    AccessToken.objects.filter(player__in=ids).delete()
    return Player.objects.filter(pk__in=ids, guest=True).update(name=ANONYMOUS, avatar="", anonymised_at=timezone.now())


def player_of(text: str) -> Player | None:
    """The player of an id as other services write it (uuid hex), or None; nobody finds who is anonymous."""
    try:
        return Player.objects.filter(pk=UUID(text), anonymised_at=None).first()
    except ValueError:
        return None


def has_blocked(player: Player, other: UUID) -> bool:
    """Whether a player blocked another."""
    return Block.objects.filter(player=player, blocked=other).exists()


def anonymised_since(when: datetime) -> set[UUID]:
    """Who became anonymous since."""
    return set(Player.objects.filter(anonymised_at__gte=when).values_list("pk", flat=True))


def anonymise_bots(ids: Collection[UUID]) -> None:
    """Takes name and avatar from bots that are no more."""
    gone = Player.objects.filter(pk__in=ids, bot=True)
    gone.update(name=ANONYMOUS, avatar="", anonymised_at=timezone.now())
