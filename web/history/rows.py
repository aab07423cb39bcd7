"""A player's matches as lines of Mi historial."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from web.common.presets import name_of
from web.credits import services as credits
from web.history.models import Match, MatchSeat
from web.ratings import services as ratings
from web.ratings.services import Change


@dataclass(frozen=True)
class Row:
    """One match as its player sees it; scores of the own and the other team, what credits it moved, and what it did to
    the rating.
    """

    match: Match
    result: str
    partners: list[str]
    rivals: list[str]
    us: int | None
    them: int | None
    credits: int
    rating: Change | None

    @property
    def family(self) -> str:
        """What players call the ruleset family."""
        return name_of(self.match.preset)


def rows_of(player: UUID, seats: Iterable[MatchSeat]) -> list[Row]:
    """The lines of these seats, in their order."""
    own = list(seats)
    match_ids = [seat.match_id for seat in own]
    moved, changes = _moved(player, match_ids), ratings.changes_of(player, match_ids)
    return [_row(seat, moved.get(seat.match_id, 0), changes.get(seat.match_id)) for seat in own]


def _row(own: MatchSeat, moved: int, rating: Change | None) -> Row:
    found = own.match
    others = [seat for seat in sorted(found.seats.all(), key=lambda seat: seat.seat) if seat.seat != own.seat]
    score = found.score or [None, None]
    return Row(
        match=found,
        result=found.result_for(own.seat),
        partners=[seat.name for seat in others if seat.team == own.team],
        rivals=[seat.name for seat in others if seat.team != own.team],
        us=score[own.team],
        them=score[1 - own.team],
        credits=moved,
        rating=rating,
    )


def _moved(player: UUID, match_ids: Sequence[str]) -> dict[str, int]:
    """What each match moved in all: stakes paid and got back."""
    totals: dict[str, int] = {}
    for movement in credits.movements_of_matches(player, match_ids):
        totals[movement.match_id] = totals.get(movement.match_id, 0) + movement.credits
    return totals
