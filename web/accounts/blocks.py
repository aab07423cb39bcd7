"""Whom a player does not want to be paired with: `/api/blocks`."""

from http import HTTPStatus
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from services.common.errors import InvalidInput
from web.accounts import services
from web.accounts.callers import of_a_player
from web.accounts.models import Player
from web.common.bodies import json_body, text
from web.common.limits import spend

CHANGES_PER_HOUR = 200


@of_a_player
@require_http_methods(["GET", "POST", "DELETE"])
@never_cache
def api_blocks(request: HttpRequest, player: Player) -> HttpResponse:
    """GET: whom the player blocked. POST and DELETE with {"player_id"}: blocks somebody, or takes it back."""
    if request.method == "GET":
        return JsonResponse({"blocked": [_told(blocked) for blocked in services.blocked_by(player)]})
    other = _player_id(text(json_body(request), "player_id"))
    spend("blocks_per_hour", player.id.hex, CHANGES_PER_HOUR)
    if request.method == "POST":
        new = services.block(player, other)
        return HttpResponse(status=HTTPStatus.CREATED if new else HTTPStatus.NO_CONTENT)
    services.unblock(player, other)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def _told(player: Player) -> dict[str, str]:
    return {"player_id": player.id.hex, "name": player.name}


def _player_id(found: str | None) -> UUID:
    try:
        return UUID(found or "")
    except ValueError:
        raise InvalidInput("BAD_REQUEST", "player_id must be a player's id") from None
