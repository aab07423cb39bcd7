"""Who plays, and for how much (rules.md 1, 10)."""

from collections.abc import Iterator

from services.engine.words.line import Line, say
from services.engine.words.table import Table


def match(table: Table) -> Iterator[Line]:
    """The chapter on the match."""
    yield say(f"match.seats.{table.seats}")
    chicos = table.number("chicos_to_win")
    yield say("match.chico" if chicos == 1 else "match.chicos", chicos=chicos)
    yield say("match.halves" if table.halves else "match.no_halves", target=table.number("target"), half=table.half)
    yield say("match.points")
    yield say(table.sized("match.forfeit"))
