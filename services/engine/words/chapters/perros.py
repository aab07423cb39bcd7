"""Echar los perros (rules.md 12)."""

from collections.abc import Iterator

from services.engine.words.line import Line, say
from services.engine.words.table import Table


def perros(table: Table) -> Iterator[Line]:
    """The chapter on the perros; none where they are not said."""
    if not table.flag("perros"):
        return
    yield say("perros.say")
    yield say("perros.en_ley")
    yield say("perros.a_punto")
    yield say("perros.truco")
    yield say("perros.no_other")
