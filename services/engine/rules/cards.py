"""The 40 cards as small numbers, and three of them as one, so that a state is plain data that a compiler can pack.

A card is 10 * suit + place of its rank; suits are in the order e b o c, which breaks ties (rules.md 6, 14).
"""

from typing import Final

from mypy_extensions import i64

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

CARD_BITS: Final = 6
"""What a card takes in packed cards: the card of place p stands at bit 6 * p."""
HAND_BITS: Final = 18
ONE_CARD: Final = 0x3F
ONE_HAND: Final = 0x3FFFF


def rank(card: i64) -> i64:
    """The number on the card: 1 to 7, 10, 11 or 12."""
    place = rank_place(card)
    return place + 1 if place < 7 else place + 3


def rank_place(card: i64) -> i64:
    """The place of the card's number in RANKS, 0 to 9."""
    return card % 10


def suit(card: i64) -> i64:
    """The place of the card's suit in SUITS."""
    return card // 10


def card_at(cards: i64, place: i64) -> i64:
    """The card at one place, 0 to 2, of three packed cards."""
    return (cards >> (CARD_BITS * place)) & ONE_CARD


def pack(cards: tuple[Card, ...]) -> i64:
    """Up to three cards as one number."""
    packed: i64 = 0
    for card in reversed(cards):
        packed = packed << CARD_BITS | card
    return packed
