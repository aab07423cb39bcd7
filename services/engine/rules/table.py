"""What lies on the table and what was said, as lists: for views, records and tests."""

from typing import NamedTuple

from services.engine.rules.cards import HAND_SIZE, Card
from services.engine.rules.seats import seats_from
from services.engine.rules.state import DOWN_BIT, NOTHING_SAID, State


class Play(NamedTuple):
    """A card on the table."""

    seat: int
    trick: int
    card: Card
    face_down: bool


class Said(NamedTuple):
    """A declaration: the seat's tantos, or SON_BUENAS."""

    seat: int
    tantos: int


class Shown(NamedTuple):
    """Cards that a seat showed at the end of a hand."""

    seat: int
    cards: tuple[Card, ...]


def plays(state: State) -> tuple[Play, ...]:
    """The cards on the table, in order."""
    plays = []
    for trick in range(min(state.trick + 1, HAND_SIZE)):
        for seat in seats_from(state.playing, state.leader(trick), state.seats):
            play = state.play_of(trick, seat)
            if play:
                plays.append(Play(seat, trick, state.card(seat, (play & 3) - 1), play & DOWN_BIT != 0))
    return tuple(plays)


def tricks(state: State) -> tuple[int, ...]:
    """How each finished trick ended: team 0 or 1, or PARDA."""
    return tuple([state.result(trick) for trick in range(state.trick)])


def declarations(state: State) -> list[tuple[int, int]]:
    """Each seat that declared, in order, with what it said as stored."""
    found = []
    for seat in seats_from(state.playing, state.leader(0), state.seats):
        what = state.declared(seat)
        if what != NOTHING_SAID:
            found.append((seat, what))
    return found
