"""Mi historial."""

from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from web.accounts import services as accounts
from web.accounts.services import Player
from web.credits import services as credits
from web.history import services
from web.history.models import Match, MatchSeat, Outcome
from web.history.replay import replayed
from web.history.words import hands

PAGE_SIZE = 20


@dataclass(frozen=True)
class Row:
    """One match as its player sees it; scores of the own and the other team, and what credits it moved."""

    match: Match
    result: str
    partners: list[str]
    rivals: list[str]
    us: int | None
    them: int | None
    credits: int


@dataclass(frozen=True)
class Pot:
    """A match's stakes: of each head, of all, where they are, and who got what."""

    stake: int
    credits: int
    state: str
    shares: list[tuple[str, int]]


@require_GET
@never_cache
def matches(request: HttpRequest) -> HttpResponse:
    """The player's matches, the latest first."""
    player = accounts.signed_in(request)
    if player is None:
        return redirect("landing")
    page = Paginator(services.matches_of(player.id), PAGE_SIZE).get_page(request.GET.get("pagina"))
    seats = list(page)
    moved = _moved(player, [seat.match_id for seat in seats])
    context = {
        "page": page,
        "rows": [_row(seat, moved.get(seat.match_id, 0)) for seat in seats],
        "balance": None if player.guest else credits.balance(player.id),
    }
    return render(request, "history/matches.html", context)


@require_GET
@never_cache
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """One match of the player's, hand by hand."""
    player = accounts.signed_in(request)
    if player is None:
        return redirect("landing")
    seat = services.match_of(player.id, match_id)
    if seat is None:
        raise Http404
    record = replayed(seat.match.record) if seat.match.record else None
    context = {
        "row": _row(seat, _moved(player, [match_id]).get(match_id, 0)),
        "record": record,
        "hands": hands(record, seat.seat) if record else [],
        "movements": credits.movements_of_matches(player.id, [match_id]),
        "pot": _pot(seat.match),
    }
    return render(request, "history/match.html", context)


@require_GET
@never_cache
def record(request: HttpRequest, match_id: str) -> HttpResponse:
    """The record of one match of the player's, as a file: it replays, and can be checked by anybody."""
    player = accounts.signed_in(request)
    if player is None:
        return redirect("landing")
    seat = services.match_of(player.id, match_id)
    if seat is None or not seat.match.record:
        raise Http404
    file = JsonResponse(seat.match.record, json_dumps_params={"ensure_ascii": False})
    file["Content-Disposition"] = f'attachment; filename="{match_id}.json"'
    return file


def _pot(found: Match) -> Pot | None:
    """The match's stakes, with the names of those who got them, in seat order."""
    pot = credits.pot_of(found.pk)
    if pot is None:
        return None
    seats = [seat for seat in found.seats.order_by("seat") if seat.player_id in pot.shares]
    shares = [(seat.name, pot.shares[seat.player_id]) for seat in seats if seat.player_id]
    return Pot(pot.stake, pot.credits, pot.state, shares)


def _row(own: MatchSeat, moved: int) -> Row:
    found = own.match
    others = [seat for seat in sorted(found.seats.all(), key=lambda seat: seat.seat) if seat.seat != own.seat]
    score = found.score or [None, None]
    return Row(
        match=found,
        result=_result(found, own.team),
        partners=[seat.name for seat in others if seat.team == own.team],
        rivals=[seat.name for seat in others if seat.team != own.team],
        us=score[own.team],
        them=score[1 - own.team],
        credits=moved,
    )


def _result(found: Match, team: int) -> str:
    if found.outcome != Outcome.FINISHED:
        return str(found.outcome)
    return "won" if found.winner == team else "lost"


def _moved(player: Player, match_ids: list[str]) -> dict[str, int]:
    """What each match moved in all: stakes paid and got back."""
    totals: dict[str, int] = {}
    for movement in credits.movements_of_matches(player.id, match_ids):
        totals[movement.match_id] = totals.get(movement.match_id, 0) + movement.credits
    return totals
