"""Entries and balances. Whoever posts has locked the players' accounts first, in the order of their ids."""

from collections.abc import Collection, Iterable, Mapping
from uuid import UUID

from django.db.models import Sum

from services.common.errors import CreditsError, NotFound
from web.accounts import services as accounts
from web.credits.models import Account, AccountKind, Entry, Posting, Reason
from web.settings.environment import environment

Moves = Mapping[Account, int]
"""Credits added to each account; they sum to zero."""


def post(key: str, reason: Reason, moves: Moves, match_id: str = "") -> None:
    """Writes an entry; one whose key is taken raises IntegrityError, and so does one that does not sum to zero."""
    entry = Entry.objects.create(key=key, reason=reason, match_id=match_id)
    Posting.objects.bulk_create(
        Posting(entry=entry, account=account, credits=credits) for account, credits in moves.items() if credits
    )


def balance(account: Account) -> int:
    """The account's balance: the sum of its postings."""
    total = Posting.objects.filter(account=account).aggregate(total=Sum("credits"))["total"]
    return int(total or 0)


def lock(players: Collection[UUID]) -> dict[tuple[UUID, AccountKind], Account]:
    """Locks the accounts of registered players, opening those that are missing; by player and kind.

    Raises NotFound (PLAYER_NOT_FOUND) and CreditsError (GUESTS_CANNOT_STAKE); metadata: player_ids.
    """
    known = set(Account.objects.filter(player__in=players, kind=AccountKind.HELD).values_list("player_id", flat=True))
    if missing := sorted(set(players) - known):
        _check_registered(missing)
        for player in missing:
            open_accounts(player, environment().welcome_credits)
    rows = Account.objects.select_for_update().filter(player__in=players).order_by("pk")
    return {(row.player_id, AccountKind(row.kind)): row for row in rows if row.player_id}


def issued() -> Account:
    """The platform's own account, which gives credits out."""
    return Account.objects.get_or_create(kind=AccountKind.ISSUED, player=None)[0]


def open_accounts(player: UUID, gift: int) -> None:
    """Opens a player's accounts with credits to begin with; the second time does nothing."""
    available, new = Account.objects.get_or_create(kind=AccountKind.AVAILABLE, player_id=player)
    Account.objects.get_or_create(kind=AccountKind.HELD, player_id=player)
    if new and gift:
        post(f"welcome:{player.hex}", Reason.WELCOME, {issued(): -gift, available: gift})


def _check_registered(players: Iterable[UUID]) -> None:
    guests = {player: accounts.is_guest(player) for player in players}
    if unknown := [player.hex for player, guest in guests.items() if guest is None]:
        raise NotFound("PLAYER_NOT_FOUND", "no such player", player_ids=",".join(unknown))
    if staying := [player.hex for player, guest in guests.items() if guest]:
        raise CreditsError("GUESTS_CANNOT_STAKE", "guests play for nothing", player_ids=",".join(staying))
