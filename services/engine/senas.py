"""The señas that partners may make (rules.md 13). The rules never ask for one: a seña need not be true."""

from collections.abc import Mapping
from typing import Final

from services.engine.rules import Ruleset
from services.engine.rules.ruleset import Senas

_SETS: Final[Mapping[Senas, tuple[str, ...]]] = {
    Senas.ARGENTINE: (
        *("ancho_espada", "ancho_basto", "siete_espada", "siete_oro", "tres", "dos", "ancho_falso"),
        *("flor", "buen_envido", "nada"),
    ),
    Senas.URUGUAYAN: (
        *("dos_muestra", "cuatro_muestra", "cinco_muestra", "perico", "perica", "mata"),
        *("flor", "buen_envido", "nada"),
    ),
}


def senas_of(ruleset: Ruleset, seats: int) -> tuple[str, ...]:
    """The set of a table, with the flor only where it is played; none where nobody has partners."""
    if seats <= 2:
        return ()
    return tuple(sena for sena in _SETS[ruleset.senas] if sena != "flor" or ruleset.flor)
