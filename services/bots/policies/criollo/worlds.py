"""The deals that a seat must reckon with: hidden cards drawn so that they agree with all that it has seen."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from random import Random
from typing import Final

from services.engine.rules import View
from services.engine.rules.actions import NO_CARD
from services.engine.rules.cards import CARDS, HAND_SIZE, Card
from services.engine.rules.tantos import envido

Cards = tuple[Card, ...]

World = tuple[Cards, ...]
"""The unplayed cards of every seat; none for a seat that has gone to the mazo."""

_DECK: Final = frozenset(range(CARDS))


def draw(view: View, dice: Random, count: int) -> list[World]:
    """Draws so many worlds in which the view could be what it is."""
    known = {shown.seat: shown.cards for shown in view.partner_cards} | {view.seat or 0: view.cards}
    unseen = _DECK.difference(open_cards(view), *known.values())
    declared = _declared_hands(view, known, unseen)
    return [_world(view, dice, known, unseen, declared) for _ in range(count)]


def open_cards(view: View) -> Cards:
    """The cards that everybody has seen in this hand, and the viewer's own face-down ones."""
    return tuple(play.card for play in view.played if play.card != NO_CARD)


def open_cards_of(view: View, seat: int) -> Cards:
    """Those that one seat has played."""
    return tuple(play.card for play in view.played if play.seat == seat and play.card != NO_CARD)


@cache
def tantos_of(cards: Cards) -> int:
    """The envido count of a sorted hand."""
    return envido(cards)


def _world(
    view: View, dice: Random, known: dict[int, Cards], unseen: frozenset[Card], declared: dict[int, list[Cards]]
) -> World:
    hands = dict(known)
    free = set(unseen)
    for seat, candidates in declared.items():
        fitting = [cards for cards in candidates if free.issuperset(cards)] or candidates
        hands[seat] = tuple(dice.sample(dice.choice(fitting), view.cards_left[seat]))
        free.difference_update(hands[seat])
    missing = [seat for seat in _seats_in(view) if seat not in hands]
    # Sorted: the order of a set is no part of the dice.
    stock = dice.sample(sorted(free), sum(view.cards_left[seat] for seat in missing))
    for seat in missing:
        hands[seat] = tuple(stock.pop() for _ in range(view.cards_left[seat]))
    return tuple(hands.get(seat, ()) for seat in range(view.seats))


def _seats_in(view: View) -> Iterable[int]:
    return (seat for seat in range(view.seats) if seat not in view.folded)


def _declared_hands(view: View, known: dict[int, Cards], unseen: frozenset[Card]) -> dict[int, list[Cards]]:
    """For every seat that has declared its tantos, the unplayed cards that would explain them."""
    found = {}
    for seat, tantos in view.said:
        if tantos >= 0 and seat not in known and seat not in view.folded:
            played = frozenset(open_cards_of(view, seat))
            hands = (hand - played for hand in _hands_of(tantos) if played <= hand and hand - played <= unseen)
            found[seat] = [tuple(sorted(hand)) for hand in hands]
    return {seat: hands for seat, hands in found.items() if hands}


@cache
def _hands_of(tantos: int) -> tuple[frozenset[Card], ...]:
    return tuple(frozenset(cards) for cards in combinations(range(CARDS), HAND_SIZE) if tantos_of(cards) == tantos)
