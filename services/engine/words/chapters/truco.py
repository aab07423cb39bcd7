"""The truco (rules.md 8)."""

from collections.abc import Iterator
from typing import Final

from services.engine.words.line import Cell, Line, Rows, say, words
from services.engine.words.table import Table

_STEPS: Final = (("truco", 2, 1), ("retruco", 3, 2), ("vale_cuatro", 4, 3))


def truco(table: Table) -> Iterator[Line | Rows]:
    """The chapter on the truco."""
    yield say("truco.worth")
    yield say(table.chosen("truco_by"))
    yield say("truco.raise")
    yield say("truco.refused")
    steps = tuple((words(f"call.{call}"), Cell(accepted), Cell(refused)) for call, accepted, refused in _STEPS)
    none = (words("truco.none"), Cell(1), words("truco.dash"))
    yield Rows(("head.canto", "head.querido", "head.no_querido"), (none, *steps))
