"""What a hand counts for envido and for flor (rules.md 6, 7). A hand is three packed cards."""

from typing import Final

from mypy_extensions import i64

from services.engine.rules.cards import HAND_SIZE, card_at, rank, suit
from services.engine.rules.ranking import NO_MUESTRA, NO_PIEZA, pieza_of

_PAIR: Final = 20
"""What two or three cards of one suit are worth before they are counted."""

_PIEZA_VALUES: Final[tuple[int, ...]] = (0, 27, 27, 28, 29, 30)
"""What each pieza counts: 10, 11, 5, 4, 2."""


def count(card: i64) -> i64:
    """What one card counts that is no pieza: 1 to 7 its number, 10 to 12 nothing."""
    number = rank(card)
    return number if number <= 7 else 0


def value(card: i64, muestra: i64) -> i64:
    """What one card counts: a pieza 27 to 30, else its count."""
    pieza = pieza_of(card, muestra)
    return count(card) if pieza == NO_PIEZA else _PIEZA_VALUES[pieza]


def piezas(hand: i64, muestra: i64) -> i64:
    """How many piezas the hand has."""
    if muestra == NO_MUESTRA:
        return 0
    found: i64 = 0
    for place in range(HAND_SIZE):
        if pieza_of(card_at(hand, place), muestra) != NO_PIEZA:
            found += 1
    return found


def envido(hand: i64, muestra: i64 = NO_MUESTRA) -> i64:
    """The envido count of a dealt hand with fewer than two piezas, 0 to 37."""
    first, second = counted(hand, muestra, played=0)
    if second < 0:
        return count(card_at(hand, first))
    one, other = card_at(hand, first), card_at(hand, second)
    pair = _PAIR if piezas(hand, muestra) == 0 else 0
    return pair + value(one, muestra) + value(other, muestra)


def counted(hand: i64, muestra: i64, played: i64) -> tuple[i64, i64]:
    """The places of the cards that make a hand's envido: the pieza and the best other, the two best of a suit, or the
    best alone (second place -1). `played` has bit p for a card that was played from place p.

    Of cards that count the same, those played come first, then the lower rank, then the suits in the order e b o c.
    """
    base: i64 = -1
    if muestra != NO_MUESTRA:
        for place in range(HAND_SIZE):
            if pieza_of(card_at(hand, place), muestra) != NO_PIEZA:
                base = place
    if base >= 0:
        return base, _best(hand, played, 0b111 & ~(1 << base))
    of_suit = _same_suit(hand)
    best = _best(hand, played, of_suit)
    if of_suit == 0b111 and suit(card_at(hand, 0)) != suit(card_at(hand, 1)):
        return best, -1
    return best, _best(hand, played, of_suit & ~(1 << best))


def has_flor(hand: i64, muestra: i64) -> bool:
    """Whether the hand is a flor: one suit, two piezas, or a pieza and two cards of one suit."""
    first, second, third = suit(card_at(hand, 0)), suit(card_at(hand, 1)), suit(card_at(hand, 2))
    if first == second == third:
        return True
    held = piezas(hand, muestra)
    if held != 1:
        return held > 1
    if pieza_of(card_at(hand, 0), muestra) != NO_PIEZA:
        return second == third
    if pieza_of(card_at(hand, 1), muestra) != NO_PIEZA:
        return first == third
    return first == second


def flor(hand: i64, muestra: i64) -> i64:
    """The value of a flor: 20 and the counts, or the best pieza, the others' last digits and the counts."""
    best: i64 = 0
    rest: i64 = 0
    for place in range(HAND_SIZE):
        card = card_at(hand, place)
        worth = value(card, muestra)
        if pieza_of(card, muestra) == NO_PIEZA:
            rest += worth
        else:
            rest += min(best, worth) % 10
            best = max(best, worth)
    return (best or _PAIR) + rest


def _same_suit(hand: i64) -> i64:
    """The places that share a suit, as bits; all where none do."""
    first, second, third = suit(card_at(hand, 0)), suit(card_at(hand, 1)), suit(card_at(hand, 2))
    if first == second:
        return 0b111 if second == third else 0b011
    if first == third:
        return 0b101
    return 0b110 if second == third else 0b111


def _best(hand: i64, played: i64, places: i64) -> i64:
    """The place of the card that is counted first, among the places given."""
    best: i64 = -1
    best_key: i64 = -1
    for place in range(HAND_SIZE):
        if places >> place & 1:
            key = _preference(card_at(hand, place), played >> place & 1)
            if key > best_key:
                best, best_key = place, key
    return best


def _preference(card: i64, played: i64) -> i64:
    """The higher, the sooner it is counted: count, played, lower rank, earlier suit."""
    return ((count(card) * 2 + played) * 16 + (15 - rank(card))) * 4 + (3 - suit(card))
