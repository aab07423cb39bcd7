"""Matches that the caller sat in, and the leaderboards."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from services.common.errors import NotFound
from services.common.tokens import TABLE_READ
from web.api import shapes
from web.api.document import documented
from web.api.views import PageParameters, View, paged, parameters, place, player_of
from web.common.keyset import Page
from web.common.presets import NAMES, SIZES
from web.history import filters
from web.history import services as history
from web.history.rows import Row, rows_of
from web.history.services import MatchSeat
from web.ratings import services as ratings
from web.ratings.boards import Row as BoardRow

_RESULTS = ("won", "lost", "voided", "abandoned")
_MATCH = OpenApiParameter("match_id", str, OpenApiParameter.PATH, description="The match.", pattern="^[-0-9a-z]{1,64}$")


class MatchesParameters(PageParameters):
    """Which matches."""

    preset = serializers.ChoiceField(list(NAMES), required=False)
    seats = serializers.ChoiceField(SIZES, required=False)
    result = serializers.ChoiceField(_RESULTS, required=False)


class BoardParameters(PageParameters):
    """Which board."""

    preset = serializers.ChoiceField(list(NAMES), required=False, default="maestro")
    seats = serializers.ChoiceField(SIZES, required=False, default=2)
    season = serializers.IntegerField(
        required=False, min_value=8_000, max_value=12_000, help_text="Its number; the running one without."
    )


class Matches(View):
    """/me/matches."""

    scope = TABLE_READ

    @documented(
        "Your matches, the latest first.", {200: shapes.page_of(shapes.MatchShape)}, parameters=[MatchesParameters]
    )
    def get(self, request: Request) -> Response:
        """A page of them."""
        asked = parameters(request, MatchesParameters)
        chosen = filters.read(asked.get("preset", ""), str(asked.get("seats", "")), asked.get("result", ""))
        player = player_of(request).id
        found = history.matches_of(player, place(asked), asked["limit"], chosen)
        told = [_told(seat, row) for seat, row in zip(found.rows, rows_of(player, found.rows), strict=True)]
        return paged(Page(told, found.next), dict)


class OneMatch(View):
    """/matches/<match>."""

    scope = TABLE_READ

    @documented("A match that you sat in.", {200: shapes.MatchShape}, parameters=[_MATCH], errors=(404,))
    def get(self, request: Request, match_id: str) -> Response:
        """One of the caller's."""
        seat = own_seat(request, match_id)
        return Response(_told(seat, rows_of(player_of(request).id, [seat])[0]))


class Record(View):
    """/matches/<match>/record."""

    scope = TABLE_READ

    @documented(
        "The record of a match that you sat in: it replays, and `make verify` checks it.",
        {200: shapes.RecordShape},
        parameters=[_MATCH],
        errors=(404,),
    )
    def get(self, request: Request, match_id: str) -> Response:
        """The record."""
        record = own_seat(request, match_id).match.record
        if not record:
            raise NotFound("MATCH_NOT_FOUND", "this match has no record: it was not finished")
        return Response(record)


class Leaderboards(View):
    """/leaderboards."""

    @documented(
        "The leaderboard of a ruleset family and table size.",
        {200: shapes.page_of(shapes.BoardRowShape)},
        parameters=[BoardParameters],
    )
    def get(self, request: Request) -> Response:
        """A page of it."""
        asked = parameters(request, BoardParameters)
        board = (asked["preset"], int(asked["seats"]), asked.get("season"))
        return paged(ratings.leaderboard(*board, after=place(asked), limit=asked["limit"]), _told_row)


def own_seat(request: Request, match_id: str) -> MatchSeat:
    """The caller's seat at a match. Raises NotFound (MATCH_NOT_FOUND), also for others' matches."""
    seat = history.match_of(player_of(request).id, match_id) if match_id.isprintable() else None
    if seat is None:
        raise NotFound("MATCH_NOT_FOUND", "no such match of yours")
    return seat


def _told(own: MatchSeat, row: Row) -> dict[str, Any]:
    match = row.match
    return {
        "match_id": match.id,
        "preset": match.preset,
        "seats": match.size,
        "target": match.target,
        "stake": match.stake,
        "ranked": match.ranked,
        "started_at": match.started_at,
        "finished_at": match.finished_at,
        "seat": own.seat,
        "result": row.result,
        "score": match.score,
        "credits": row.credits,
        "players": [_told_seat(seat) for seat in sorted(match.seats.all(), key=lambda seat: seat.seat)],
        "has_record": match.outcome == "finished",
    }


def _told_seat(seat: MatchSeat) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "player_id": seat.player_id.hex if seat.player_id else None,
        "name": seat.name,
        "guest": seat.guest,
        "bot": seat.bot,
    }


def _told_row(row: BoardRow) -> dict[str, Any]:
    return dict(shapes.BoardRowShape(row).data) | {"player_id": row.player_id.hex}
