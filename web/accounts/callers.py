"""Who calls an endpoint under /api/: a program by its token, or a browser by its session."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from services.common.errors import Unauthenticated
from web.accounts import services
from web.accounts.models import Player

PlayersView = Callable[[HttpRequest, Player], HttpResponseBase]
View = Callable[[HttpRequest], HttpResponseBase]


def of_a_player(view: PlayersView) -> View:
    """Gives the view the calling player.

    A browser's session needs its CSRF token for everything but GET; `Authorization: Bearer` needs none, as no other
    site can make a browser send it. Raises Unauthenticated (TOKEN_INVALID, TOKEN_EXPIRED), Denied (SCOPE_MISSING).
    """

    @csrf_protect
    def with_session(request: HttpRequest) -> HttpResponseBase:
        player = services.signed_in(request)
        if player is None:
            raise Unauthenticated("TOKEN_INVALID", "no session, and no header 'authorization: Bearer <token>'")
        return view(request, player)

    @csrf_exempt
    @wraps(view)
    def with_either(request: HttpRequest) -> HttpResponseBase:
        authorization = request.headers.get("Authorization")
        if authorization is None:
            return with_session(request)
        return view(request, services.player_by_token(_bearer(authorization)))

    return with_either


def _bearer(authorization: str) -> str:
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise Unauthenticated("TOKEN_INVALID", "send the header 'authorization: Bearer <token>'")
    return token.strip()
