"""Entering as a guest, tokens, and the keys that verify them."""

from http import HTTPStatus

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_GET, require_POST

from services.common.errors import Unauthenticated
from web.accounts import services
from web.accounts.models import Player
from web.accounts.tokens import key_set
from web.common.bodies import json_body, text
from web.common.destination import destination
from web.common.limits import address, spend
from web.settings.environment import environment

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_POST
def enter_as_guest(request: HttpRequest) -> HttpResponse:
    """One click: a guest with a session, straight to the lobby or where an invitation led. Who has one just goes."""
    if services.signed_in(request) is None:
        _spend_guest(request)
        login(request, services.create_guest(), backend=MODEL_BACKEND)
    return redirect(destination(request))


@csrf_exempt
@require_POST
@never_cache
def api_guest(request: HttpRequest) -> HttpResponse:
    """A guest for a program: {"name": optional} to player, token and refresh secret. Sets no cookie."""
    name = text(json_body(request), "name")
    _spend_guest(request)
    player = services.create_guest(name)
    answer = {**_token_answer(player), "refresh": services.issue_refresh(player)}
    return JsonResponse(answer, status=HTTPStatus.CREATED)


@csrf_exempt
@require_POST
@never_cache
def api_token(request: HttpRequest) -> HttpResponse:
    """A new token, for a program's {"refresh": secret} or for a browser's session (with its CSRF token)."""
    refresh = text(json_body(request), "refresh")
    if refresh is None:
        return _token_of_session(request)
    return JsonResponse(_token_answer(services.player_by_refresh(refresh)))


@require_GET
@cache_control(public=True, max_age=300)
def jwks(_request: HttpRequest) -> HttpResponse:
    """The public keys."""
    return JsonResponse(key_set())


@csrf_protect
def _token_of_session(request: HttpRequest) -> HttpResponse:
    player = services.signed_in(request)
    if player is None:
        raise Unauthenticated("TOKEN_INVALID", "no session")
    return JsonResponse(_token_answer(player))


def _token_answer(player: Player) -> dict[str, str | int]:
    token = services.token_for(player)
    return {"player_id": player.id.hex, "name": player.name, "token": token.text, "expires_at": token.expires_at}


def _spend_guest(request: HttpRequest) -> None:
    spend("guests_per_hour", address(request), environment().guests_per_hour)
