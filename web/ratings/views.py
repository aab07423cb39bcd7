"""/ranking/: the leaderboards."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from services.common.errors import NotFound
from web.accounts import services as accounts
from web.common.presets import NAMES, name_of, sizes_of
from web.ratings import boards
from web.ratings.models import Season
from web.ratings.seasons import Quarter, season_at
from web.ratings.services import BOARD_ROWS
from web.ratings.standing import standing_of
from web.ratings.strength import HIDDEN_AFTER, PROVISIONAL_MATCHES

MOST_SEASONS = 8


@require_safe
@never_cache
def ranking(request: HttpRequest, preset: str = "maestro", seats: int = 2) -> HttpResponse:
    """The board of a ruleset family and table size, of the running season or of the one in the address."""
    if preset not in NAMES or seats not in sizes_of(preset):
        raise NotFound("PAGE_NOT_FOUND", "no such board")
    seasons = _seasons()
    found = boards.board(preset, seats, _asked(request, seasons))
    player = accounts.signed_in(request)
    context = {
        "board": found,
        "family": name_of(preset),
        "seasons": seasons,
        "current": seasons[0],
        "families": [(name, name_of(name), min(seats, sizes_of(name)[-1])) for name in NAMES],
        "sizes": sizes_of(preset),
        "page": boards.rows_of(found, request.GET.get("desde"), BOARD_ROWS),
        "first": "desde" not in request.GET,
        "own": boards.row_of(found, player.id) if player else None,
        "standing": standing_of(player.id, preset, seats) if player else None,
        "needed": PROVISIONAL_MATCHES,
        "weeks": HIDDEN_AFTER.days // 7,
    }
    return render(request, "ratings/ranking.html", context)


def _seasons() -> list[Quarter]:
    """The running season and those before it, the latest first."""
    current = season_at(timezone.now())
    past = Season.objects.filter(number__lt=current.number).order_by("-number")
    return [current, *(Quarter(number) for number in past.values_list("number", flat=True)[: MOST_SEASONS - 1])]


def _asked(request: HttpRequest, seasons: list[Quarter]) -> int:
    text = request.GET.get("temporada", str(seasons[0].number))
    if text not in {str(season.number) for season in seasons}:
        raise NotFound("PAGE_NOT_FOUND", "no such season")
    return int(text)
