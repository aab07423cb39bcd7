"""The rules of a table in words, as messages. Few tables differ, so what was told once is remembered."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from services.engine.requests import options_of
from services.engine.rules import InvalidInput, Reason, Ruleset
from services.engine.rules.options import CHOICES, FLOR_REPLIES
from services.engine.rules.presets import PRESETS
from services.engine.senas import senas_of
from services.engine.words import LANGUAGES, Grid, Option, Section, describe, form
from truco.engine.v1 import engine_pb2
from truco.rules.v1 import words_pb2

_VALUES: Final[Mapping[str, tuple[object, ...]]] = {
    **{name: tuple(choices) for name, choices in CHOICES.items()},
    "flor_replies": FLOR_REPLIES,
}


@lru_cache(maxsize=512)
def description(ruleset: Ruleset, seats: int, language: str) -> engine_pb2.DescribeResponse:
    """The rules in a language; nobody may change the message. Raises InvalidInput (BAD_REQUEST: no such language)."""
    if language not in LANGUAGES:
        raise InvalidInput(Reason.BAD_REQUEST, f"the languages are {', '.join(LANGUAGES)}, and not {language!r}")
    options = options_of(ruleset)
    return engine_pb2.DescribeResponse(
        sections=map(_section, describe(options, seats, language)),
        options=map(_option, form(options, _VALUES, language)),
        presets=(words_pb2.RulesPreset(name=name, seats=preset.seats) for name, preset in PRESETS.items()),
        senas=senas_of(ruleset, seats),
    )


def _section(section: Section) -> words_pb2.RulesSection:
    grid = section.grid and _grid(section.grid)
    return words_pb2.RulesSection(name=section.name, title=section.title, paragraphs=section.paragraphs, grid=grid)


def _grid(grid: Grid) -> words_pb2.RulesGrid:
    return words_pb2.RulesGrid(head=grid.head, rows=(words_pb2.RulesRow(cells=row) for row in grid.rows))


def _option(option: Option) -> words_pb2.RulesOption:
    choices = (
        words_pb2.RulesChoice(value_json=json.dumps(choice.value), label=choice.label, chosen=choice.chosen)
        for choice in option.choices
    )
    return words_pb2.RulesOption(
        name=option.name,
        section=option.section,
        section_title=option.section_title,
        label=option.label,
        choices=choices,
    )
