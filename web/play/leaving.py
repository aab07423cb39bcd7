"""Taking all own data along, and closing the account."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.core.serializers.json import DjangoJSONEncoder
from django.forms.models import model_to_dict
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from services.common.errors import Conflict
from web.accounts import own_data
from web.accounts.guards import with_registered
from web.accounts.services import Player
from web.common.limits import spend
from web.credits import services as credits
from web.history import services as history
from web.history.farewell import close_account
from web.history.models import MatchSeat
from web.play.reasons import TEXTS
from web.ratings import services as ratings

EXPORTS_PER_HOUR = 6
CLOSING_TRIES_PER_HOUR = 10


@with_registered
@require_GET
@never_cache
def export(_request: HttpRequest, player: Player) -> StreamingHttpResponse:
    """All that the platform knows of the player, as one JSON file, written while it is read."""
    spend("exports_per_hour", player.id.hex, EXPORTS_PER_HOUR)
    file = StreamingHttpResponse(_written(player), content_type="application/json")
    file["Content-Disposition"] = 'attachment; filename="quiero-mis-datos.json"'
    return file


@with_registered
@require_http_methods(["GET", "POST"])
@never_cache
def close(request: HttpRequest, player: Player) -> HttpResponse:
    """Asks whether it is meant, with the password where there is one; then closes the account."""
    if request.method == "POST":
        spend("closing_tries_per_hour", player.id.hex, CLOSING_TRIES_PER_HOUR)
        if trouble := _close(request, player):
            messages.error(request, trouble)
            return redirect("account_close")
        logout(request)
        messages.success(request, _("Tu cuenta quedó cerrada. Gracias por haber jugado."))
        return redirect("landing")
    return render(request, "accounts/close.html", {"has_password": player.has_usable_password()})


def _close(request: HttpRequest, player: Player) -> str | None:
    """Closes it; returns what stands in the way, in words."""
    if player.has_usable_password() and not player.check_password(request.POST.get("password", "")):
        return _("Esa no es tu contraseña.")
    if not player.has_usable_password() and request.POST.get("name", "").strip() != player.name:
        return _("Escribí tu nombre tal como es.")
    try:
        close_account(player)
    except Conflict as error:
        return str(TEXTS[error.reason])
    return None


def _written(player: Player) -> Iterator[str]:
    balance = credits.balance(player.id)
    yield f'{{"account": {_json(own_data.told(player))},\n"balance": {_json(asdict(balance))},\n"movements": '
    yield _json([asdict(movement) for movement in credits.movements(player.id)])
    found = ratings.ratings_of([player.id]).get(player.id, [])
    yield f',\n"ratings": {_json([model_to_dict(rating) for rating in found])},\n"matches": ['
    for number, seat in enumerate(_seats(player)):
        yield ",\n" if number else "\n"
        yield _json(_told(seat))
    yield "\n]}\n"


def _seats(player: Player) -> Iterator[MatchSeat]:
    page = history.matches_of(player.id)
    yield from page.rows
    while page.next:
        page = history.matches_of(player.id, page.next)
        yield from page.rows


def _told(seat: MatchSeat) -> dict[str, Any]:
    match = seat.match
    told = {"match_id": match.pk, "seat": seat.seat, "finished_at": match.finished_at, "outcome": match.outcome}
    return {**told, "score": match.score, "record": match.record}


def _json(value: object) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)
