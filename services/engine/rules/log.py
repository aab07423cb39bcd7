"""Collects the events of one step, or drops them unbuilt for callers that only want the next state."""

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


class Log:
    """What a step says has happened, in order. A quiet log keeps nothing."""

    __slots__ = ("_loud", "events")

    def __init__(self, *, quiet: bool = False) -> None:
        self._loud = not quiet
        self.events: list[Event] = []

    def hand_dealt(self, hand: int, dealer: int, mano: int) -> None:
        """See HandDealt."""
        if self._loud:
            self.events.append(HandDealt(hand, dealer, mano))

    def cards_dealt(self, seat: int, cards: tuple[Card, ...], audience: int) -> None:
        """See CardsDealt."""
        if self._loud:
            self.events.append(CardsDealt(seat, cards, audience))

    def card_played(self, seat: int, trick: int, card: Card, *, face_down: bool) -> None:
        """See CardPlayed."""
        if self._loud:
            self.events.append(CardPlayed(seat, trick, card, face_down))

    def called(self, seat: int, call: int) -> None:
        """See Called."""
        if self._loud:
            self.events.append(Called(seat, call))

    def declared(self, seat: int, tantos: int) -> None:
        """See Declared."""
        if self._loud:
            self.events.append(Declared(seat, tantos))

    def scored(self, team: int, points: int, why: Why) -> None:
        """See Scored."""
        if self._loud:
            self.events.append(Scored(team, points, why))

    def trick_ended(self, trick: int, result: int) -> None:
        """See TrickEnded."""
        if self._loud:
            self.events.append(TrickEnded(trick, result))

    def cards_shown(self, seat: int, cards: tuple[Card, ...]) -> None:
        """See CardsShown."""
        if self._loud:
            self.events.append(CardsShown(seat, cards, EVERYBODY))

    def hand_ended(self, team: int) -> None:
        """See HandEnded."""
        if self._loud:
            self.events.append(HandEnded(team))

    def chico_ended(self, team: int) -> None:
        """See ChicoEnded."""
        if self._loud:
            self.events.append(ChicoEnded(team))

    def match_ended(self, team: int, *, forfeit: bool) -> None:
        """See MatchEnded."""
        if self._loud:
            self.events.append(MatchEnded(team, forfeit))
