"""Pica-pica at six seats (rules.md 11)."""

from collections.abc import Iterator

from services.engine.words.line import Line, say
from services.engine.words.table import Table

_LAST = 5


def pica_pica(table: Table) -> Iterator[Line]:
    """The chapter on the pica-pica; none where it is not played."""
    if not table.pica_pica:
        return
    yield say("pica.rounds")
    if table.number("pica_from"):
        yield say("pica_from", points=table.number("pica_from"))
    yield say(table.chosen("pica_until"), last=table.number("target") - _LAST, half=table.half)
    yield say("pica.duels")
    yield say("pica.dealer")
    yield from _limited(table, "pica_falta")
    if table.resto:
        yield from _limited(table, "pica_resto")


def _limited(table: Table, name: str) -> Iterator[Line]:
    limit = table.limit(name)
    if limit is not None:
        yield say(f"{name}.most" if limit else f"{name}.forbidden", points=limit)
