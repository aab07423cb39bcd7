"""Who sits at one table. Pure: a unit and those that wait, in; a table, or none, out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from services.tables.matchmaking.members import Member, Unit
from services.tables.matchmaking.pool import Pool
from services.tables.matchmaking.queue import Queue
from services.tables.matchmaking.rules import Rules
from services.tables.matchmaking.teams import balanced, fit

_ENOUGH: Final = 8
"""For each seat, how many of those with whom a unit may sit are compared."""
_LOOKED_AT: Final = 256
"""How many of those around a unit are looked at, the nearest first, before it waits on."""
_PATIENCE_MS: Final = 10_000
"""Who has waited for another so long comes first, however near the others are."""


@dataclass(frozen=True, slots=True, eq=False)
class Seating:
    """A table to be made."""

    queue: Queue
    units: tuple[Unit, ...]
    seats: tuple[Member | None, ...]
    """Who sits where; teams are the even and the odd seats. None for one of the platform's bots."""

    @property
    def members(self) -> list[Member]:
        """The people, by seat."""
        return [seat for seat in self.seats if seat]

    @property
    def ranked(self) -> bool:
        """Whether the match counts: never with bots in it."""
        return self.queue.ranked and None not in self.seats


def seat(queue: Queue, pool: Pool, unit: Unit, now_ms: int, rules: Rules, *, bots: bool = True) -> Seating | None:
    """The table at which a unit is seated now with others that wait, or with bots if it would have them; else None."""
    others = list(islice(_others(pool, unit, now_ms, rules), _ENOUGH * queue.seats))
    found = _company(queue, unit, sorted(others, key=lambda other: _order(unit, other, now_ms)), now_ms, rules)
    if not _full(queue, found):
        found = max(found, _company(queue, unit, others, now_ms, rules), key=_people)
    if _full(queue, found):
        return _seating(queue, found)
    return _with_bots(queue, unit, others, now_ms, rules) if bots else None


def wants_bots(queue: Queue, unit: Unit, now_ms: int) -> bool:
    """Whether the time has come when bots may sit with a unit."""
    after_ms = unit.bots_after_ms
    return not queue.stake and 0 < after_ms <= now_ms - unit.since_ms


def _others(pool: Pool, unit: Unit, now_ms: int, rules: Rules) -> Iterator[Unit]:
    """Those around it with whom it may sit, the nearest first; of those nearest too many to ask, the first come."""
    for other in islice(pool.around(unit.rating, rules.cap), _LOOKED_AT):
        if other is not unit and _near([unit, other], now_ms, rules) and unit.may_meet(other, now_ms, rules):
            yield other


def _order(unit: Unit, other: Unit, now_ms: int) -> tuple[int, float]:
    return -((now_ms - other.since_ms) // _PATIENCE_MS), abs(other.rating - unit.rating)


def _company(queue: Queue, unit: Unit, others: Sequence[Unit], now_ms: int, rules: Rules) -> list[Unit]:
    """The unit and as many of the others as may sit together with it, taken in their order."""
    company = [unit]
    for other in others:
        if _full(queue, company):
            break
        if _joins(queue, company, other, now_ms, rules):
            company.append(other)
    return company


def _joins(queue: Queue, company: Sequence[Unit], other: Unit, now_ms: int, rules: Rules) -> bool:
    together = [*company, other]
    return (
        fit([unit.size for unit in together], queue.team)
        and _near(together, now_ms, rules)
        and all(other.may_meet(unit, now_ms, rules) for unit in company)
    )


def _near(units: Sequence[Unit], now_ms: int, rules: Rules) -> bool:
    ratings = [unit.rating for unit in units]
    waited_ms = now_ms - min(unit.since_ms for unit in units)
    return max(ratings) - min(ratings) <= rules.width(waited_ms)


def _with_bots(queue: Queue, unit: Unit, others: Sequence[Unit], now_ms: int, rules: Rules) -> Seating | None:
    if not wants_bots(queue, unit, now_ms):
        return None
    willing = [other for other in others if other.bots_after_ms]
    return _seating(queue, _company(queue, unit, willing, now_ms, rules))


def _people(units: Sequence[Unit]) -> int:
    return sum(unit.size for unit in units)


def _full(queue: Queue, units: Sequence[Unit]) -> bool:
    return _people(units) == queue.seats


def _seating(queue: Queue, units: Sequence[Unit]) -> Seating:
    seats: list[Member | None] = [None] * queue.seats
    for team, side in enumerate(balanced(units, queue.team)):
        for place, member in enumerate(member for unit in side for member in unit.members):
            seats[2 * place + team] = member
    return Seating(queue, tuple(units), tuple(seats))
