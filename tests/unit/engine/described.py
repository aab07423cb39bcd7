"""Tables to describe, and their descriptions as plain text.

`python -m tests.unit.engine.described` writes the golden texts anew: read the difference before committing it.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from services.engine.requests import options_of
from services.engine.rules.presets import PRESETS
from services.engine.words import Section, describe

GOLDEN = Path(__file__).parent / "words"

EVERYTHING = {
    **options_of(PRESETS["uruguayo"]),
    "flor_replies": ("con_flor_me_achico", "flor", "contraflor", "con_flor_envido", "contraflor_al_resto"),
    "envido_by": "anyone",
    "flor_announce": "manual",
    "mazo": "individual",
    "mazo_bonus": "first_trick",
    "tapada_from_trick": 2,
    "pica_from": 5,
    "pica_falta": 6,
    "pica_resto": 6,
    "partner_cards": True,
}
"""At six seats every option has a say in a table like this."""


def tables() -> Iterator[tuple[str, int]]:
    """Every preset at every size that it is played at."""
    for preset, ruleset in PRESETS.items():
        for seats in ruleset.seats:
            yield preset, seats


def preset_options(preset: str, **changed: object) -> dict[str, object]:
    """A preset's options, some of them changed."""
    return {**options_of(PRESETS[preset]), **changed}


def plain(sections: Iterable[Section]) -> str:
    """The document as plain text."""
    return "\n".join(line for section in sections for line in _lines(section))


def _lines(section: Section) -> Iterator[str]:
    yield section.title.upper()
    yield from section.paragraphs
    if section.grid:
        yield from (" | ".join(row) for row in (section.grid.head, *section.grid.rows))
    yield ""


def golden(preset: str) -> str:
    """A preset in Argentine Spanish at its largest size."""
    return plain(describe(preset_options(preset), max(PRESETS[preset].seats), "es-AR"))


if __name__ == "__main__":
    for name in PRESETS:
        (GOLDEN / f"{name}.txt").write_text(golden(name))
