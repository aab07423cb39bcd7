"""Nobody is told anything that depends on cards that it has not seen (architecture 3), and a leak would be noticed."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings

from services.engine import packing
from services.engine.messages import addressed_event
from services.engine.rules import default_action
from services.engine.rules.actions import DEAL, DOWN
from services.engine.rules.events import EVERYBODY, CardPlayed, CardsDealt
from services.engine.rules.ranking import level
from services.engine.rules.seats import NOBODY, has
from services.engine.rules.state import PLAYING, REDONDA
from services.engine.rules.table import plays
from services.engine.rules.tantos import envido, flor
from tests.property.other_cards import another, hands
from tests.property.random_matches import SEEDS, THEMES, play, sensible, tables

BOUNDED = settings(max_examples=60, deadline=None, derandomize=True)
HANDS = 8
"""How many hands of a match are played twice; a match has dozens, all alike."""


def packed(state, viewer):
    """The view as it leaves the engine."""
    views = packing.views(state)
    return views.spectator if viewer is None else views.seats[viewer]


def told(events, viewer):
    """The events that reach the viewer, as they leave the engine."""
    return [addressed_event(event).event for event in events if reaches(event, viewer)]


def reaches(event, viewer):
    return event.audience == EVERYBODY or (viewer is not None and has(event.audience, viewer))


def pairs_of(table, seed):
    """Steps of a match and of twins of its hands, each with a viewer that must not see the difference."""
    random = Random(seed)
    for hand in islice(hands(play(table, seed)), HANDS):
        for viewer in (None, *range(table.seats)):
            for pair in another(hand, viewer, random):
                yield viewer, pair


@BOUNDED
@given(tables(), SEEDS)
def test_views_and_events_do_not_depend_on_unseen_cards_by_a_single_byte(table, seed):
    for viewer, (one, other) in pairs_of(table, seed):
        assert packed(one.after, viewer) == packed(other.after, viewer)
        assert told(one.events, viewer) == told(other.events, viewer)


def some_pairs():
    """Pairs of some matches of every theme, at every size."""
    for seed, theme in enumerate(THEMES * 3):
        seats = 6 if "pica_pica" in theme else (2, 4, 6)[seed // len(THEMES)]
        yield from pairs_of(sensible("maestro", {"partner_cards": seed % 5 == 0, **theme}, seats), seed)


PAIRS = list(some_pairs())


def others(state, viewer):
    return [seat for seat in range(state.seats) if seat != viewer and has(state.playing, seat)]


def held(state, viewer):
    return [state.cards(seat) for seat in others(state, viewer)]


def lowest_level(state, seat):
    return min([level(card, state.muestra) for card in state.cards(seat)], default=0)


SECRETS = {
    "another's cards": held,
    "its cards in a duel": lambda state, viewer: held(state, viewer) if state.duel != REDONDA else None,
    "its cards after perros": lambda state, viewer: held(state, viewer) if state.perros != NOBODY else None,
    "its cards when the hand is over": lambda state, viewer: held(state, viewer) if state.phase != PLAYING else None,
    "its cards after it has folded": lambda state, viewer: [
        state.cards(seat) for seat in others(state, viewer) if has(state.folded, seat)
    ],
    "its card face down": lambda state, viewer: [
        play.card for play in plays(state) if play.face_down and play.seat != viewer
    ],
    "whether it has an unsung flor": lambda state, viewer: [
        has(state.flores & ~state.sung, seat) for seat in others(state, viewer)
    ],
    "the value of its flor": lambda state, viewer: [
        flor(state.dealt(seat), state.muestra) for seat in others(state, viewer) if has(state.sung, seat)
    ],
    "its tantos": lambda state, viewer: [envido(state.dealt(seat), state.muestra) for seat in others(state, viewer)],
    "its conservative action": lambda state, viewer: [default_action(state, seat) for seat in others(state, viewer)],
    "whose lowest card is lowest": lambda state, viewer: sorted(
        others(state, viewer), key=lambda seat: lowest_level(state, seat)
    ),
}
"""What a view might give away, worked out from the whole state."""


@pytest.mark.parametrize("secret", SECRETS)
def test_a_view_that_gave_a_secret_away_would_be_noticed(secret):
    def leaky(state, viewer):
        return packed(state, viewer) + repr(SECRETS[secret](state, viewer)).encode()

    noticed = [pair for viewer, pair in PAIRS if leaky(pair.one.after, viewer) != leaky(pair.other.after, viewer)]

    assert len(noticed) >= 10


def open_handed(event, viewer):
    """Deals before everybody's eyes."""
    return isinstance(event, CardsDealt) or reaches(event, viewer)


def see_through(moment):
    """Tells what card was played face down."""
    card = moment.action.card
    return [event._replace(card=card) if isinstance(event, CardPlayed) else event for event in moment.events]


def test_events_that_gave_a_secret_away_would_be_noticed():
    dealt, down = [], []
    for viewer, (one, other) in PAIRS:
        told_open = [[event for event in moment.events if open_handed(event, viewer)] for moment in (one, other)]
        dealt += [one] if told_open[0] != told_open[1] else []
        down += [one] if one.action.kind == DOWN and see_through(one) != see_through(other) else []

    assert {moment.action.kind for moment in dealt} == {DEAL}
    assert len(dealt) >= 10
    assert len(down) >= 10
