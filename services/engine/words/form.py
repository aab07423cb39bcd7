"""The options as a form shows them: what each is called, and what it may be."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from services.engine.words.languages import LANGUAGES

SECTIONS: Final = {
    "target": "match",
    "chicos_to_win": "match",
    "muestra": "cards",
    "tapada_from_trick": "tricks",
    "refusal": "cantos",
    "envido_by": "envido",
    "envido_over_truco": "envido",
    "envido_chain": "envido",
    "falta": "envido",
    "flor": "flor",
    "flor_announce": "flor",
    "flor_timing": "flor",
    "flor_count": "flor",
    "flor_replies": "flor",
    "achico_points": "flor",
    "flor_vs_flor_points": "flor",
    "contraflor_refused": "flor",
    "resto": "flor",
    "resto_refused": "flor",
    "truco_by": "truco",
    "mazo": "mazo",
    "mazo_bonus": "mazo",
    "pica_pica": "pica_pica",
    "pica_from": "pica_pica",
    "pica_until": "pica_pica",
    "pica_falta": "pica_pica",
    "pica_resto": "pica_pica",
    "perros": "perros",
    "senas": "partners",
    "partner_cards": "partners",
}
"""The options in the order of the chapters, each with its own."""

_LIMITS: Final = ("pica_falta", "pica_resto")
"""Options of which 0 means that it is not played."""


class Choice(NamedTuple):
    """One value of an option."""

    value: object
    label: str
    chosen: bool


class Option(NamedTuple):
    """One option. Of `flor_replies` any number of choices may be chosen, of the others one is."""

    name: str
    section: str
    section_title: str
    label: str
    choices: tuple[Choice, ...]


def form(options: Mapping[str, object], values: Mapping[str, Iterable[object]], language: str) -> tuple[Option, ...]:
    """Every option of a table, with what it may be by `values`, in the order of the chapters."""
    labels, texts, nouns = LANGUAGES[language].labels, LANGUAGES[language].texts, LANGUAGES[language].nouns
    return tuple(
        Option(
            name,
            section,
            texts[f"{section}.title"].format_map(nouns),
            labels[name],
            tuple(_choices(name, options[name], values[name], labels)),
        )
        for name, section in SECTIONS.items()
    )


def _choices(name: str, chosen: object, values: Iterable[object], labels: Mapping[str, str]) -> Iterable[Choice]:
    for value in values:
        is_chosen = value in chosen if isinstance(chosen, list | tuple) else value == chosen
        yield Choice(value, _label(name, value, labels), is_chosen)


def _label(name: str, value: object, labels: Mapping[str, str]) -> str:
    if isinstance(value, bool):
        return labels["yes" if value else "no"]
    if name in _LIMITS and not value:
        return labels["no_limit" if value is None else "not_played"]
    return labels.get(f"{name}.{value}", str(value))
