"""A player's credit movements as lines of Mi historial: each with its reason, and the match that moved it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from services.common.errors import InvalidInput
from web.common.keyset import Page
from web.credits import services as credits
from web.history import services
from web.history.models import MatchSeat

REASONS: Final[Mapping[str, Promise]] = {
    "welcome": gettext_lazy("regalo de bienvenida"),
    "hold": gettext_lazy("apuesta"),
    "settle": gettext_lazy("premio"),
    "release": gettext_lazy("apuesta devuelta"),
    "annul": gettext_lazy("partida anulada"),
    "load": gettext_lazy("carga de la caja"),
    "take": gettext_lazy("retiro de la caja"),
}
"""Why credits moved."""

_MOST_DIGITS: Final = 18


@dataclass(frozen=True)
class Line:
    """One movement. `match_id` is empty for what no match moved, `rivals` as long as its match has not ended."""

    at: datetime
    reason: str
    credits: int
    note: str
    match_id: str
    rivals: list[str]


def page_of(player: UUID, before: str | None, limit: int) -> Page[Line]:
    """The statement from a place on, the latest first. Raises InvalidInput (BAD_REQUEST) for a text that is no
    place."""
    found = credits.movements(player, _number(before), limit + 1)
    kept = found[:limit]
    return Page(lines_of(player, kept), str(kept[-1].id) if len(found) > limit else None)


def lines_of(player: UUID, moved: Sequence[credits.Movement]) -> list[Line]:
    """The lines of these movements, in their order."""
    seats = services.seats_at(player, {each.match_id for each in moved if each.match_id})
    return [_line(each, seats.get(each.match_id)) for each in moved]


def _line(moved: credits.Movement, seat: MatchSeat | None) -> Line:
    reason = str(REASONS.get(moved.reason, moved.reason))
    rivals = [other.name for other in seat.match.seats.all() if other.team != seat.team] if seat else []
    return Line(moved.at, reason, moved.credits, moved.note, moved.match_id, rivals)


def _number(before: str | None) -> int | None:
    if before is None:
        return None
    if not (before.isascii() and before.isdecimal() and len(before) <= _MOST_DIGITS):
        raise InvalidInput("BAD_REQUEST", "before is no place in this list")
    return int(before)
