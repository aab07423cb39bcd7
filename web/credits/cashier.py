"""Credits loaded and taken by hand: by a cashier, with a written reason, and above a limit by a second person's word.

Whoever may is told by the permissions `credits.load` and `credits.approve`. One call at a time moves on here, so that
the limit holds and a request is made once.
"""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Abs
from django.utils import timezone

from services.common.errors import CreditsError, Denied, IllegalAction, InvalidInput, NotFound, Reused
from web.accounts.services import Player
from web.credits import ledger
from web.credits.ledger import Draft
from web.credits.models import AccountKind, Reason, RequestState
from web.credits.models import CashierRequest as CashierRequest  # what the console calls a request
from web.settings.environment import environment

LOAD: Final = "credits.load"
APPROVE: Final = "credits.approve"
MOST_CREDITS: Final = 1_000_000
_LIMIT_SPAN: Final = timedelta(hours=24)
_TURN: Final = 0x63_61_73_68  # "cash"


@transaction.atomic
def ask(by: Player, player: UUID, credits: int, why: str, request_id: UUID) -> CashierRequest:
    """Loads credits to a player, or takes them when negative; above the limit it only asks for a second person.

    The limit is on what a cashier moves alone within 24 hours, and on what is moved so for one player. The same call
    again returns the same request. Raises Denied (SCOPE_MISSING; SECOND_PERSON_NEEDED for oneself), InvalidInput
    (BAD_REQUEST, BAD_TEXT), Reused (REQUEST_ID_REUSED), NotFound (PLAYER_NOT_FOUND), CreditsError (GUESTS_CANNOT_STAKE,
    INSUFFICIENT_CREDITS).
    """
    _check_may(by, LOAD)
    text = _checked(player, credits, why, by)
    _take_turn()
    if (known := CashierRequest.objects.filter(pk=request_id).first()) is not None:
        return _check_same(known, by, player, credits, text)
    ledger.lock([player])
    now, alone = timezone.now(), _moved_alone(by, player) + abs(credits) <= environment().cashier_limit
    request = CashierRequest(id=request_id, player_id=player, credits=credits, why=text, asked_by=by, alone=alone)
    request.asked_at, request.expires_at = now, now + timedelta(hours=environment().cashier_hours)
    if alone:
        _carry_out(request)
    request.save(force_insert=True)
    return request


@transaction.atomic
def approve(by: Player, request_id: UUID) -> CashierRequest:
    """Carries a request out; approving again changes nothing.

    Raises Denied (SCOPE_MISSING; SECOND_PERSON_NEEDED for who asked and who gets it), NotFound (REQUEST_NOT_FOUND),
    IllegalAction (REQUEST_CLOSED), CreditsError (INSUFFICIENT_CREDITS: then the request stays).
    """
    _check_may(by, APPROVE)
    request = _locked(request_id)
    if by.pk in (request.asked_by_id, request.player_id):
        raise Denied("SECOND_PERSON_NEEDED", "somebody else has to approve")
    if (request.state, request.decided_by_id) == (RequestState.DONE, by.pk):
        return request
    _check_pending(request)
    request.decided_by = by
    _carry_out(request)
    request.save()
    return request


@transaction.atomic
def refuse(by: Player, request_id: UUID, why: str) -> CashierRequest:
    """Closes a request without moving anything: who may approve it, or who asked. Again changes nothing.

    Raises Denied (SCOPE_MISSING), InvalidInput (BAD_TEXT), NotFound (REQUEST_NOT_FOUND), IllegalAction
    (REQUEST_CLOSED).
    """
    text = _checked_text(why)
    request = _locked(request_id)
    if by.pk != request.asked_by_id:
        _check_may(by, APPROVE)
    if (request.state, request.decided_by_id) == (RequestState.REFUSED, by.pk):
        return request
    _check_pending(request)
    request.decided_by, request.decided_at = by, timezone.now()
    request.state, request.refusal = RequestState.REFUSED, text
    request.save()
    return request


def pending() -> QuerySet[CashierRequest]:
    """The requests that wait for a second person, the oldest first."""
    waiting = CashierRequest.objects.filter(state=RequestState.PENDING, expires_at__gt=timezone.now())
    return waiting.select_related("player", "asked_by").order_by("asked_at")


@transaction.atomic
def expire() -> int:
    """Closes the requests that nobody decided in time; returns how many."""
    now = timezone.now()
    late = CashierRequest.objects.filter(state=RequestState.PENDING, expires_at__lte=now)
    return late.update(state=RequestState.EXPIRED, decided_at=now)


def _carry_out(request: CashierRequest) -> None:
    """Moves the credits; the caller saves what the request has become."""
    available = ledger.lock([request.player_id])[request.player_id, AccountKind.AVAILABLE]
    if available.balance + request.credits < 0:
        raise CreditsError("INSUFFICIENT_CREDITS", "too few credits", player_ids=request.player_id.hex)
    moves = {available.id: request.credits, ledger.issued(): -request.credits}
    reason = Reason.LOAD if request.credits > 0 else Reason.TAKE
    ledger.post(Draft(f"cashier:{request.pk.hex}", reason, moves, note=request.why))
    request.state, request.decided_at = RequestState.DONE, timezone.now()


def _moved_alone(by: Player, player: UUID) -> int:
    """What was moved without a second person: by this cashier, or for this player, whichever is more."""
    recent = CashierRequest.objects.filter(alone=True, asked_at__gt=timezone.now() - _LIMIT_SPAN)
    totals = recent.aggregate(
        by=Sum(Abs("credits"), filter=Q(asked_by=by)), to=Sum(Abs("credits"), filter=Q(player=player))
    )
    return max(totals["by"] or 0, totals["to"] or 0)


def _take_turn() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_TURN])


def _locked(request_id: UUID) -> CashierRequest:
    found = CashierRequest.objects.select_for_update().filter(pk=request_id).first()
    if found is None:
        raise NotFound("REQUEST_NOT_FOUND", "no such request")
    return found


def _check_may(by: Player, permission: str) -> None:
    if not by.has_perm(permission):
        raise Denied("SCOPE_MISSING", f"needs {permission}", permission=permission)


def _check_pending(request: CashierRequest) -> None:
    if request.state != RequestState.PENDING or request.expires_at <= timezone.now():
        raise IllegalAction("REQUEST_CLOSED", f"the request is {request.state}", state=request.state)


def _check_same(known: CashierRequest, by: Player, player: UUID, credits: int, why: str) -> CashierRequest:
    if (known.asked_by_id, known.player_id, known.credits, known.why) != (by.pk, player, credits, why):
        raise Reused("REQUEST_ID_REUSED", "asked before for something else")
    return known


def _checked(player: UUID, credits: int, why: str, by: Player) -> str:
    if not 0 < abs(credits) <= MOST_CREDITS:
        raise InvalidInput("BAD_REQUEST", f"1 to {MOST_CREDITS} credits, loaded or taken")
    if player == by.pk:
        raise Denied("SECOND_PERSON_NEEDED", "nobody loads credits to themselves")
    return _checked_text(why)


def _checked_text(why: str) -> str:
    text = " ".join(why.split())
    if not 5 <= len(text) <= 300 or not text.isprintable():
        raise InvalidInput("BAD_TEXT", "a reason of 5 to 300 printable characters")
    return text
