"""Entries, postings and the accounts they move. Whoever posts has locked the players' accounts first: all at once, in
the order of their ids, and after the matches' holds."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.utils import timezone

from services.common.errors import CreditsError, NotFound
from web.accounts import services as players
from web.credits.models import Account, AccountKind, Entry, Reason
from web.settings.environment import environment

Moves = Mapping[int, int]
"""Credits added to each account, by the account's id; they sum to zero."""


class Locked(NamedTuple):
    """An account that nobody else changes until the transaction ends."""

    id: int
    balance: int


Accounts = Mapping[tuple[UUID, AccountKind], Locked]


@dataclass(frozen=True)
class Draft:
    """An entry that is to be written."""

    key: str
    reason: Reason
    moves: Moves
    match_id: str = ""
    note: str = ""


# One statement, whatever the number of entries; the trigger on postings looks at all of them at once.
_POST = """
WITH entry AS (
    INSERT INTO credits_entry (key, reason, match_id, note, at)
    SELECT key, reason, match_id, note, %s FROM unnest(%s::text[], %s::text[], %s::text[], %s::text[])
        AS draft (key, reason, match_id, note)
    RETURNING id, key
)
INSERT INTO credits_posting (entry_id, account_id, credits)
SELECT entry.id, move.account_id, move.credits
FROM unnest(%s::text[], %s::bigint[], %s::bigint[]) AS move (key, account_id, credits) JOIN entry USING (key)
"""


def post(*drafts: Draft) -> None:
    """Writes entries. One whose key is taken raises IntegrityError, as do one that does not sum to zero and one that
    takes an account below zero."""
    moves = [(draft.key, *move) for draft in drafts for move in draft.moves.items() if move[1]]
    entries = [(draft.key, draft.reason.value, draft.match_id, draft.note) for draft in drafts]
    with connection.cursor() as cursor:
        cursor.execute(_POST, [timezone.now(), *_columns(entries, 4), *_columns(moves, 3)])


def lock(wanted: Collection[UUID]) -> Accounts:
    """Locks the accounts of registered players, opening those that are missing.

    Raises NotFound (PLAYER_NOT_FOUND) and CreditsError (GUESTS_CANNOT_STAKE); metadata: player_ids.
    """
    known = set(Account.objects.filter(player__in=wanted, kind=AccountKind.HELD).values_list("player_id", flat=True))
    if missing := sorted(set(wanted) - known):
        _check_registered(missing)
        confirmed = players.confirmed(missing)
        for player in missing:
            open_accounts(player, environment().welcome_credits if player in confirmed else 0)
    return lock_open(wanted)


def lock_open(wanted: Collection[UUID]) -> Accounts:
    """Locks the accounts of players who have them."""
    rows = Account.objects.select_for_update().filter(player__in=wanted).order_by("pk")
    found = rows.values_list("player_id", "kind", "pk", "balance")
    return {(player, AccountKind(kind)): Locked(pk, balance) for player, kind, pk, balance in found if player}


def issued() -> int:
    """The platform's own account, which gives credits out."""
    return Account.objects.get_or_create(kind=AccountKind.ISSUED, player=None)[0].pk


def open_accounts(player: UUID, gift: int) -> None:
    """Opens a registered player's accounts, where they are not, and gives the welcome gift, where it was not given.

    The platform's account comes first: whoever opens the very first of all has nothing that others wait for.
    """
    platform = issued()
    Account.objects.get_or_create(kind=AccountKind.AVAILABLE, player_id=player)
    Account.objects.get_or_create(kind=AccountKind.HELD, player_id=player)
    key = f"welcome:{player.hex}"
    if gift and not Entry.objects.filter(key=key).exists():
        available = lock_open([player])[player, AccountKind.AVAILABLE]
        if not Entry.objects.filter(key=key).exists():
            post(Draft(key, Reason.WELCOME, {platform: -gift, available.id: gift}))


def _columns(rows: Collection[tuple[object, ...]], width: int) -> list[list[object]]:
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(width)]


def _check_registered(wanted: Iterable[UUID]) -> None:
    guests = {player: players.is_guest(player) for player in wanted}
    if unknown := [player.hex for player, guest in guests.items() if guest is None]:
        raise NotFound("PLAYER_NOT_FOUND", "no such player", player_ids=",".join(unknown))
    if staying := [player.hex for player, guest in guests.items() if guest]:
        raise CreditsError("GUESTS_CANNOT_STAKE", "guests play for nothing", player_ids=",".join(staying))
