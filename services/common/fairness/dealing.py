"""Who gets which cards of a deck: card by card from mano round the table (rules.md 3), the muestra last."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

HAND_SIZE: Final = 3


def orders(seats: int, deals: Iterable[tuple[int, int]]) -> Iterator[list[int]]:
    """The seats in the order in which each deal goes round; of a deal are given its dealer and how many get cards.

    Duels follow a redonda and count from it (rules.md 11).
    """
    duel = 0
    for dealer, getting in deals:
        if getting == seats:
            duel = 0
            yield [(dealer + 1 + place) % seats for place in range(seats)]
        else:
            mano = (dealer + 1 + duel) % seats
            duel += 1
            yield [mano, (mano + seats // 2) % seats]


def hands(deck: Sequence[str], order: Sequence[int]) -> dict[int, list[str]]:
    """What each seat gets of the deck."""
    dealt = HAND_SIZE * len(order)
    return {seat: list(deck[place : dealt : len(order)]) for place, seat in enumerate(order)}


def muestra(deck: Sequence[str], order: Sequence[int]) -> str | None:
    """The card turned up after the hands, where there is one more."""
    dealt = HAND_SIZE * len(order)
    return deck[dealt] if len(deck) > dealt else None


def top(dealt: Mapping[int, Sequence[str]], order: Sequence[int], turned: str | None) -> list[str]:
    """The other way round: the top of the deck that gave the seats these cards."""
    cards = [dealt[seat][place] for place in range(HAND_SIZE) for seat in order]
    return cards if turned is None else [*cards, turned]
