"""Mi historial."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from web.accounts import services as accounts
from web.accounts.services import Player
from web.common.bundle import VERIFICATION, bundle
from web.common.presets import NAMES, SIZES
from web.credits import services as credits
from web.history import filters, rules, services, statement
from web.history.models import Match, SeatResult
from web.history.replay import replay
from web.history.rows import rows_of
from web.history.words import hands

FILTERS: Final = {"preset": "reglas", "size": "mesa", "result": "resultado"}
"""What matches are chosen by, and the words for it in the address."""

MOVEMENTS: Final = 30
"""Movements on a page."""

RESULTS: Final = {
    SeatResult.WON: gettext_lazy("Ganadas"),
    SeatResult.LOST: gettext_lazy("Perdidas"),
    SeatResult.VOIDED: gettext_lazy("Anuladas"),
    SeatResult.ABANDONED: gettext_lazy("Abandonadas"),
}


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
    asked = {key: request.GET.get(word, "") for key, word in FILTERS.items()}
    page = services.matches_of(player.id, request.GET.get("antes"), filters=filters.read(**asked))
    context = {
        "page": page,
        "rows": rows_of(player.id, page.rows),
        "asked": asked,
        "query": urlencode({FILTERS[key]: value for key, value in asked.items() if value}),
        "first": "antes" not in request.GET,
        "families": NAMES.items(),
        "sizes": [str(size) for size in SIZES],
        "results": RESULTS.items(),
        "balance": _balance(player),
    }
    return render(request, "history/matches.html", context)


@require_GET
@never_cache
def movements(request: HttpRequest) -> HttpResponse:
    """The player's credit movements, the latest first."""
    player = accounts.signed_in(request)
    if player is None:
        return redirect("landing")
    context = {
        "page": statement.page_of(player.id, request.GET.get("antes"), MOVEMENTS),
        "first": "antes" not in request.GET,
        "balance": _balance(player),
    }
    return render(request, "history/movements.html", context)


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
    played = replay(seat.match.record) if seat.match.record else None
    context = {
        "row": rows_of(player.id, [seat])[0],
        "record": played and played.record,
        "verify": played and {"rules": played.rules, "bundle": bundle(VERIFICATION)},
        "rules_url": rules.address(seat.match),
        "hands": hands(played.record, seat.seat) if played else [],
        "movements": statement.lines_of(player.id, credits.movements_of_matches(player.id, [match_id])),
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


def _balance(player: Player) -> credits.Balance | None:
    return None if player.guest else credits.balance(player.id)


def _pot(found: Match) -> Pot | None:
    """The match's stakes, with the names of those who got them, in seat order."""
    pot = credits.pot_of(found.pk)
    if pot is None:
        return None
    seats = [seat for seat in found.seats.order_by("seat") if seat.player_id in pot.shares]
    shares = [(seat.name, pot.shares[seat.player_id]) for seat in seats if seat.player_id]
    return Pot(pot.stake, pot.credits, pot.state, shares)
