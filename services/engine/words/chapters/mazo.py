"""Going to the mazo (rules.md 9)."""

from collections.abc import Iterator

from services.engine.words.line import Key, Line, say
from services.engine.words.table import Table


def mazo(table: Table) -> Iterator[Line]:
    """The chapter on the mazo."""
    yield say("mazo.who")
    yield say(table.chosen("mazo") if table.teams else "mazo.two")
    if table.options["mazo_bonus"] == "none":
        return
    unsaid = Key("unsaid.envido_nor_flor" if table.flag("flor") else "unsaid.envido")
    yield say(table.chosen("mazo_bonus"), unsaid=unsaid)
    if table.flag("perros"):
        yield say("mazo.perros")
