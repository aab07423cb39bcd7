"""What the ledger says of a player, and of a match."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from web.credits.models import Account, AccountKind, Hold, Posting, Reason
from web.credits.models import Entry as Entry  # what the console calls a movement

MOST_MOVEMENTS: Final = 200


@dataclass(frozen=True)
class Movement:
    """One line of a player's statement."""

    id: int
    """Grows with each of a player's movements: where a page ends is where the next one begins."""
    at: datetime
    reason: str
    """welcome, hold, settle, release, annul, load or take."""
    match_id: str
    """Empty for what no match moved."""
    credits: int
    """Added to those that can be staked; negative for what was taken."""
    note: str
    """What a cashier wrote; empty for other reasons."""


@dataclass(frozen=True)
class Pot:
    """The stakes of a match, of each head and of all, whether they are held, settled or released, and who got what."""

    stake: int
    credits: int
    state: str
    shares: Mapping[UUID, int]


def pot_of(match_id: str) -> Pot | None:
    """What stood behind a match and who got it; None for a match without stakes."""
    hold = Hold.objects.filter(match_id=match_id).first()
    if hold is None or not hold.stakes:
        return None
    shares = paid_out(match_id, [Reason.SETTLE, Reason.RELEASE])
    return Pot(max(hold.stakes.values()), sum(hold.stakes.values()), hold.state, shares)


def movements(player: UUID, before: int | None = None, limit: int = 50) -> list[Movement]:
    """A page of a player's statement, newest first: the movements before the one of that id, or the latest.

    At most `limit`, 1 to 200. The next page is `before` the last one's id; fewer than `limit` are the last page.
    """
    own = _statement(player)
    rows = own if before is None else own.filter(pk__lt=before)
    return _movements(rows.order_by("-pk")[: max(1, min(limit, MOST_MOVEMENTS))])


def movements_of_matches(player: UUID, match_ids: Collection[str]) -> list[Movement]:
    """What some matches moved on a player's statement, newest first.

    The account and the matches' entries are looked up first, so that the database goes by the entries: who plays much
    has far more postings than the planner expects of an account that it does not know.
    """
    account = _available(player).first()
    entries = Entry.objects.filter(match_id__in=match_ids).exclude(match_id="")
    own = Posting.objects.filter(account=account, entry__in=list(entries.values_list("pk", flat=True)))
    return _movements(own.order_by("-pk"))


def paid_out(match_id: str, reasons: Collection[Reason]) -> dict[UUID, int]:
    """What each player got back from a match, for these reasons."""
    paid = Posting.objects.filter(
        entry__match_id=match_id, entry__reason__in=reasons, account__kind=AccountKind.AVAILABLE
    )
    return {player: credits for player, credits in paid.values_list("account__player_id", "credits") if player}


def _statement(player: UUID) -> QuerySet[Posting]:
    return Posting.objects.filter(account=_available(player)[:1])


def _available(player: UUID) -> QuerySet[Account, int]:
    """The number of the player's account, if there is one."""
    return Account.objects.filter(player=player, kind=AccountKind.AVAILABLE).values_list("pk", flat=True)


def _movements(rows: QuerySet[Posting]) -> list[Movement]:
    found = rows.values_list("pk", "entry__at", "entry__reason", "entry__match_id", "credits", "entry__note")
    return [Movement(*row) for row in found]
