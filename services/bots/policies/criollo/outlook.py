"""How likely the viewer's team is to win the flor, the envido and the hand: over drawn worlds, by the rivals' words."""

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Final

from services.bots.policies.criollo import playout, worlds
from services.bots.policies.criollo.deck import deck_of
from services.engine.rules import View
from services.engine.rules.cards import Card
from services.engine.rules.seats import rival_of, team_of

_WORLDS: Final = 60
"""How many deals are weighed for the hand: enough to tell 0.4 from 0.6, at some 20 µs each."""

_ENVIDO_WORLDS: Final = 120
"""And for the envido and the flor, where the few with great tantos decide."""

_BOLD_TRUCO: Final = 0.3
_BOLD_ENVIDO: Final = 0.15
_BOLD_FLOR: Final = 0.2
"""The weight of a world in which the rivals have said what their cards do not warrant: people bluff."""

_CALLED: Final = 2
"""The hand's value after a truco."""
_UNTOLD: Final = 1


class Outlook:
    """The drawn worlds of one decision; nothing is drawn before it is asked for."""

    def __init__(self, view: View, dice: Random) -> None:
        self._view = view
        self._seat = view.seat or 0
        self._team = team_of(self._seat)
        self._dice = dice
        self._deck = deck_of(view.muestra)
        self._spot = playout.spot_of(view)
        self._rivals = [seat for seat in self._spot.order if team_of(seat) != self._team]
        self._wins: dict[Card | None, list[bool]] = {}

    def hand(self, card: Card | None = None, *, rivals_at: int = 1) -> float:
        """The chance to win the hand when the seat in turn plays the card, by default its usual one.

        `rivals_at` is the truco value that the rivals have called or accepted, 1 to 4: it tells of their cards.
        """
        if card not in self._wins:
            self._wins[card] = [playout.winner(self._spot, each.held, card) == self._team for each in self._worlds]
        warrant = self._warrant(rivals_at)
        return _mean(self._wins[card], [1.0 if best >= warrant else _BOLD_TRUCO for best in self._rivals_best])

    def envido(self, *, rivals_from: int) -> float:
        """The chance to win the envido if the rivals' words mean so many tantos or more."""
        believed = [
            1.0 if max(each[seat] for seat in self._rivals) >= rivals_from else _BOLD_ENVIDO for each in self._tantos
        ]
        return _mean([self._is_best(each) for each in self._tantos], believed)

    def flor(self, *, weaker: float) -> float:
        """The chance to have the best flor if the rivals' words mean a better one than that share of theirs."""
        theirs = [max(each[seat] for seat in self._rivals) for each in self._flores]
        least = sorted(theirs)[int(weaker * len(theirs))]
        return _mean(
            [self._is_best(each) for each in self._flores], [1.0 if best >= least else _BOLD_FLOR for best in theirs]
        )

    @cached_property
    def _worlds(self) -> list[worlds.World]:
        return worlds.draw(self._view, self._dice, _WORLDS)

    def _warrant(self, rivals_at: int) -> int:
        """The level that the rivals' best card should have. A truco of perros was called blind (rules.md 12)."""
        blind = rivals_at == _CALLED and self._view.perros == rival_of(self._team)
        return self._deck.warrants[(_UNTOLD if blind else rivals_at) - 1]

    @cached_property
    def _rivals_best(self) -> list[int]:
        """The level of the rivals' best card in each world, unplayed or in the running trick."""
        on_table = max((level for seat, level in self._spot.table if seat in self._rivals), default=0)
        levels = self._deck.levels
        held = ([levels[card] for seat in self._rivals for card in world.held[seat]] for world in self._worlds)
        return [max([on_table, *theirs]) for theirs in held]

    @cached_property
    def _tantos(self) -> list[dict[int, int]]:
        """The tantos of every seat still in, from mano, in each world: where anybody has a flor there is no envido."""
        drawn = worlds.draw(self._view, self._dice, _ENVIDO_WORLDS, without_flor=True)
        return [{seat: self._deck.tantos(world.dealt[seat]) for seat in self._spot.order} for world in drawn]

    @cached_property
    def _flores(self) -> list[dict[int, int]]:
        """The flores of every seat still in, from mano, in each world."""
        drawn = worlds.draw(self._view, self._dice, _ENVIDO_WORLDS)
        return [{seat: self._deck.flor(world.dealt[seat]) for seat in self._spot.order} for world in drawn]

    def _is_best(self, counts: dict[int, int]) -> bool:
        # max keeps the first of equals, and the order is that from mano (rules.md 6, 7).
        return team_of(max(counts, key=counts.__getitem__)) == self._team


def _mean(won: Sequence[bool], believed: Sequence[float]) -> float:
    return sum(weight for hit, weight in zip(won, believed, strict=True) if hit) / sum(believed)
