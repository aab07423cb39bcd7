"""How calls are answered, whatever they are (rules.md 5)."""

from collections.abc import Iterator

from services.engine.words.line import Line, say
from services.engine.words.table import Table


def cantos(table: Table) -> Iterator[Line]:
    """The chapter on calls and answers."""
    yield say("cantos.wait")
    if table.teams:
        yield say("cantos.who")
        yield say(table.chosen("refusal"))
    yield say("cantos.first.flor" if table.flag("flor") else "cantos.first")
