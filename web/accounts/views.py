"""Entering as a guest, tokens, and the keys that verify them."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_POST

from web.accounts import services
from web.accounts.keys import key_set
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


@require_GET
@cache_control(public=True, max_age=300)
def jwks(_request: HttpRequest) -> HttpResponse:
    """The public keys."""
    return JsonResponse(key_set())


def _spend_guest(request: HttpRequest) -> None:
    spend("guests_per_hour", address(request), environment().guests_per_hour)
