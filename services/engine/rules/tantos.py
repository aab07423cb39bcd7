"""The envido count of a hand (rules.md 6)."""

from typing import Final

from services.engine.rules.cards import RANKS, SUITS, Card, rank, suit

_PAIR: Final = 20
"""What two cards of one suit are worth before they are counted."""

_COUNTS: Final = tuple(number if number <= 7 else 0 for number in RANKS)


def count(card: Card) -> int:
    """What one card counts: 1 to 7 its number, 10 to 12 nothing."""
    return _COUNTS[card % 10]


def envido(cards: tuple[Card, ...]) -> int:
    """The envido count of a dealt hand, 0 to 33."""
    counted = counted_cards(cards, ())
    return sum(count(card) for card in counted) + (_PAIR if len(counted) == 2 else 0)


def counted_cards(cards: tuple[Card, ...], played: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that make a hand's envido: the two best of a suit, else the best.

    Of cards that count the same, those played come first, then the lower rank, then the suits in the order e b o c.
    """

    def preference(card: Card) -> tuple[int, bool, int, Card]:
        return -count(card), card not in played, rank(card), card

    for wanted in range(len(SUITS)):
        of_suit = [card for card in cards if suit(card) == wanted]
        if len(of_suit) >= 2:
            return tuple(sorted(of_suit, key=preference)[:2])
    return (min(cards, key=preference),)
