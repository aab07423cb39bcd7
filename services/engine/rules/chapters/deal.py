"""The deal, and which hand comes next (rules.md 3, 11)."""

from mypy_extensions import i64

from services.engine.rules.actions import NO_CARD
from services.engine.rules.cards import CARD_BITS, CARDS, HAND_BITS, HAND_SIZE, Card
from services.engine.rules.errors import Reason
from services.engine.rules.log import Log
from services.engine.rules.seats import count, has, of_team, team_of
from services.engine.rules.state import DEALING, PLAYING, State
from services.engine.rules.tantos import has_flor


def size(state: State) -> i64:
    """How many cards the next deal takes from the top of its deck, the muestra included."""
    return HAND_SIZE * count(state.to_be_dealt()) + (1 if state.ruleset.muestra else 0)


def refusal(state: State, seat: i64, deck: tuple[Card, ...]) -> Reason | None:
    """Why the seat may not deal this deck."""
    if state.phase != DEALING:
        return Reason.HAND_IN_PLAY
    if seat != state.dealer:
        return Reason.NOT_DEALER
    return None if _is_deck(deck, size(state)) else Reason.BAD_DECK


def deal(state: State, deck: tuple[Card, ...], log: Log) -> State:
    """The next hand, dealt from the top of the deck; mano leads."""
    now = state.before_hand()
    now.phase = PLAYING
    now.hand += 1
    now.chico_begun = 1
    now.playing = state.to_be_dealt()
    now.turn = state.mano
    now.leaders = state.mano
    _hand_out(now, deck)
    if log.loud:
        _tell(now, log)
    return now


def _hand_out(now: State, deck: tuple[Card, ...]) -> None:
    """Mano first, three times round; then the muestra is turned up."""
    place, seat, top = 0, now.turn, 0
    while place < HAND_SIZE:
        if has(now.playing, seat):
            _give(now, seat, place, deck[top])
            top += 1
        seat = (seat + 1) % now.seats
        if seat == now.turn:
            place += 1
    if now.ruleset.muestra:
        now.muestra = deck[top]
    if now.ruleset.flor:
        _find_flores(now)


def _give(now: State, seat: i64, place: i64, card: i64) -> None:
    at = HAND_BITS * (seat >> 1) + CARD_BITS * place
    if team_of(seat) == 0:
        now.dealt_0 |= card << at
    else:
        now.dealt_1 |= card << at
    now.held |= 1 << 3 * seat + place


def _find_flores(now: State) -> None:
    for seat in range(now.seats):
        if has(now.playing, seat) and has_flor(now.dealt(seat), now.muestra):
            now.flores |= 1 << seat


def _tell(now: State, log: Log) -> None:
    log.hand_dealt(now.hand, now.dealer, now.mano, now.muestra if now.ruleset.muestra else NO_CARD)
    for seat in now.order():
        log.cards_dealt(seat, now.cards(seat), _who_sees(now, seat))


def _is_deck(deck: tuple[Card, ...], needed: i64) -> bool:
    seen: i64 = 0
    for card in deck:
        if not 0 <= card < CARDS or seen >> card & 1:
            return False
        seen |= 1 << card
    return len(deck) >= needed


def _who_sees(state: State, seat: i64) -> i64:
    return of_team(state.playing, team_of(seat)) if state.ruleset.partner_cards else 1 << seat
