"""The cards and their order (rules.md 1, 2)."""

from collections.abc import Iterator

from services.engine.words.line import Key, Line, say
from services.engine.words.table import Table


def cards(table: Table) -> Iterator[Line]:
    """The chapter on the cards."""
    yield say("cards.deck")
    if table.flag("muestra"):
        yield say("cards.muestra")
        yield say("cards.alcahuete")
    order = "cards.order.below" if table.flag("muestra") else "cards.order"
    yield say(order, ranking=Key("cards.ranking"))
    yield say("cards.equal")
