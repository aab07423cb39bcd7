"""Who calls, and whether they may: a browser by its session, a program by its token."""

from typing import Any

from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from services.common.errors import Denied, Unauthenticated
from web.accounts.callers import Caller, by_bearer, by_session
from web.accounts.services import Player

SESSION = "session"
"""In place of a scope: only for a browser's session, so that no token makes another one."""


class Callers(BaseAuthentication):
    """The caller stands in `request.auth`.

    A session needs its CSRF token for everything but GET; `Authorization: Bearer` needs none, as no other site can make
    a browser send it.
    """

    def authenticate(self, request: Request) -> tuple[Player, Caller] | None:
        """The caller, or None for nobody. Raises what `by_bearer` does, and PermissionDenied."""
        authorization = request.headers.get("Authorization")
        caller = by_bearer(authorization) if authorization is not None else _by_session(request)
        return (caller.player, caller) if caller else None


class MayCall(BasePermission):
    """Lets in who has the view's `scope`; everybody where it has none."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Raises Unauthenticated (TOKEN_INVALID), Denied (SCOPE_MISSING)."""
        if view.scope is None:
            return True
        caller = caller_of(request)
        if view.scope != SESSION:
            caller.check(view.scope)
        elif not caller.session:
            raise Denied("SCOPE_MISSING", "only a browser's session may", scope=SESSION)
        return True


def caller_of(request: Request) -> Caller:
    """Who calls. Raises Unauthenticated (TOKEN_INVALID)."""
    if not isinstance(request.auth, Caller):
        raise Unauthenticated("TOKEN_INVALID", "no session, and no header 'authorization: Bearer <token>'")
    return request.auth


def _by_session(request: Request) -> Caller | None:
    caller = by_session(request._request)
    if caller is not None:
        SessionAuthentication().enforce_csrf(request)
    return caller
