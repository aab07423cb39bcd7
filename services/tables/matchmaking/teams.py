"""Who plays with whom: parties stay together, and the teams are as even as they can be."""

from collections.abc import Iterable, Sequence
from itertools import product

from services.tables.matchmaking.members import UNRATED_MU, Unit

Sides = tuple[list[Unit], list[Unit]]


def fit(sizes: Iterable[int], team: int) -> bool:
    """Whether units of these sizes fit into two teams, nobody torn from the party."""
    reachable = {0}
    total = 0
    for size in sizes:
        total += size
        reachable |= {taken + size for taken in reachable}
    return any(taken <= team and total - taken <= team for taken in reachable)


def balanced(units: Sequence[Unit], team: int) -> Sides:
    """The two teams whose strengths differ least; bots, who take the seats left, count as unrated. They must fit."""
    return min(_divisions(units, team), key=_difference)


def _divisions(units: Sequence[Unit], team: int) -> Iterable[Sides]:
    """Every way to divide the units, the first one always in the first team."""
    for choice in product((0, 1), repeat=len(units) - 1):
        sides: Sides = ([units[0]], [])
        for unit, side in zip(units[1:], choice, strict=True):
            sides[side].append(unit)
        if all(sum(unit.size for unit in side) <= team for side in sides):
            yield sides


def _difference(sides: Sides) -> float:
    first, second = (sum((unit.rating - UNRATED_MU) * unit.size for unit in side) for side in sides)
    return abs(first - second)
