"""Becoming a guest, and tokens."""

from typing import Any

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from web.accounts import services as accounts
from web.accounts.access_tokens import issue_secret
from web.api import shapes
from web.api.callers import caller_of
from web.api.document import documented
from web.api.views import View, body
from web.common.limits import address, spend
from web.settings.environment import environment


class Guest(View):
    """/api/guest."""

    authentication_classes = ()

    @documented("Makes a guest, for a program.", {201: shapes.GuestShape}, request=shapes.NewGuestShape, errors=(429,))
    def post(self, request: Request) -> Response:
        """Makes a guest. Sets no cookie."""
        name = body(request, shapes.NewGuestShape).get("name")
        spend("guests_per_hour", address(request._request), environment().guests_per_hour)
        player = accounts.create_guest(name)
        answer = {**_signed(player, accounts.token_for(player)), "secret": issue_secret(player)}
        return Response(answer, status=status.HTTP_201_CREATED)


class NewToken(View):
    """/api/token."""

    @documented("A new token, for a personal access token as Bearer, or for a session.", {200: shapes.SignedShape})
    def post(self, request: Request) -> Response:
        """A new token."""
        caller = caller_of(request)
        return Response(_signed(caller.player, caller.token()))


def _signed(player: accounts.Player, token: accounts.Token) -> dict[str, Any]:
    return {"player_id": player.id.hex, "name": player.name, "token": token.text, "expires_at": token.expires_at}
