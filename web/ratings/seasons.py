"""Seasons: the quarters of the year in Argentina. Which one a moment belongs to is arithmetic, and needs no database.

A season is a board of its own and no reset: ratings go on, since pairing is worse off with everybody unknown. On a
season's board stand those who played a ranked match of the kind in it, with the strength that their last one left.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

ZONE: Final = ZoneInfo("America/Argentina/Buenos_Aires")
GRACE: Final = timedelta(hours=1)
"""A season is closed so long after its end, when the matches that ended in it have come in; one that comes later
counts for the season that runs when it comes."""

_MONTHS: Final = 3
_A_YEAR: Final = 4


@dataclass(frozen=True, order=True)
class Quarter:
    """A season by its number: the year times four, and its quarter from 0."""

    number: int

    @property
    def year(self) -> int:
        """The year."""
        return self.number // _A_YEAR

    @property
    def quarter(self) -> int:
        """1 to 4."""
        return self.number % _A_YEAR + 1

    @property
    def starts_at(self) -> datetime:
        """Its first moment."""
        return datetime(self.year, self.number % _A_YEAR * _MONTHS + 1, 1, tzinfo=ZONE)

    @property
    def ends_at(self) -> datetime:
        """The first moment of the one after it."""
        return Quarter(self.number + 1).starts_at

    @property
    def last_day(self) -> date:
        """Its last day."""
        return (self.ends_at - timedelta(days=1)).date()

    @property
    def closes_at(self) -> datetime:
        """When its board is frozen."""
        return self.ends_at + GRACE


def season_at(at: datetime) -> Quarter:
    """The season of a moment."""
    local = at.astimezone(ZONE)
    return Quarter(local.year * _A_YEAR + (local.month - 1) // _MONTHS)


def season_of_match(ended_at: datetime, now: datetime) -> Quarter:
    """The season that a match counts in: that of its end, or the running one when that is closed."""
    season = season_at(ended_at)
    return season if now < season.closes_at else season_at(now)
