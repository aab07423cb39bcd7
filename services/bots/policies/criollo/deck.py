"""What cards and hands are worth under a muestra, worked out once for each."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final

from services.engine.rules.actions import NO_CARD
from services.engine.rules.cards import CARDS, HAND_SIZE, Card, pack
from services.engine.rules.ranking import level
from services.engine.rules.tantos import envido, flor, has_flor

Cards = tuple[Card, ...]

_HANDS: Final = tuple(combinations(range(CARDS), HAND_SIZE))
_PLACES: Final[dict[Cards, int]] = {hand: place for place, hand in enumerate(_HANDS)}

NO_FLOR: Final = 0
"""In place of a flor's value."""


class Deck:
    """The 40 cards, less the muestra where one is turned up."""

    def __init__(self, muestra: Card) -> None:
        """`muestra` may be NO_CARD."""
        packed = [pack(hand) for hand in _HANDS]
        self.muestra: Final = muestra
        self.levels: Final = tuple(level(card, muestra) for card in range(CARDS))
        ladder = sorted((self.levels[card] for card in range(CARDS) if card != muestra), reverse=True)
        # Named by what they are where there is no muestra.
        self.two: Final = ladder[11]
        self.three: Final = ladder[7]
        self.warrants: Final = (0, self.three, ladder[3], ladder[2])
        """The level that the best card of who plays for 1, 2, 3 or 4 points should have."""
        self._flores: Final = bytes(flor(hand, muestra) if has_flor(hand, muestra) else NO_FLOR for hand in packed)
        # A hand of two piezas has no tantos (rules.md 6): what stands here for it is not asked for.
        self._tantos: Final = bytes(envido(hand, muestra) for hand in packed)

    def tantos(self, hand: Sequence[Card]) -> int:
        """The envido count of three cards."""
        return self._tantos[_PLACES[tuple(sorted(hand))]]

    def flor(self, hand: Sequence[Card]) -> int:
        """The value of three cards as a flor, or NO_FLOR."""
        return self._flores[_PLACES[tuple(sorted(hand))]]

    def hands_that_count(self, tantos: int) -> list[Cards]:
        """Every hand of so many tantos."""
        return [hand for hand, count in zip(_HANDS, self._tantos, strict=True) if count == tantos]

    def flores(self) -> list[Cards]:
        """Every hand that is a flor."""
        return [hand for hand, value in zip(_HANDS, self._flores, strict=True) if value != NO_FLOR]

    def ranked_tantos(self) -> list[int]:
        """The counts of all hands that play envido, the best first; flores do where there is no muestra."""
        return sorted(
            (
                count
                for hand, count, value in zip(_HANDS, self._tantos, self._flores, strict=True)
                if self.muestra == NO_CARD or (value == NO_FLOR and self.muestra not in hand)
            ),
            reverse=True,
        )


@cache
def deck_of(muestra: Card) -> Deck:
    """The deck under a muestra, or under none (NO_CARD)."""
    return Deck(muestra)


@cache
def flores(muestra: Card) -> list[Cards]:
    """Every hand that is a flor."""
    return deck_of(muestra).flores()


@cache
def hands_that_count(tantos: int, muestra: Card) -> list[Cards]:
    """Every hand of so many tantos."""
    return deck_of(muestra).hands_that_count(tantos)


@cache
def tantos_as_rare(tantos: int, muestra: Card) -> int:
    """The count that as many hands in a hundred reach under the muestra as reach `tantos` where there is none."""
    plain, ranked = deck_of(NO_CARD).ranked_tantos(), deck_of(muestra).ranked_tantos()
    reached = sum(count >= tantos for count in plain)
    return ranked[max(0, reached * len(ranked) // len(plain) - 1)]
