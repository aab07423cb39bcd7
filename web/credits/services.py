"""What can be done with credits. Everything about a match is idempotent by its id; each call is one transaction."""

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from services.common.errors import CreditsError, InvalidInput, NotFound, Reused, Unreachable
from services.common.stakes import STAKES
from web.accounts import services as players
from web.credits import ledger
from web.credits.ledger import Accounts, Draft
from web.credits.models import Account, AccountKind, Hold, HoldState, Reason
from web.credits.shares import payouts
from web.credits.statement import Movement as Movement  # the statement is part of what others use
from web.credits.statement import movements as movements
from web.credits.statement import movements_of_matches as movements_of_matches
from web.credits.statement import paid_out
from web.credits.statement import pot_of as pot_of
from web.settings.environment import environment

_HOLD = """
INSERT INTO credits_hold (match_id, state, stakes, opened_at, asked_at)
VALUES (%s, 'held', %s, statement_timestamp(), statement_timestamp()) ON CONFLICT DO NOTHING
"""
_MATCH_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")


@dataclass(frozen=True)
class Balance:
    """A player's credits: those that can be staked, and those behind running matches."""

    available: int
    held: int


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
    if not _is_new(match_id, wanted):
        return _check_same(Hold.objects.select_for_update().get(match_id=match_id), wanted)
    _check_may_stake(stakes)
    accounts = ledger.lock(stakes.keys())
    _check_covered(accounts, stakes)
    moves = _moves(accounts, stakes, AccountKind.AVAILABLE, AccountKind.HELD)
    ledger.post(Draft(f"hold:{match_id}", Reason.HOLD, moves, match_id))
    return False


@transaction.atomic
def release_stakes(match_id: str) -> bool:
    """Gives every held stake back; returns whether there was a hold. Also bars a hold that arrives later.

    Raises InvalidInput (BAD_REQUEST), CreditsError (HOLD_CLOSED when it was settled).
    """
    _check_match_id(match_id)
    _bar(match_id)
    hold = Hold.objects.select_for_update().get(match_id=match_id)
    if hold.state in (HoldState.SETTLED, HoldState.ANNULLED):
        raise CreditsError("HOLD_CLOSED", "the stakes are settled", match_id=match_id)
    if hold.state == HoldState.HELD:
        stakes = _stakes(hold)
        moves = _moves(ledger.lock_open(stakes.keys()), stakes, AccountKind.HELD, AccountKind.AVAILABLE)
        ledger.post(Draft(f"release:{match_id}", Reason.RELEASE, moves, match_id))
        _close([match_id], HoldState.RELEASED)
    return bool(hold.stakes)


def settle(match_id: str, winners: Iterable[UUID]) -> None:
    """Pays a finished match: the winners get equal parts of the pot. One without a hold, or settled before, is left.

    Raises CreditsError (HOLD_CLOSED when its stakes were given back).
    """
    settle_all({match_id: list(winners)})


@transaction.atomic
def settle_all(ended: Mapping[str, Sequence[UUID]]) -> None:
    """Pays finished matches, all or none: the winners by match id. What was settled before is left.

    Raises CreditsError (HOLD_CLOSED; metadata: match_id) for one whose stakes were given back.
    """
    holds = Hold.objects.select_for_update().filter(match_id__in=ended.keys()).order_by("match_id")
    held = {hold.match_id: _stakes(hold) for hold in holds if _is_to_settle(hold)}
    if not held:
        return
    accounts = ledger.lock_open({player for stakes in held.values() for player in stakes})
    ledger.post(*(_settlement(match_id, accounts, stakes, ended[match_id]) for match_id, stakes in held.items()))
    _close(held.keys(), HoldState.SETTLED)


@transaction.atomic
def annul(match_id: str, note: str = "") -> bool:
    """Takes a settled match's credits back, each to where its stake came from; returns whether that was done now.

    A winner returns at most what can be staked at the moment, and the platform covers the rest: the losers get theirs
    in any case. Raises NotFound (MATCH_NOT_FOUND) for a match without stakes, CreditsError (HOLD_CLOSED) for one that
    is not settled.
    """
    hold = _locked_hold(match_id)
    if hold is None or not hold.stakes:
        raise NotFound("MATCH_NOT_FOUND", "nothing was staked", match_id=match_id)
    if hold.state == HoldState.ANNULLED:
        return False
    if hold.state != HoldState.SETTLED:
        raise CreditsError("HOLD_CLOSED", "the stakes are not settled", match_id=match_id)
    paid, stakes = paid_out(match_id, [Reason.SETTLE]), _stakes(hold)
    accounts, moves = ledger.lock_open(stakes.keys()), dict[int, int]()
    for player, stake in stakes.items():
        available = accounts[player, AccountKind.AVAILABLE]
        moves[available.id] = max(stake - paid.get(player, 0), -available.balance)
    moves[ledger.issued()] = -sum(moves.values())
    ledger.post(Draft(f"annul:{match_id}", Reason.ANNUL, moves, match_id, note))
    _close([match_id], HoldState.ANNULLED)
    return True


@transaction.atomic
def welcome(player: UUID) -> None:
    """Gives the welcome gift to a player with a confirmed address; the second time does nothing.

    Raises NotFound (PLAYER_NOT_FOUND) and CreditsError (GUESTS_CANNOT_STAKE) for anybody else.
    """
    ledger.lock([player])
    if player not in players.confirmed([player]):
        raise CreditsError("GUESTS_CANNOT_STAKE", "the address is not confirmed", player_ids=player.hex)
    ledger.open_accounts(player, environment().welcome_credits)


@transaction.atomic
def open_account(player: UUID, credits: int) -> None:
    """Opens a player's accounts with another gift than the usual one; where one was given nothing is."""
    ledger.open_accounts(player, credits)


def balance(player: UUID) -> Balance:
    """A registered player's balance. Raises NotFound (PLAYER_NOT_FOUND); a guest has nothing."""
    found = dict(Account.objects.filter(player=player).values_list("kind", "balance"))
    if len(found) == 2:
        return Balance(found[AccountKind.AVAILABLE], found[AccountKind.HELD])
    try:
        with transaction.atomic():
            accounts = ledger.lock([player])
    except CreditsError:
        return Balance(0, 0)
    return Balance(*(accounts[player, kind].balance for kind in (AccountKind.AVAILABLE, AccountKind.HELD)))


def _moves(accounts: Accounts, stakes: Mapping[UUID, int], source: AccountKind, target: AccountKind) -> dict[int, int]:
    moves = {accounts[player, source].id: -credits for player, credits in stakes.items()}
    return moves | {accounts[player, target].id: credits for player, credits in stakes.items()}


def _settlement(match_id: str, accounts: Accounts, stakes: Mapping[UUID, int], winners: Sequence[UUID]) -> Draft:
    moves = {accounts[player, AccountKind.HELD].id: -credits for player, credits in stakes.items()}
    paid = payouts(stakes, winners)
    moves |= {accounts[player, AccountKind.AVAILABLE].id: credits for player, credits in paid.items()}
    return Draft(f"settle:{match_id}", Reason.SETTLE, moves, match_id)


def _is_new(match_id: str, stakes: Mapping[str, int]) -> bool:
    """Writes the hold of a match that has none; waits for who is at it, and for nobody while accounts are locked."""
    with connection.cursor() as cursor:
        cursor.execute(_HOLD, [match_id, json.dumps(stakes)])
        return bool(cursor.rowcount)


def _bar(match_id: str) -> None:
    closed = Hold(match_id=match_id, stakes={}, state=HoldState.RELEASED, closed_at=timezone.now())
    Hold.objects.bulk_create([closed], ignore_conflicts=True)


def _close(match_ids: Collection[str], state: HoldState) -> None:
    Hold.objects.filter(pk__in=match_ids).update(state=state, closed_at=timezone.now(), doubt=None)


def _locked_hold(match_id: str) -> Hold | None:
    return Hold.objects.select_for_update().filter(match_id=match_id).first()


def _stakes(hold: Hold) -> dict[UUID, int]:
    return {UUID(player): credits for player, credits in hold.stakes.items()}


def _is_to_settle(hold: Hold) -> bool:
    if hold.state == HoldState.RELEASED:
        raise CreditsError("HOLD_CLOSED", "the stakes were given back", match_id=hold.match_id)
    return hold.state == HoldState.HELD


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
    if wrong := [player.hex for player, credits in stakes.items() if credits not in STAKES]:
        listed = ", ".join(map(str, STAKES))
        raise InvalidInput("BAD_STAKE", f"a stake is one of {listed} credits", player_ids=",".join(wrong))
    if len(set(stakes.values())) > 1:
        raise InvalidInput("BAD_STAKE", "every head stakes the same")


def _check_may_stake(stakes: Mapping[UUID, int]) -> None:
    """Credits are for adults with a confirmed address, up to what they allow themselves."""
    if barred := players.barred_from_staking(stakes):
        reason, who = barred
        ids = ",".join(player.hex for player in sorted(who))
        raise CreditsError(reason, "somebody may not stake that much", player_ids=ids)


def _check_covered(accounts: Accounts, stakes: Mapping[UUID, int]) -> None:
    short = [
        player.hex for player, credits in stakes.items() if accounts[player, AccountKind.AVAILABLE].balance < credits
    ]
    if short:
        raise CreditsError("INSUFFICIENT_CREDITS", "too few credits", player_ids=",".join(short))
