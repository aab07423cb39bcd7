"""The library's values as messages of truco.rules.v1 and truco.engine.v1."""

from functools import lru_cache, singledispatch
from typing import Final

from services.engine.rules import Action, State, awaited, default_action
from services.engine.rules.actions import NO_CARD
from services.engine.rules.cards import NAMES, Card
from services.engine.rules.chapters import deal, perros
from services.engine.rules.events import (
    EVERYBODY,
    SON_BUENAS,
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
)
from services.engine.rules.seats import NOBODY
from truco.engine.v1 import engine_pb2
from truco.rules.v1 import rules_pb2

_REMEMBERED: Final = 1 << 14


def action_message(action: Action) -> rules_pb2.Action:
    """An action; its deck is left out."""
    return rules_pb2.Action(kind=action.kind, card=_name(action.card))  # type: ignore[arg-type]  # the same numbers


def seat_cards_message(seat: int, cards: tuple[Card, ...]) -> rules_pb2.SeatCards:
    """A seat's cards."""
    return rules_pb2.SeatCards(seat=seat, cards=[NAMES[card] for card in cards])


def position_message(state: State) -> engine_pb2.Position:
    """What a caller needs to drive the match."""
    return engine_pb2.Position(
        phase=state.phase,  # type: ignore[arg-type]  # the same numbers
        awaited=[_awaited(seat, default_action(state, seat)) for seat in awaited(state)],
        dealer=state.dealer,
        score=state.score,
        chicos=state.chicos,
        winner=None if state.winner == NOBODY else state.winner,
        hand=state.hand,
        deal_size=deal.size(state),
        perros_open=perros.may_be_said(state),
    )


@lru_cache(maxsize=_REMEMBERED, typed=True)
def addressed_event(event: Event) -> engine_pb2.AddressedEvent:
    """An event with its audience. Messages are remembered: the caller must not change them."""
    packed = _event_message(event).SerializeToString()
    if event.audience == EVERYBODY:
        return engine_pb2.AddressedEvent(all_seats=True, event=packed)
    return engine_pb2.AddressedEvent(seat_mask=event.audience, event=packed)


@lru_cache(maxsize=_REMEMBERED)
def _awaited(seat: int, action: Action | None) -> engine_pb2.Awaited:
    return engine_pb2.Awaited(seat=seat, default_action=action and action_message(action))


@singledispatch
def _event_message(event: Event) -> rules_pb2.Event:
    raise TypeError(f"{event!r} has no message")


@_event_message.register
def _(event: HandDealt) -> rules_pb2.Event:
    return rules_pb2.Event(
        hand_dealt=rules_pb2.HandDealt(
            hand=event.hand, dealer=event.dealer, mano=event.mano, muestra=_name(event.muestra)
        )
    )


@_event_message.register
def _(event: CardsDealt) -> rules_pb2.Event:
    cards = [NAMES[card] for card in event.cards]
    return rules_pb2.Event(cards_dealt=rules_pb2.CardsDealt(seat=event.seat, cards=cards))


@_event_message.register
def _(event: CardPlayed) -> rules_pb2.Event:
    played = rules_pb2.CardPlayed(seat=event.seat, trick=event.trick, card=_name(event.card), face_down=event.face_down)
    return rules_pb2.Event(card_played=played)


@_event_message.register
def _(event: Called) -> rules_pb2.Event:
    called = rules_pb2.Called(seat=event.seat, call=event.call)  # type: ignore[arg-type]  # the same numbers
    return rules_pb2.Event(called=called)


@_event_message.register
def _(event: Declared) -> rules_pb2.Event:
    tantos = None if event.tantos == SON_BUENAS else event.tantos
    return rules_pb2.Event(declared=rules_pb2.Declaration(seat=event.seat, tantos=tantos))


@_event_message.register
def _(event: Scored) -> rules_pb2.Event:
    why = rules_pb2.ScoreReason.Value(f"SCORE_REASON_{event.why.upper()}")
    return rules_pb2.Event(scored=rules_pb2.Scored(team=event.team, points=event.points, why=why))


@_event_message.register
def _(event: TrickEnded) -> rules_pb2.Event:
    result = rules_pb2.TrickResult.ValueType(event.result + 1)
    return rules_pb2.Event(trick_ended=rules_pb2.TrickEnded(trick=event.trick, result=result))


@_event_message.register
def _(event: CardsShown) -> rules_pb2.Event:
    return rules_pb2.Event(cards_shown=seat_cards_message(event.seat, event.cards))


@_event_message.register
def _(event: HandEnded) -> rules_pb2.Event:
    return rules_pb2.Event(hand_ended=rules_pb2.HandEnded(team=event.team))


@_event_message.register
def _(event: ChicoEnded) -> rules_pb2.Event:
    return rules_pb2.Event(chico_ended=rules_pb2.ChicoEnded(team=event.team))


@_event_message.register
def _(event: MatchEnded) -> rules_pb2.Event:
    return rules_pb2.Event(match_ended=rules_pb2.MatchEnded(team=event.team, forfeit=event.forfeit))


def _name(card: Card) -> str:
    return "" if card == NO_CARD else NAMES[card]
