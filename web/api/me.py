"""The calling player."""

from typing import Any

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from services.common.errors import InvalidInput, NotFound
from services.common.tokens import TABLE_PLAY, TABLE_READ, WALLET_READ
from web.accounts import bots
from web.accounts import services as accounts
from web.accounts.services import Player
from web.api import shapes
from web.api.callers import caller_of
from web.api.document import documented
from web.api.views import PageParameters, View, hex_id, listed, paged, parameters, path_id, place, player_of
from web.common.keyset import Page
from web.common.limits import spend
from web.credits import services as credits
from web.credits.statement import Movement, movements
from web.ratings import services as ratings
from web.ratings.standing import Standing

BLOCKS_PER_HOUR = 200


class Me(View):
    """/me."""

    scope = TABLE_READ

    @documented("You, or the bot that the token acts as.", {200: shapes.MeShape})
    def get(self, request: Request) -> Response:
        """The calling player."""
        caller = caller_of(request)
        own = {"confirmed": caller.player.confirmed, "scopes": sorted(caller.scopes)}
        return Response(told_player(caller.player) | own)


class Wallet(View):
    """/me/balance."""

    scope = WALLET_READ

    @documented("Your trucardos.", {200: shapes.BalanceShape})
    def get(self, request: Request) -> Response:
        """The balance."""
        found = credits.balance(player_of(request).id)
        return Response({"available": found.available, "held": found.held})


class Movements(View):
    """/me/movements."""

    scope = WALLET_READ

    @documented(
        "Your statement, the latest first.", {200: shapes.page_of(shapes.MovementShape)}, parameters=[PageParameters]
    )
    def get(self, request: Request) -> Response:
        """A page of the statement."""
        asked = parameters(request, PageParameters)
        limit = asked["limit"]
        found = movements(player_of(request).id, _movement(place(asked)), limit)
        more = str(found[-1].id) if len(found) == limit else None
        return paged(Page(found, more), _told_movement)


class Blocks(View):
    """/me/blocks."""

    scope = TABLE_PLAY

    @documented("Whom you blocked, the latest first.", {200: shapes.page_of(shapes.BlockedShape)})
    def get(self, request: Request) -> Response:
        """All, since there are few."""
        return listed(accounts.blocked_by(player_of(request)), _told_blocked)


class Blocked(View):
    """/me/blocks/<player>."""

    scope = TABLE_PLAY

    @documented(
        "Blocks a player: you are never paired with them.",
        {201: None, 204: None},
        parameters=[path_id("player_id", "player")],
        errors=(404,),
    )
    def put(self, request: Request, player_id: str) -> Response:
        """201, or 204 when that was so before."""
        player, other = self._both(request, player_id)
        new = accounts.block(player, other)
        return Response(status=status.HTTP_201_CREATED if new else status.HTTP_204_NO_CONTENT)

    @documented("Takes a block back.", {204: None}, parameters=[path_id("player_id", "player")], errors=(404,))
    def delete(self, request: Request, player_id: str) -> Response:
        """204, also when there was none."""
        accounts.unblock(*self._both(request, player_id))
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _both(self, request: Request, player_id: str) -> tuple[Player, Any]:
        player = player_of(request)
        other = hex_id(player_id, "PLAYER_NOT_FOUND", "player")
        spend("blocks_per_hour", player.id.hex, BLOCKS_PER_HOUR)
        return player, other


class OnePlayer(View):
    """/players/<player>."""

    scope = TABLE_READ

    @documented(
        "A player, as everybody may see it.",
        {200: shapes.PlayerShape},
        parameters=[path_id("player_id", "player")],
        errors=(404,),
    )
    def get(self, _request: Request, player_id: str) -> Response:
        """Somebody."""
        found = accounts.by_id(hex_id(player_id, "PLAYER_NOT_FOUND", "player"))
        if found is None or found.anonymised_at:
            raise NotFound("PLAYER_NOT_FOUND", "no such player")
        return Response(told_player(found))


def told_player(player: Player) -> dict[str, Any]:
    """A player as everybody may see it."""
    return {
        "player_id": player.id.hex,
        "name": player.name,
        "avatar": player.avatar,
        "guest": player.guest,
        "bot": player.bot,
        "label": bots.label_of(player),
        "ratings": [_told_rating(standing) for standing in ratings.standings_of(player.id)],
    }


def _told_rating(standing: Standing) -> dict[str, Any]:
    return dict(shapes.RatingShape(standing).data)


def _told_movement(movement: Movement) -> dict[str, Any]:
    return dict(shapes.MovementShape(movement).data)


def _told_blocked(player: Player) -> dict[str, str]:
    return {"player_id": player.id.hex, "name": player.name}


def _movement(text: str | None) -> int | None:
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise InvalidInput("BAD_REQUEST", "cursor is no place in the statement", field="cursor")
    return int(text)
