"""The units that wait in one queue, by rating."""

from collections.abc import Iterator
from typing import Final

from services.tables.matchmaking.members import Unit

STEP: Final = 0.25
"""Ratings within one step count as the same distance from anybody."""


class Pool:
    """Units in steps of rating, in each step the one that came first at the front. Adding, taking out and finding the
    next one cost the same however many wait."""

    def __init__(self) -> None:
        self._steps: dict[int, dict[Unit, None]] = {}

    def add(self, unit: Unit) -> None:
        """Lets a unit wait."""
        self._steps.setdefault(_step(unit.rating), {})[unit] = None

    def remove(self, unit: Unit) -> None:
        """Takes a unit out, if it is there."""
        number = _step(unit.rating)
        step = self._steps.get(number, {})
        step.pop(unit, None)
        if not step:
            self._steps.pop(number, None)

    def around(self, rating: float, reach: float) -> Iterator[Unit]:
        """The units that are at most so far from a rating, the nearest steps first."""
        centre = _step(rating)
        for distance in range(int(reach / STEP) + 2):
            for number in {centre - distance, centre + distance}:
                for unit in self._steps.get(number, ()):
                    if abs(unit.rating - rating) <= reach:
                        yield unit

    def has_others(self, unit: Unit, reach: float) -> bool:
        """Whether anybody is at most so far from a unit."""
        return any(other is not unit for other in self.around(unit.rating, reach))


def _step(rating: float) -> int:
    return int(rating // STEP)
