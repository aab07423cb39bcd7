"""Which of the account's pages are for whom."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.http import urlencode

from web.accounts import services
from web.accounts.models import Player

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
PlayersView = Callable[Concatenate[HttpRequest, Player, P], HttpResponseBase]


def not_for_registered(view: View[P]) -> View[P]:
    """Registered players are led to their account: they are signed in already."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        player = services.signed_in(request)
        if player is not None and not player.guest:
            return redirect("account")
        return view(request, *args, **kwargs)

    return guarded


def for_registered(view: View[P]) -> View[P]:
    """Strangers are led to sign in, guests to register."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        player = services.signed_in(request)
        if player is None or player.guest:
            return _led_away(request, player)
        return view(request, *args, **kwargs)

    return guarded


def with_registered(view: PlayersView[P]) -> View[P]:
    """As `for_registered`; the view is told who it is."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        player = services.signed_in(request)
        if player is None or player.guest:
            return _led_away(request, player)
        return view(request, player, *args, **kwargs)

    return guarded


def _led_away(request: HttpRequest, player: Player | None) -> HttpResponseBase:
    if player is None:
        return redirect(f"/ingresar/?{urlencode({'next': request.get_full_path()})}")
    return redirect("account_signup")
