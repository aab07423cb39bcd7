"""What the ruleset families are called (rules.md 15); the rules themselves are the engine's to tell."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

NAMES: Final[Mapping[str, Promise]] = {
    "maestro": gettext_lazy("Maestro"),
    "ludoteka": gettext_lazy("Ludoteka"),
    "granronda": gettext_lazy("Gran Ronda"),
    "granronda_flor": gettext_lazy("Gran Ronda con flor"),
    "granronda_uruguayo": gettext_lazy("Gran Ronda uruguayo"),
    "uruguayo": gettext_lazy("Truco uruguayo"),
    "estrella": gettext_lazy("Estrella"),
}
"""The families that there are, by preset."""

SIZES: Final = (2, 4, 6)
_NOT_SIX: Final = ("ludoteka",)


def sizes_of(preset: str) -> tuple[int, ...]:
    """The table sizes of a family."""
    return SIZES[:2] if preset in _NOT_SIX else SIZES


def name_of(preset: str) -> str:
    """What players call a family; a preset of an older release goes by its own name."""
    return str(NAMES.get(preset, preset))
