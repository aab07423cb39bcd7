"""The flor (rules.md 7)."""

from collections.abc import Iterator
from typing import Final

from services.engine.words.line import Line, say
from services.engine.words.table import Table

_REPLIES: Final = {
    "con_flor_me_achico": "achico_points",
    "flor": "flor_vs_flor_points",
    "contraflor": "contraflor_refused",
    "con_flor_envido": None,
    "contraflor_al_resto": None,
}
"""The replies in order, each with the option that says what it is worth."""


def flor(table: Table) -> Iterator[Line]:
    """The chapter on the flor; none where it is not played."""
    if not table.flag("flor"):
        return
    kind = "muestra" if table.flag("muestra") else "plain"
    yield say(f"flor.have.{kind}")
    yield say(f"flor.value.{kind}")
    yield from _singing(table)
    yield say("flor.sung")
    yield say("flor.alone")
    if table.teams:
        yield say(table.chosen("flor_count"))
    yield from _answers(table)
    yield say("flor.better")
    yield say("flor.shown")


def _singing(table: Table) -> Iterator[Line]:
    yield say(table.chosen("flor_announce"))
    if table.options["envido_by"] == "anyone" and table.options["flor_announce"] == "manual":
        yield say("flor.out_of_turn")
    if table.teams:
        yield say("flor.holder_answers")
        yield say(table.chosen("flor_timing"))
    yield say("flor.unsung")


def _answers(table: Table) -> Iterator[Line]:
    yield say(table.sized("flor.answer"))
    for reply in filter(table.replies.__contains__, _REPLIES):
        option = _REPLIES[reply]
        yield say(f"flor_replies.{reply}", points=table.number(option) if option else 0)
        if reply == "con_flor_me_achico" and table.teams and table.options["refusal"] == "unanimous":
            yield say("flor.achico_is_refusal")
    if table.resto:
        yield say("resto_refused", points=table.number("resto_refused"))
        yield say(table.chosen("resto"), target=table.number("target"))
    if {"contraflor", "contraflor_al_resto"} <= set(table.replies):
        yield say("flor.contraflor_raised")
