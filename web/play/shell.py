"""What the pages tell the table's script (web/README.md)."""

from typing import TypedDict

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.urls import reverse

from web.accounts.services import Player
from web.play.reasons import TEXTS
from web.settings.environment import environment

_PLACEHOLDER = "table-id"


class Config(TypedDict):
    """The JSON under id quiero-config."""

    gatewayUrl: str
    tokenUrl: str
    csrfToken: str
    playerId: str
    playerName: str
    guest: bool
    page: str
    tableId: str | None
    historyUrl: str
    lobbyUrl: str
    tableUrl: str
    reasons: dict[str, str]


def config(request: HttpRequest, player: Player, table_id: str | None) -> Config:
    """The configuration of the lobby's page, or of a table's."""
    return Config(
        gatewayUrl=environment().gateway_public_url.rstrip("/"),
        tokenUrl=reverse("api_token"),
        csrfToken=get_token(request),
        playerId=player.id.hex,
        playerName=player.name,
        guest=player.guest,
        page="table" if table_id else "lobby",
        tableId=table_id,
        historyUrl=reverse("history"),
        lobbyUrl=reverse("lobby"),
        tableUrl=reverse("table", args=[_PLACEHOLDER]).replace(_PLACEHOLDER, "{id}"),
        reasons={reason: str(text) for reason, text in TEXTS.items()},
    )
