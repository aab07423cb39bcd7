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
from web.accounts.access_tokens import issue_secret
from web.accounts.callers import Caller, by_bearer, by_session
from web.accounts.keys import key_set
from web.accounts.models import Player
from web.accounts.tokens import Token
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
    """A guest for a program: {"name": optional} to player, token and personal access token. Sets no cookie."""
    name = text(json_body(request), "name")
    _spend_guest(request)
    player = services.create_guest(name)
    answer = {**_token_answer(player, services.token_for(player)), "secret": issue_secret(player)}
    return JsonResponse(answer, status=HTTPStatus.CREATED)


@csrf_exempt
@require_POST
@never_cache
def api_token(request: HttpRequest) -> HttpResponse:
    """A new token, for a personal access token (as Bearer) or for a browser's session (with its CSRF token)."""
    authorization = request.headers.get("Authorization")
    if authorization is None:
        return _token_of_session(request)
    return _renewed(by_bearer(authorization))


@require_GET
@cache_control(public=True, max_age=300)
def jwks(_request: HttpRequest) -> HttpResponse:
    """The public keys."""
    return JsonResponse(key_set())


@csrf_protect
def _token_of_session(request: HttpRequest) -> HttpResponse:
    caller = by_session(request)
    if caller is None:
        raise Unauthenticated("TOKEN_INVALID", "no session, and no header 'authorization: Bearer <token>'")
    return _renewed(caller)


def _renewed(caller: Caller) -> HttpResponse:
    return JsonResponse(_token_answer(caller.player, caller.token()))


def _token_answer(player: Player, token: Token) -> dict[str, str | int]:
    return {"player_id": player.id.hex, "name": player.name, "token": token.text, "expires_at": token.expires_at}


def _spend_guest(request: HttpRequest) -> None:
    spend("guests_per_hour", address(request), environment().guests_per_hour)
