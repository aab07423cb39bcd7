"""Changes to JSON trees."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any, Final

from tests.fuzz.engine.values import leaf, text

Place = tuple[Any, Any]
"""A list or dict, and an index or key of it."""


def mutated(tree: Any, others: list[Any], random: Random) -> Any:
    """The tree with a few changes; the tree itself is left alone."""
    tree = copy.deepcopy(tree)
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        found = places(tree)
        if found:
            random.choice(_CHANGES)(random.choice(found), others, random)
    return tree


def places(tree: Any) -> list[Place]:
    """Everything in the tree."""
    parts = list(tree.items()) if isinstance(tree, dict) else list(enumerate(tree)) if isinstance(tree, list) else []
    return [place for key, part in parts for place in ((tree, key), *places(part))]


def _replace(place: Place, _others: list[Any], random: Random) -> None:
    holder, key = place
    holder[key] = leaf(random)


def _near(place: Place, _others: list[Any], random: Random) -> None:
    """Another value of the same type, where there is one."""
    holder, key = place
    same = type(holder[key])
    holder[key] = next((value for value in (leaf(random) for _ in range(20)) if type(value) is same), holder[key])


def _delete(place: Place, _others: list[Any], _random: Random) -> None:
    holder, key = place
    del holder[key]


def _repeat(place: Place, _others: list[Any], random: Random) -> None:
    holder, key = place
    if isinstance(holder, list):
        holder[key:key] = [copy.deepcopy(holder[key]) for _ in range(random.choice((1, 1, 2, 50)))]
    else:
        holder[text(random)] = copy.deepcopy(holder[key])


def _wrap(place: Place, _others: list[Any], random: Random) -> None:
    holder, key = place
    for _ in range(random.choice((1, 1, 30))):
        holder[key] = [holder[key]] if random.random() < 0.5 else {text(random): holder[key]}


def _graft(place: Place, others: list[Any], random: Random) -> None:
    """A part of another tree."""
    holder, key = place
    other, at = random.choice(places(random.choice(others)))
    holder[key] = copy.deepcopy(other[at])


def _exchange(place: Place, _others: list[Any], random: Random) -> None:
    """Two neighbours change places."""
    holder, key = place
    other = random.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    holder[key], holder[other] = holder[other], holder[key]


_CHANGES: Final[tuple[Callable[[Place, list[Any], Random], None], ...]] = (
    _replace,
    _near,
    _near,
    _delete,
    _repeat,
    _wrap,
    _graft,
    _exchange,
)
