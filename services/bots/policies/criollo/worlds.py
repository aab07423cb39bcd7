"""The deals that a seat must reckon with: hidden cards drawn so that they agree with all that it has seen."""

from collections.abc import Iterable
from random import Random
from typing import Final, NamedTuple

from services.bots.policies.criollo.deck import NO_FLOR, Cards, deck_of, flores, hands_that_count
from services.bots.policies.criollo.flores import holders, seats_in, without
from services.engine.rules import View
from services.engine.rules.actions import NO_CARD
from services.engine.rules.cards import CARDS, HAND_SIZE, Card

_TRIES: Final = 30
"""How often a world that does not fit is drawn anew, before it is taken as it is."""


class World(NamedTuple):
    """One way in which the cards may lie, by seat; nothing for a seat that is not in the hand."""

    held: tuple[Cards, ...]
    """The cards not yet played."""
    dealt: tuple[Cards, ...]


def draw(view: View, dice: Random, count: int, *, without_flor: bool = False) -> list[World]:
    """Draws so many worlds in which the view could be what it is; for `without_flor`, where the others hold none."""
    stock = _Stock(view, dice, without_flor=without_flor)
    return [stock.world() for _ in range(count)]


class _Stock:
    """What is known of the hidden cards."""

    def __init__(self, view: View, dice: Random, *, without_flor: bool) -> None:
        self._view = view
        self._dice = dice
        self._deck = deck_of(view.muestra)
        self._held = {shown.seat: shown.cards for shown in view.partner_cards} | {view.seat or 0: view.cards}
        self._known = {seat: (*self._held.get(seat, ()), *_open_cards(view, seat)) for seat in seats_in(view)}
        seen = {view.muestra}.union(*self._held.values(), (play.card for play in view.played))
        self._unseen = [card for card in range(CARDS) if card not in seen]
        self._hidden = [seat for seat, known in self._known.items() if len(known) < HAND_SIZE]
        self._holders = holders(view)
        self._explained = self._explanations()
        barred = frozenset(self._hidden) - self._holders if without_flor and view.ruleset.flor else without(view)
        self._barred = [seat for seat in self._hidden if seat in barred]

    def world(self) -> World:
        """Draws one."""
        dealt = self._deal(self._explained)
        for _ in range(_TRIES):
            if dealt and self._fits(dealt):
                break
            dealt = self._deal(self._explained) or dealt
        dealt = dealt or self._deal({}) or self._known
        held = {seat: self._left(seat, cards) for seat, cards in dealt.items()}
        seats = range(self._view.seats)
        return World(tuple(held.get(seat, ()) for seat in seats), tuple(dealt.get(seat, ()) for seat in seats))

    def _deal(self, explained: dict[int, list[Cards]]) -> dict[int, Cards] | None:
        """Three cards for every seat in the hand; None where two explanations want the same card."""
        dealt, unseen, taken = dict(self._known), self._unseen, set[Card]()
        for seat, candidates in explained.items():
            drawn = self._dice.choice(candidates)
            if not taken.isdisjoint(drawn):
                return None
            taken.update(drawn)
            dealt[seat] += drawn
        if taken:
            unseen = [card for card in unseen if card not in taken]
        stock = self._dice.sample(unseen, sum(HAND_SIZE - len(cards) for cards in dealt.values()))
        for seat in self._hidden:
            dealt[seat] += tuple(stock.pop() for _ in range(HAND_SIZE - len(dealt[seat])))
        return dealt

    def _fits(self, dealt: dict[int, Cards]) -> bool:
        return all(self._deck.flor(dealt[seat]) == NO_FLOR for seat in self._barred)

    def _left(self, seat: int, dealt: Cards) -> Cards:
        """The cards that the seat has not played: of hidden ones any, for it may have played others face down."""
        held = self._held.get(seat)
        hidden = dealt[len(self._known[seat]) :]
        if held is not None:
            return held
        left = self._view.cards_left[seat]
        return hidden if left == len(hidden) else tuple(self._dice.sample(hidden, left))

    def _explanations(self) -> dict[int, list[Cards]]:
        """For every seat that has spoken of its flor or declared its tantos, the hidden cards that would explain it."""
        muestra, found = self._view.muestra, {}
        for seat, tantos in self._view.said:
            if tantos >= 0:
                found[seat] = hands_that_count(tantos, muestra)
        found |= {seat: flores(muestra) for seat in self._holders}
        fitting = {seat: self._fitting(seat, found[seat]) for seat in self._hidden if seat in found}
        return {seat: hands for seat, hands in fitting.items() if hands}

    def _fitting(self, seat: int, hands: Iterable[Cards]) -> list[Cards]:
        known, unseen = frozenset(self._known[seat]), frozenset(self._unseen)
        hidden = (frozenset(hand) - known for hand in hands if known.issubset(hand))
        return [tuple(sorted(cards)) for cards in hidden if cards <= unseen]


def _open_cards(view: View, seat: int) -> Cards:
    """The seat's cards on the table that the viewer knows."""
    return tuple(play.card for play in view.played if play.seat == seat and play.card != NO_CARD)
