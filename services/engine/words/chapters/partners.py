"""What partners may tell and see (rules.md 13, 15)."""

from collections.abc import Iterator

from services.engine.words.line import Key, Line, say
from services.engine.words.table import Table


def partners(table: Table) -> Iterator[Line]:
    """The chapter on partners; none where nobody has one."""
    if not table.teams:
        return
    yield say(table.chosen("senas"), flor=Key("senas.flor" if table.flag("flor") else "nothing"))
    yield say("senas.secret")
    if table.flag("partner_cards"):
        yield say("partner_cards")
