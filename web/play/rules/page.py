"""What the page shows, and the addresses it leads to."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import urlencode

from django.urls import reverse

from truco.rules.v1 import words_pb2
from web.play.rules.choice import Changes, chosen, written
from web.play.rules.texts import TEXTS

DEFAULT_LANGUAGE = "es-AR"
DEFAULT_SEATS = 4


@dataclass(frozen=True)
class Asked:
    """Which rules, and for whom."""

    preset: str
    seats: int
    language: str
    changes: Changes

    @property
    def address(self) -> str:
        """Where they stand; what is usual is left out."""
        pairs = [("idioma", self.language)] if self.language != DEFAULT_LANGUAGE else []
        pairs += [("jugadores", str(self.seats))] if self.seats != DEFAULT_SEATS else []
        pairs += [(name, value) for name, values in self.changes.items() for value in values]
        path = reverse("rules_of", args=[self.preset])
        return f"{path}?{urlencode(pairs)}" if pairs else path


@dataclass(frozen=True)
class Link:
    """A way to other rules."""

    address: str
    label: str
    about: str
    here: bool


@dataclass(frozen=True)
class Choice:
    """One value in the form."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True)
class Field:
    """One option in the form."""

    name: str
    label: str
    several: bool
    changed: bool
    choices: Sequence[Choice]


@dataclass(frozen=True)
class Group:
    """The options of one chapter."""

    title: str
    fields: Sequence[Field]


def presets(asked: Asked, known: Sequence[words_pb2.RulesPreset]) -> list[Link]:
    """A link to every preset, at the size nearest to the one shown."""
    texts = TEXTS[asked.language]
    links = []
    for preset in known:
        seats = max((size for size in preset.seats if size <= asked.seats), default=min(preset.seats))
        address = Asked(preset.name, seats, asked.language, {}).address
        name, about = texts.get(preset.name, preset.name), texts.get(f"{preset.name}.about", "")
        links.append(Link(address, name, about, preset.name == asked.preset))
    return links


def sizes(asked: Asked, known: Sequence[int]) -> list[Link]:
    """A link to every size that the preset is played at."""
    return [
        Link(Asked(asked.preset, seats, asked.language, asked.changes).address, str(seats), "", seats == asked.seats)
        for seats in known
    ]


def languages(asked: Asked) -> list[Link]:
    """A link to the same rules in every language."""
    return [
        Link(
            Asked(asked.preset, asked.seats, language, asked.changes).address,
            texts["language"],
            language,
            language == asked.language,
        )
        for language, texts in TEXTS.items()
    ]


def groups(asked: Asked, options: Sequence[words_pb2.RulesOption]) -> list[Group]:
    """The form, chapter by chapter, with what is asked for chosen."""
    return [
        Group(title, [_field(asked, option) for option in together])
        for title, together in groupby(options, lambda option: option.section_title)
    ]


def changed(asked: Asked, options: Sequence[words_pb2.RulesOption]) -> list[str]:
    """The changed options in words: "Puntos: 15"."""
    return [
        f"{field.label}: {', '.join(choice.label for choice in field.choices if choice.chosen)}"
        for field in (_field(asked, option) for option in options)
        if field.changed
    ]


def _field(asked: Asked, option: words_pb2.RulesOption) -> Field:
    values = asked.changes.get(option.name, chosen(option))
    choices = [Choice(written(choice), choice.label, written(choice) in values) for choice in option.choices]
    return Field(option.name, option.label, option.name == "flor_replies", option.name in asked.changes, choices)
