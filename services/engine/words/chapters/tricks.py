"""How tricks are played and a hand is won (rules.md 4)."""

from collections.abc import Iterator

from services.engine.words.line import Key, Line, say
from services.engine.words.table import Table


def tricks(table: Table) -> Iterator[Line]:
    """The chapter on the tricks."""
    yield say("tricks.play")
    yield say("tricks.lead")
    if table.teams:
        yield say("tricks.lead.partners")
    yield say("tricks.parda")
    if table.individual:
        yield say("tricks.parda.mano_left")
    yield say("tricks.won")
    yield say("tricks.stop")
    if first := table.number("tapada_from_trick"):
        counted = Key("tapada.envido_or_flor" if table.flag("flor") else "tapada.envido")
        yield say("tapada_from_trick", trick=Key(f"trick.{first}"), counted=counted)
