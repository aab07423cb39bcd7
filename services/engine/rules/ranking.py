"""Which card beats which (rules.md 2)."""

from typing import Final

from services.engine.rules.cards import BY_NAME, NAMES, Card

FACE_DOWN: Final = 0
"""The level of a card played face down: below every open card, equal to another face-down card."""

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


def _levels() -> tuple[int, ...]:
    levels = [FACE_DOWN] * len(NAMES)
    for level, names in enumerate(_ORDER, start=1):
        for name in names.split():
            levels[BY_NAME[name]] = level
    return tuple(levels)


LEVELS: Final = _levels()
"""The level of each card in the classic order, 1 (the fours) to 14 (1e)."""


def level(card: Card) -> int:
    """The card's level, 1 to 14; equal levels tie."""
    return LEVELS[card]


def lowest(cards: tuple[Card, ...]) -> Card:
    """The card of the lowest level, ties in the suit order e b o c (rules.md 14)."""
    return min(cards, key=_level_then_suit)


def _level_then_suit(card: Card) -> tuple[int, Card]:
    return LEVELS[card], card
