"""What a seat may do now, and what is done for a seat that does not answer (rules.md 14)."""

from typing import Final

from mypy_extensions import i64

from services.engine.rules.actions import (
    CON_FLOR_ME_ACHICO,
    DEAL,
    DOWN,
    DOWNS,
    ENVIDO,
    FLOR,
    MAZO,
    NO_CALL,
    NO_QUIERO,
    PERROS,
    PLAY,
    PLAYS,
    QUIERO,
    SPOKEN,
    TRUCO,
    Action,
)
from services.engine.rules.cards import HAND_SIZE, card_at
from services.engine.rules.chapters import perros
from services.engine.rules.chapters.flor import replies
from services.engine.rules.guard import call_refusal, check_seat, play_refusal
from services.engine.rules.ranking import level
from services.engine.rules.seats import NOBODY, has, seats_of
from services.engine.rules.state import DEALING, PLAYING, State
from services.engine.rules.turns import awaited_seats

_DOWN_BIT: Final = 3
_KIND_BIT: Final = 6

_ENVIDOS: Final = 0b111 << ENVIDO
_FLORES: Final = 0b11111 << FLOR
_TRUCOS: Final = 0b111 << TRUCO
_OPENINGS: Final = _ENVIDOS | 1 << FLOR | _TRUCOS | 1 << MAZO
_ANSWERS: Final = _ENVIDOS | _FLORES | _TRUCOS | 1 << QUIERO | 1 << NO_QUIERO
"""Kinds of call, bit k for kind k."""


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """What the seat may do now, in the order of the kinds; DEAL without its deck. Forfeit is never listed.

    Raises InvalidInput (UNKNOWN_SEAT).
    """
    check_seat(state, seat)
    choices = legal_choices(state, seat)
    actions = []
    bit: i64 = 0
    while choices:
        if choices & 1:
            actions.append(action_of(state, seat, bit))
        choices >>= 1
        bit += 1
    return tuple(actions)


def legal_choices(state: State, seat: i64) -> i64:
    """The same as bits: p plays the card of place p, 3 + p plays it face down, 6 + k is the call of kind k."""
    if state.phase == DEALING:
        return _before_the_deal(state, seat)
    if state.phase != PLAYING or not state.is_in(seat):
        return 0
    choices = _plays(state, seat) if state.call == NO_CALL and seat == state.turn else 0
    candidates = _candidates(state)
    for kind in range(ENVIDO, MAZO + 1):
        if candidates >> kind & 1 and call_refusal(state, seat, kind) is None:
            choices |= 1 << _KIND_BIT + kind
    return choices


def action_of(state: State, seat: i64, bit: i64) -> Action:
    """The action that a bit of the seat's choices stands for."""
    if bit < _DOWN_BIT:
        return PLAYS[state.card(seat, bit)]
    if bit < _KIND_BIT:
        return DOWNS[state.card(seat, bit - _DOWN_BIT)]
    return SPOKEN[bit - _KIND_BIT]


def awaited(state: State) -> tuple[int, ...]:
    """The seats whose move the match waits for: those to answer a call, the seat in turn, or the dealer."""
    return seats_of(awaited_seats(state))


def default_action(state: State, seat: int) -> Action | None:
    """The conservative action of an awaited seat, DEAL without its deck; None for a seat that is not awaited.

    Raises InvalidInput (UNKNOWN_SEAT).
    """
    check_seat(state, seat)
    if not has(awaited_seats(state), seat):
        return None
    if state.phase == DEALING:
        return SPOKEN[DEAL]
    if has(state.owing(), seat):
        return SPOKEN[FLOR]
    if state.call == FLOR:
        return SPOKEN[CON_FLOR_ME_ACHICO if replies(state.ruleset, CON_FLOR_ME_ACHICO) else FLOR]
    return PLAYS[_lowest(state, seat)] if state.call == NO_CALL else SPOKEN[NO_QUIERO]


def _before_the_deal(state: State, seat: i64) -> i64:
    choices: i64 = 0
    if seat == state.dealer:
        choices |= 1 << _KIND_BIT + DEAL
    if perros.refusal(state, seat) is None:
        choices |= 1 << _KIND_BIT + PERROS
    return choices


def _candidates(state: State) -> i64:
    """The kinds of call that may be legal at all: those of families that are closed to everybody are not looked at."""
    kinds = _OPENINGS if state.call == NO_CALL else _ANSWERS
    if not state.flores:
        kinds &= ~_FLORES
    return kinds & ~_ENVIDOS if state.trick > 0 else kinds


def _plays(state: State, seat: i64) -> i64:
    choices: i64 = 0
    for place in range(HAND_SIZE):
        if play_refusal(state, seat, PLAY, place) is None:
            choices |= 1 << place
        if play_refusal(state, seat, DOWN, place) is None:
            choices |= 1 << _DOWN_BIT + place
    return choices


def _lowest(state: State, seat: i64) -> i64:
    """The seat's card of the lowest level, ties in the suit order e b o c."""
    cards, places = state.dealt(seat), state.held_by(seat)
    lowest: i64 = NOBODY
    for place in range(HAND_SIZE):
        if places >> place & 1:
            card = card_at(cards, place)
            if lowest == NOBODY or _key(state, card) < _key(state, lowest):
                lowest = card
    return lowest


def _key(state: State, card: i64) -> i64:
    return level(card, state.muestra) * 64 + card
