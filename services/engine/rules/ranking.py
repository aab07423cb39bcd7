"""Which card beats which (rules.md 2)."""

from typing import Final

from mypy_extensions import i64

from services.engine.rules.cards import BY_NAME, NAMES, rank_place, suit

FACE_DOWN: Final = 0
"""The level of a card played face down: below every open card, equal to another face-down card."""

NO_MUESTRA: Final = -1
"""In place of the muestra: none is turned up."""

NO_PIEZA: Final = 0
TEN: Final = 1
ELEVEN: Final = 2
FIVE: Final = 3
FOUR: Final = 4
TWO: Final = 5
"""The piezas, the higher the better."""

_ORDER: Final = (
    "4e 4b 4o 4c",
    "5e 5b 5o 5c",
    "6e 6b 6o 6c",
    "7c 7b",
    "10e 10b 10o 10c",
    "11e 11b 11o 11c",
    "12e 12b 12o 12c",
    "1c 1o",
    "2e 2b 2o 2c",
    "3e 3b 3o 3c",
    "7o",
    "7e",
    "1b",
    "1e",
)
_TOP: Final = 14
"""The level of 1e; the piezas are above it."""

_ALCAHUETE: Final = 9
"""The place of the 12 in RANKS."""

_PIEZA_OF_RANK: Final[tuple[int, ...]] = (
    NO_PIEZA,
    TWO,
    NO_PIEZA,
    FOUR,
    FIVE,
    NO_PIEZA,
    NO_PIEZA,
    TEN,
    ELEVEN,
    NO_PIEZA,
)


def _levels() -> tuple[int, ...]:
    levels = [FACE_DOWN] * len(NAMES)
    for level, names in enumerate(_ORDER, start=1):
        for name in names.split():
            levels[BY_NAME[name]] = level
    return tuple(levels)


LEVELS: Final = _levels()
"""The level of each card in the classic order, 1 (the fours) to 14 (1e)."""


def level(card: i64, muestra: i64 = NO_MUESTRA) -> i64:
    """The card's level: 1 to 14, a pieza 15 to 19; equal levels tie."""
    if muestra != NO_MUESTRA:
        pieza = pieza_of(card, muestra)
        if pieza != NO_PIEZA:
            return _TOP + pieza
    return LEVELS[card]


def pieza_of(card: i64, muestra: i64) -> i64:
    """Which pieza the card is; the 12 of the muestra's suit stands for a pieza that lies as the muestra."""
    if muestra == NO_MUESTRA or suit(card) != suit(muestra):
        return NO_PIEZA
    place = rank_place(card)
    return _PIEZA_OF_RANK[rank_place(muestra) if place == _ALCAHUETE else place]
