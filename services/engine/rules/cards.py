"""The 40 cards as small numbers, so that a state is data that a compiler can pack.

A card is 10 * suit + place of its rank; suits are in the order e b o c, which breaks ties (rules.md 6, 14).
"""

from typing import Final

Card = int
"""A card, 0 to 39."""

SUITS: Final = "eboc"
RANKS: Final = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
CARDS: Final = 40
HAND_SIZE: Final = 3

NAMES: Final = tuple(f"{rank}{suit}" for suit in SUITS for rank in RANKS)
"""The written form of each card, e.g. 1e, 7o, 12c (rules.md 1)."""

BY_NAME: Final[dict[str, Card]] = {name: card for card, name in enumerate(NAMES)}
"""The card of each written form."""


def rank(card: Card) -> int:
    """The number on the card: 1 to 7, 10, 11 or 12."""
    return RANKS[card % 10]


def suit(card: Card) -> int:
    """The place of the card's suit in SUITS."""
    return card // 10
