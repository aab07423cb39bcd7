"""What the API's views share: how they are called, pages of long lists, ids in addresses."""

import base64
import binascii
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, TypeVar
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from services.common.errors import InvalidInput, NotFound
from web.accounts.services import Player
from web.api.callers import caller_of
from web.common.keyset import Page

T = TypeVar("T")

PAGE_SIZE = 50
MOST_A_PAGE = 200


class View(APIView):
    """A view that is for who has its scope."""

    scope: ClassVar[str | None] = None

    def get_authenticate_header(self, request: Request) -> str:  # noqa: ARG002
        """What a 401 asks for."""
        return "Bearer"


def player_of(request: Request) -> Player:
    """The calling player."""
    return caller_of(request).player


class PageParameters(serializers.Serializer[Any]):
    """Where a page begins, and how long it is."""

    cursor = serializers.CharField(required=False, max_length=200, help_text="`next` of the page before.")
    limit = serializers.IntegerField(
        required=False, default=PAGE_SIZE, min_value=1, max_value=MOST_A_PAGE, help_text="The most that a page has."
    )


def parameters(request: Request, kind: type[serializers.Serializer[Any]]) -> dict[str, Any]:
    """The parameters of the address. Raises ValidationError."""
    found = kind(data=request.query_params)
    found.is_valid(raise_exception=True)
    return dict(found.validated_data)


def body(request: Request, kind: type[serializers.Serializer[Any]]) -> dict[str, Any]:
    """What was sent. Raises ValidationError."""
    found = kind(data=request.data)
    found.is_valid(raise_exception=True)
    return dict(found.validated_data)


def place(asked: dict[str, Any]) -> str | None:
    """The place that a cursor stands for. Raises InvalidInput (BAD_REQUEST)."""
    cursor = asked.get("cursor")
    if cursor is None:
        return None
    try:
        return base64.b64decode(cursor.encode() + b"=" * (-len(cursor) % 4), altchars=b"-_", validate=True).decode()
    except (binascii.Error, ValueError):
        raise InvalidInput("BAD_REQUEST", "cursor is not the next of a page", field="cursor") from None


def paged(page: Page[T], told: Callable[[T], Any]) -> Response:
    """A page, with the cursor of the next one."""
    cursor = base64.urlsafe_b64encode((page.next or "").encode()).decode().rstrip("=")
    return listed(page.rows, told, cursor or None)


def listed(rows: Iterable[T], told: Callable[[T], Any], next_page: str | None = None) -> Response:
    """Rows that are a page."""
    return Response({"items": [told(row) for row in rows], "next": next_page})


def hex_id(text: str, reason: str, what: str) -> UUID:
    """The id in an address. Raises NotFound with the reason: what has no such form is not there."""
    try:
        return UUID(text)
    except ValueError:
        raise NotFound(reason, f"no such {what}") from None


def path_id(name: str, what: str) -> OpenApiParameter:
    """An id in an address, for the document."""
    return OpenApiParameter(name, str, OpenApiParameter.PATH, description=f"The {what}.", pattern="^[0-9a-f]{32}$")
