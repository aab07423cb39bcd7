"""The deals that a seat must reckon with: hidden cards drawn so that they agree with all that it has seen."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, NamedTuple

from services.bots.policies.criollo.deck import NO_FLOR, Cards, Deck, deck_of
from services.bots.policies.criollo.flores import holders, seats_in, without
from services.engine.rules import View
from services.engine.rules.actions import NO_CARD
from services.engine.rules.cards import CARDS, HAND_SIZE

_TRIES: Final = 30
"""How often a world that does not fit is drawn anew, before it is taken as it is."""


class World(NamedTuple):
    """One way in which the cards may lie, by seat; nothing for a seat that is not in the hand."""

    held: tuple[Cards, ...]
    """The cards not yet played."""
    dealt: tuple[Cards, ...]


def draw(view: View, dice: Random, count: int, *, without_flor: bool = False) -> list[World]:
    """Draws so many worlds in which the view could be what it is; for `without_flor`, such that the others hold none."""
    return _Stock(view, dice, without_flor=without_flor).worlds(count)


class _Stock:
    """What is known of the hidden cards."""

    def __init__(self, view: View, dice: Random, *, without_flor: bool) -> None:
        self._view = view
        self._dice = dice
        self._deck = deck_of(view.muestra)
        self._seats = seats_in(view)
        self._held = {shown.seat: shown.cards for shown in view.partner_cards} | {view.seat or 0: view.cards}
        self._known = {seat: (*self._held.get(seat, ()), *_open_cards(view, seat)) for seat in view.playing}
        seen = {view.muestra, *(card for cards in self._known.values() for card in cards)}
        self._unseen = [card for card in range(CARDS) if card not in seen]
        hidden = [seat for seat in self._seats if len(self._known[seat]) < HAND_SIZE]
        self._candidates = self._explained(hidden)
        self._plain = [seat for seat in hidden if seat not in self._candidates]
        barred = frozenset(hidden) if without_flor and view.ruleset.flor else without(view)
        self._barred = [seat for seat in self._plain if seat in barred]

    def worlds(self, count: int) -> list[World]:
        return [self._world() for _ in range(count)]

    def _world(self) -> World:
        dealt = self._deal()
        for _ in range(_TRIES):
            if dealt and all(self._deck.flor(dealt[seat]) == NO_FLOR for seat in self._barred):
                break
            dealt = self._deal() or dealt
        held = {seat: self._left(seat, cards) for seat, cards in dealt.items()}
        seats = range(self._view.seats)
        return World(tuple(held.get(seat, ()) for seat in seats), tuple(dealt.get(seat, ()) for seat in seats))
