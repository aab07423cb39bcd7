"""How often one may call, by player and by address, counted in Valkey (web.common.limits)."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from web.accounts.callers import Caller
from web.common.limits import MINUTE, address, spend
from web.settings.environment import environment


class ByAddress(BaseThrottle):
    """Everybody behind one address together."""

    def allow_request(self, request: Request, view: Any) -> bool:  # noqa: ARG002
        """Counts one request. Raises Busy (LIMIT_REACHED)."""
        allowed = environment().api_of_address_per_minute
        spend("api_of_address_per_minute", address(request._request), allowed, seconds=MINUTE)
        return True


class ByPlayer(BaseThrottle):
    """One player; nobody is not counted."""

    def allow_request(self, request: Request, view: Any) -> bool:  # noqa: ARG002
        """Counts one request. Raises Busy (LIMIT_REACHED)."""
        if isinstance(request.auth, Caller):
            allowed = environment().api_per_minute
            spend("api_per_minute", request.auth.player.id.hex, allowed, seconds=MINUTE)
        return True
