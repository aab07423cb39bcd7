"""Who deals, and how (rules.md 3)."""

from collections.abc import Iterator

from services.engine.words.line import Line, say
from services.engine.words.table import Table


def deal(table: Table) -> Iterator[Line]:
    """The chapter on the deal."""
    yield say("deal.cards")
    if not table.pica_pica:
        yield say("deal.next")
