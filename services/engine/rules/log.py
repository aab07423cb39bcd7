"""Collects the events of one step, or drops them unbuilt for callers that only want the next state."""

from typing import Final, final

from mypy_extensions import i64

from services.engine.rules.cards import Card
from services.engine.rules.events import (
    EVERYBODY,
    Called,
    CardPlayed,
    CardsDealt,
    CardsShown,
    ChicoEnded,
    Declared,
    Event,
    HandDealt,
    HandEnded,
    MatchEnded,
    Scored,
    TrickEnded,
    Why,
)


@final
class Log:
    """What a step says has happened, in order. A quiet log keeps nothing."""

    __slots__ = ("events", "loud")

    def __init__(self, *, quiet: bool = False) -> None:
        # Whether anybody listens: what costs much to tell need not be worked out otherwise.
        self.loud: bool = not quiet
        self.events: list[Event] = []

    def hand_dealt(self, hand: i64, dealer: i64, mano: i64, muestra: i64) -> None:
        """See HandDealt."""
        if self.loud:
            self.events.append(HandDealt(hand, dealer, mano, muestra))

    def cards_dealt(self, seat: i64, cards: tuple[Card, ...], audience: i64) -> None:
        """See CardsDealt."""
        if self.loud:
            self.events.append(CardsDealt(seat, cards, audience))

    def card_played(self, seat: i64, trick: i64, card: i64, *, face_down: bool) -> None:
        """See CardPlayed."""
        if self.loud:
            self.events.append(CardPlayed(seat, trick, card, face_down))

    def called(self, seat: i64, call: i64) -> None:
        """See Called."""
        if self.loud:
            self.events.append(Called(seat, call))

    def declared(self, seat: i64, tantos: i64) -> None:
        """See Declared."""
        if self.loud:
            self.events.append(Declared(seat, tantos))

    def scored(self, team: i64, points: i64, why: Why) -> None:
        """See Scored."""
        if self.loud:
            self.events.append(Scored(team, points, why))

    def trick_ended(self, trick: i64, result: i64) -> None:
        """See TrickEnded."""
        if self.loud:
            self.events.append(TrickEnded(trick, result))

    def cards_shown(self, seat: i64, cards: tuple[Card, ...]) -> None:
        """See CardsShown."""
        if self.loud:
            self.events.append(CardsShown(seat, cards, EVERYBODY))

    def hand_ended(self, team: i64) -> None:
        """See HandEnded."""
        if self.loud:
            self.events.append(HandEnded(team))

    def chico_ended(self, team: i64) -> None:
        """See ChicoEnded."""
        if self.loud:
            self.events.append(ChicoEnded(team))

    def match_ended(self, team: i64, *, forfeit: bool) -> None:
        """See MatchEnded."""
        if self.loud:
            self.events.append(MatchEnded(team, forfeit))


QUIET: Final = Log(quiet=True)
"""The log of those who only want the next state."""
