"""What a player's programs go by: personal access tokens and bot accounts. Only a browser's session manages them."""

from typing import Any
from uuid import UUID

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from web.accounts import access_tokens, bots
from web.accounts.access_tokens import AccessToken
from web.accounts.bots import BotAccount
from web.api import shapes
from web.api.callers import SESSION
from web.api.document import documented
from web.api.views import View, body, hex_id, listed, path_id, player_of
from web.common.limits import spend

MADE_PER_HOUR = 60


class Tokens(View):
    """/me/tokens."""

    scope = SESSION

    @documented("Your personal access tokens, the latest first.", {200: shapes.page_of(shapes.TokenShape)})
    def get(self, request: Request) -> Response:
        """All, since there are few."""
        return listed(access_tokens.tokens_of(player_of(request)), _told_token)

    @documented(
        "Makes a personal access token.",
        {201: shapes.CreatedTokenShape},
        request=shapes.NewTokenShape,
        errors=(404,),
    )
    def post(self, request: Request) -> Response:
        """201, with the secret."""
        asked, player = body(request, shapes.NewTokenShape), player_of(request)
        spend("tokens_per_hour", player.id.hex, MADE_PER_HOUR)
        bot = UUID(asked["bot_id"]) if asked.get("bot_id") else None
        made = access_tokens.create(player, asked["name"], asked["scopes"], days=asked.get("days"), bot=bot)
        return Response(_told_token(made.token) | {"secret": made.secret}, status=status.HTTP_201_CREATED)


class OneToken(View):
    """/me/tokens/<token>."""

    scope = SESSION

    @documented(
        "Revokes a token: what goes by it is refused, and its streams close.",
        {204: None},
        parameters=[path_id("token_id", "token")],
        errors=(404,),
    )
    def delete(self, request: Request, token_id: str) -> Response:
        """204."""
        access_tokens.revoke(player_of(request), hex_id(token_id, "TOKEN_NOT_FOUND", "token"))
        return Response(status=status.HTTP_204_NO_CONTENT)


class Bots(View):
    """/me/bots."""

    scope = SESSION

    @documented("Your bot accounts, the oldest first.", {200: shapes.page_of(shapes.BotShape)})
    def get(self, request: Request) -> Response:
        """All, since there are few."""
        return listed(bots.bots_of(player_of(request)), _told_bot)

    @documented("Makes a bot account.", {201: shapes.BotShape}, request=shapes.NewBotShape)
    def post(self, request: Request) -> Response:
        """201."""
        asked, player = body(request, shapes.NewBotShape), player_of(request)
        spend("bots_per_hour", player.id.hex, MADE_PER_HOUR)
        return Response(_told_bot(bots.create(player, asked["name"], asked["label"])), status=status.HTTP_201_CREATED)


class OneBot(View):
    """/me/bots/<bot>."""

    scope = SESSION

    @documented(
        "Retires a bot, with its tokens and streams.",
        {204: None},
        parameters=[path_id("bot_id", "bot")],
        errors=(404,),
    )
    def delete(self, request: Request, bot_id: str) -> Response:
        """204."""
        bots.retire(player_of(request), hex_id(bot_id, "PLAYER_NOT_FOUND", "bot"))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _told_token(token: AccessToken) -> dict[str, Any]:
    return {
        "token_id": token.id.hex,
        "name": token.name,
        "scopes": token.scopes,
        "player_id": token.player_id.hex,
        "created_at": token.created_at,
        "expires_at": token.expires_at,
        "used_at": token.used_at,
    }


def _told_bot(bot: BotAccount) -> dict[str, Any]:
    return {
        "player_id": bot.player_id.hex,
        "name": bot.player.name,
        "label": bot.label,
        "created_at": bot.created_at,
    }
