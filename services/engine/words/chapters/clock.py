"""What is played for a seat that does not answer (rules.md 14)."""

from collections.abc import Iterator

from services.engine.words.line import Line, say
from services.engine.words.table import Table


def clock(table: Table) -> Iterator[Line]:
    """The chapter on the clock."""
    yield say("clock.prudent")
    if table.flag("flor"):
        yield say("clock.flor.achico" if "con_flor_me_achico" in table.replies else "clock.flor.flor")
    yield say("clock.calls")
    yield say("clock.card")
