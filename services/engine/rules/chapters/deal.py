"""The deal (rules.md 3)."""

from services.engine.rules.actions import Action
from services.engine.rules.cards import CARDS, HAND_SIZE, Card
from services.engine.rules.errors import Reason
from services.engine.rules.log import Log
from services.engine.rules.state import DEALING, PLAYING, State, team_of


def size(state: State) -> int:
    """How many cards the next deal takes from the top of its deck."""
    return HAND_SIZE * state.seats


def refusal(state: State, seat: int, action: Action) -> Reason | None:
    """Why the seat may not deal this deck."""
    if state.phase != DEALING:
        return Reason.HAND_IN_PLAY
    if seat != state.dealer:
        return Reason.NOT_DEALER
    return None if _is_deck(action.deck, size(state)) else Reason.BAD_DECK


def deal(now: State, deck: tuple[Card, ...], log: Log) -> None:
    """Deals a hand from the top of the deck; mano leads."""
    now.clear_hand()
    now.phase = PLAYING
    now.hand += 1
    now.turn = now.mano
    top = deck[: size(now)]
    now.dealt = tuple(top[(seat - now.mano) % now.seats :: now.seats] for seat in range(now.seats))
    now.held = now.dealt
    log.hand_dealt(now.hand, now.dealer, now.mano)
    for seat in now.from_mano():
        log.cards_dealt(seat, now.dealt[seat], _who_sees(now, seat))


def _is_deck(deck: tuple[Card, ...], needed: int) -> bool:
    return len(deck) >= needed and len(set(deck)) == len(deck) and all(0 <= card < CARDS for card in deck)


def _who_sees(state: State, seat: int) -> int:
    if not state.ruleset.partner_cards:
        return 1 << seat
    return sum(1 << partner for partner in range(team_of(seat), state.seats, 2))
