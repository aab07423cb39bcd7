"""Places in long lists, as texts for addresses: a page begins after the last row of the page before, however deep it
is.

No row is counted or skipped (no OFFSET, no COUNT), and nothing shifts when rows are added meanwhile.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Generic, NamedTuple, TypeVar
from uuid import UUID

from services.common.errors import InvalidInput

T = TypeVar("T")

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MOMENT = re.compile(r"([0-9]{1,17})-([0-9]{1,18})")
_STRENGTH = re.compile(r"(-?[0-9]{1,4}(?:\.[0-9]{1,20})?)~([0-9a-f]{32})")


@dataclass(frozen=True)
class Page(Generic[T]):
    """Some rows, and the place after which the next ones stand; None at the end."""

    rows: Sequence[T]
    next: str | None


class Moment(NamedTuple):
    """A place among rows of which the latest come first."""

    at: datetime
    pk: int

    def __str__(self) -> str:
        return f"{(self.at - _EPOCH) // timedelta(microseconds=1)}-{self.pk}"

    @classmethod
    def read(cls, text: str) -> "Moment":
        """The place that the text names. Raises InvalidInput (BAD_REQUEST)."""
        found = _MOMENT.fullmatch(text)
        if found is None:
            raise InvalidInput("BAD_REQUEST", "before is no place in this list")
        return cls(_EPOCH + timedelta(microseconds=int(found[1])), int(found[2]))


class Strength(NamedTuple):
    """A place among players of whom the strongest come first."""

    mu: float
    player: UUID

    def __str__(self) -> str:
        return f"{self.mu:.20f}~{self.player.hex}"

    @classmethod
    def read(cls, text: str) -> "Strength":
        """The place that the text names. Raises InvalidInput (BAD_REQUEST)."""
        found = _STRENGTH.fullmatch(text)
        if found is None:
            raise InvalidInput("BAD_REQUEST", "after is no place on this board")
        return cls(float(found[1]), UUID(found[2]))


def page(rows: Sequence[T], limit: int, place: Callable[[T], Moment | Strength]) -> Page[T]:
    """The page of which one row more than `limit` was read, if there was one."""
    more = len(rows) > limit
    kept = rows[:limit]
    return Page(kept, str(place(kept[-1])) if more else None)
