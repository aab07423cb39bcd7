"""What can be done with credits. Everything about a match is idempotent by its id; each call is one transaction."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from services.common.errors import CreditsError, InvalidInput, Reused, Unreachable
from web.accounts import services as players
from web.credits import ledger
from web.credits.models import Account, AccountKind, Hold, HoldState, Posting, Reason
from web.credits.shares import payouts

_MATCH_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")
_MOST_CREDITS = 10**12


@dataclass(frozen=True)
class Balance:
    """A player's credits: those that can be staked, and those behind running matches."""

    available: int
    held: int


@dataclass(frozen=True)
class Movement:
    """One line of a player's statement."""

    at: datetime
    reason: str
    match_id: str
    credits: int


@dataclass(frozen=True)
class Pot:
    """The stakes of a match, of each head and of all, whether they are held, settled or released, and who got what."""

    stake: int
    credits: int
    state: str
    shares: Mapping[UUID, int]


@transaction.atomic
def hold_stakes(match_id: str, stakes: Mapping[UUID, int]) -> bool:
    """Holds every player's stake, all or none; returns whether an earlier call had held them already.

    Raises InvalidInput (BAD_REQUEST, BAD_STAKE), NotFound (PLAYER_NOT_FOUND), Reused (MATCH_ID_REUSED),
    CreditsError (GUESTS_CANNOT_STAKE, AGE_NOT_DECLARED, OWN_STAKE_LIMIT, INSUFFICIENT_CREDITS, HOLD_CLOSED),
    Unreachable while the hold is in doubt.
    """
    _check_match_id(match_id)
    _check_stakes(stakes)
    wanted = {player.hex: credits for player, credits in stakes.items()}
    if (hold := _locked_hold(match_id)) is not None:
        return _check_same(hold, wanted)
    _check_may_stake(stakes)
    accounts = ledger.lock(stakes.keys())
    hold, new = Hold.objects.get_or_create(match_id=match_id, defaults={"stakes": wanted})
    if not new:
        return _check_same(hold, wanted)
    _check_covered(accounts, stakes)
    _move(f"hold:{match_id}", Reason.HOLD, match_id, accounts, stakes, AccountKind.AVAILABLE, AccountKind.HELD)
    return False


@transaction.atomic
def release_stakes(match_id: str) -> bool:
    """Gives every held stake back; returns whether there was a hold. Also bars a hold that arrives later.

    Raises InvalidInput (BAD_REQUEST), CreditsError (HOLD_CLOSED when it was settled).
    """
    _check_match_id(match_id)
    _bar(match_id)
    hold = Hold.objects.select_for_update().get(match_id=match_id)
    if hold.state == HoldState.SETTLED:
        raise CreditsError("HOLD_CLOSED", "the stakes are settled", match_id=match_id)
    if hold.state == HoldState.HELD:
        stakes = _stakes(hold)
        accounts = ledger.lock(stakes.keys())
        _move(
            f"release:{match_id}", Reason.RELEASE, match_id, accounts, stakes, AccountKind.HELD, AccountKind.AVAILABLE
        )
        _close(hold, HoldState.RELEASED)
    return bool(hold.stakes)


@transaction.atomic
def settle(match_id: str, winners: Iterable[UUID]) -> None:
    """Pays a finished match: the winners share the losers' stakes. A match without a hold, or settled before, is left.

    Raises CreditsError (HOLD_CLOSED when its stakes were given back).
    """
    hold = _locked_hold(match_id)
    if hold is None or hold.state == HoldState.SETTLED:
        return
    if hold.state == HoldState.RELEASED:
        raise CreditsError("HOLD_CLOSED", "the stakes were given back", match_id=match_id)
    stakes = _stakes(hold)
    accounts = ledger.lock(stakes.keys())
    moves = {accounts[player, AccountKind.HELD]: -credits for player, credits in stakes.items()}
    paid = payouts(stakes, list(winners))
    moves |= {accounts[player, AccountKind.AVAILABLE]: credits for player, credits in paid.items()}
    ledger.post(f"settle:{match_id}", Reason.SETTLE, moves, match_id)
    _close(hold, HoldState.SETTLED)


@transaction.atomic
def open_account(player: UUID, credits: int) -> None:
    """Opens a new player's accounts with an amount other than the usual one; one that is open is left as it is."""
    ledger.open_accounts(player, credits)


@transaction.atomic
def balance(player: UUID) -> Balance:
    """A registered player's balance. Raises NotFound (PLAYER_NOT_FOUND); a guest has nothing."""
    try:
        accounts = ledger.lock([player])
    except CreditsError:
        return Balance(0, 0)
    return Balance(
        ledger.balance(accounts[player, AccountKind.AVAILABLE]), ledger.balance(accounts[player, AccountKind.HELD])
    )


def pot_of(match_id: str) -> Pot | None:
    """What stood behind a match and who got it; None for a match without stakes."""
    hold = Hold.objects.filter(match_id=match_id).first()
    if hold is None or not hold.stakes:
        return None
    paid = Posting.objects.filter(
        entry__match_id=match_id,
        entry__reason__in=[Reason.SETTLE, Reason.RELEASE],
        account__kind=AccountKind.AVAILABLE,
    )
    shares = {player: credits for player, credits in paid.values_list("account__player_id", "credits") if player}
    return Pot(max(hold.stakes.values()), sum(hold.stakes.values()), hold.state, shares)


def movements(player: UUID, match_ids: Collection[str] | None = None) -> list[Movement]:
    """A player's statement, newest first: all of it, or what some matches moved."""
    rows: QuerySet[Posting] = Posting.objects.filter(account__player=player, account__kind=AccountKind.AVAILABLE)
    if match_ids is not None:
        rows = rows.filter(entry__match_id__in=match_ids)
    found = rows.select_related("entry").order_by("-entry__at", "-pk")
    return [Movement(row.entry.at, row.entry.reason, row.entry.match_id, row.credits) for row in found]


def _move(
    key: str,
    reason: Reason,
    match_id: str,
    accounts: Mapping[tuple[UUID, AccountKind], Account],
    stakes: Mapping[UUID, int],
    source: AccountKind,
    target: AccountKind,
) -> None:
    moves = {accounts[player, source]: -credits for player, credits in stakes.items()}
    moves |= {accounts[player, target]: credits for player, credits in stakes.items()}
    ledger.post(key, reason, moves, match_id)


def _bar(match_id: str) -> None:
    closed = Hold(match_id=match_id, stakes={}, state=HoldState.RELEASED, closed_at=timezone.now())
    Hold.objects.bulk_create([closed], ignore_conflicts=True)


def _close(hold: Hold, state: HoldState) -> None:
    Hold.objects.filter(pk=hold.pk).update(state=state, closed_at=timezone.now(), doubt=None)


def _locked_hold(match_id: str) -> Hold | None:
    return Hold.objects.select_for_update().filter(match_id=match_id).first()


def _stakes(hold: Hold) -> dict[UUID, int]:
    return {UUID(player): credits for player, credits in hold.stakes.items()}


def _check_same(hold: Hold, wanted: Mapping[str, int]) -> bool:
    if hold.stakes and hold.stakes != wanted:
        raise Reused("MATCH_ID_REUSED", "held before with other stakes", match_id=hold.match_id)
    if hold.state != HoldState.HELD:
        raise CreditsError("HOLD_CLOSED", "the stakes are settled or given back", match_id=hold.match_id)
    if hold.doubt is not None:
        raise Unreachable("UNREACHABLE", "tables is being asked about the match").retrying_after(1)
    return True


def _check_match_id(match_id: str) -> None:
    if not _MATCH_ID.fullmatch(match_id):
        raise InvalidInput("BAD_REQUEST", "match_id must be 1 to 64 characters of A-Z a-z 0-9 . _ : -")


def _check_stakes(stakes: Mapping[UUID, int]) -> None:
    if not stakes:
        raise InvalidInput("BAD_REQUEST", "no stakes")
    if wrong := [player.hex for player, credits in stakes.items() if not 1 <= credits <= _MOST_CREDITS]:
        raise InvalidInput("BAD_STAKE", f"a stake is 1 to {_MOST_CREDITS} credits", player_ids=",".join(wrong))


def _check_may_stake(stakes: Mapping[UUID, int]) -> None:
    """Credits are for adults with a confirmed address, up to what they allow themselves."""
    if barred := players.barred_from_staking(stakes):
        reason, who = barred
        ids = ",".join(player.hex for player in sorted(who))
        raise CreditsError(reason, "somebody may not stake that much", player_ids=ids)


def _check_covered(accounts: Mapping[tuple[UUID, AccountKind], Account], stakes: Mapping[UUID, int]) -> None:
    short = [
        player.hex
        for player, credits in stakes.items()
        if ledger.balance(accounts[player, AccountKind.AVAILABLE]) < credits
    ]
    if short:
        raise CreditsError("INSUFFICIENT_CREDITS", "too few credits", player_ids=",".join(short))
