"""The envido (rules.md 6)."""

from collections.abc import Iterator
from itertools import product
from typing import Final

from services.engine.words.line import Cell, Line, Rows, say, words
from services.engine.words.table import Table

_POINTS: Final = {"envido": 2, "real_envido": 3}
_ORDERED: Final = (
    ("envido",),
    ("real_envido",),
    ("falta_envido",),
    ("envido", "envido"),
    ("envido", "real_envido"),
    ("envido", "falta_envido"),
    ("real_envido", "falta_envido"),
    ("envido", "envido", "real_envido"),
    ("envido", "envido", "falta_envido"),
    ("envido", "real_envido", "falta_envido"),
    ("envido", "envido", "real_envido", "falta_envido"),
)
_FREE: Final = (*((call,) for call in (*_POINTS, "falta_envido")), *product(_POINTS, (*_POINTS, "falta_envido")))
"""Chains of one and two calls; of those with three there are too many to list."""


def envido(table: Table) -> Iterator[Line | Rows]:
    """The chapter on the envido."""
    yield from _counting(table)
    yield say("envido.open")
    yield say(table.chosen("envido_by"))
    yield say(table.chosen("envido_over_truco"))
    yield say(table.sized("envido.raise"))
    yield say(table.chosen("envido_chain"))
    yield say("envido.worth")
    yield falta(table)
    yield say(table.sized("envido.settled"))
    yield say("envido.shown")
    yield _values(_FREE if table.options["envido_chain"] == "free" else _ORDERED)


def falta(table: Table) -> Line:
    """What a falta envido is worth. To fifteen there are no malas, and the leader's rule holds (rules.md 6)."""
    rule = table.chosen("falta")
    if rule == "falta.malas" and not table.halves:
        rule = "falta.leader"
    return say(rule, target=table.number("target"), half=table.half)


def _counting(table: Table) -> Iterator[Line]:
    yield say("envido.count")
    if not table.flag("flor"):
        yield say("envido.no_flor")
    yield say("envido.piezas" if table.flag("muestra") else "envido.most")


def _values(chains: tuple[tuple[str, ...], ...]) -> Rows:
    rows = tuple((words(*(f"call.{call}" for call in chain)), _accepted(chain), _refused(chain)) for chain in chains)
    return Rows(("head.canto", "head.querido", "head.no_querido"), rows)


def _accepted(chain: tuple[str, ...]) -> Cell:
    if chain[-1] == "falta_envido":
        return words("envido.the_falta")
    return Cell(sum(_POINTS[call] for call in chain))


def _refused(chain: tuple[str, ...]) -> Cell:
    return Cell(sum(_POINTS[call] for call in chain[:-1]) or 1)
