"""States and views keep their meaning as bytes, in every match."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.engine import packing
from services.engine.codec import StateCodec
from services.engine.rules import InvalidInput, Reason, make_ruleset, text, view
from services.engine.rules.actions import DEAL, KIND_NAMES, NO_CARD
from services.engine.rules.cards import NAMES
from services.engine.rules.events import SON_BUENAS
from services.engine.rules.match import new_match
from services.engine.rules.seats import NOBODY
from tests.property.random_matches import SEEDS, play, tables
from truco.rules.v1 import rules_pb2

BOUNDED = settings(max_examples=60, deadline=None, derandomize=True)
CODEC = StateCodec(b"a key of thirty-two bytes length")


@BOUNDED
@given(tables(), SEEDS)
def test_a_state_survives_its_bytes(table, seed):
    for moment in play(table, seed):
        state = moment.after
        assert CODEC.decode(CODEC.encode(state)) == state


@BOUNDED
@given(tables(), SEEDS, st.integers(0, 2**32))
def test_changed_or_cut_bytes_are_no_state(table, seed, where):
    made = CODEC.encode([moment.after for moment in islice(play(table, seed), 20)][-1])
    at, bit = divmod(where % (8 * len(made)), 8)
    flipped = made[:at] + bytes((made[at] ^ 1 << bit,)) + made[at + 1 :]

    for forged in (flipped, made[:at], made + made[:1]):
        with pytest.raises(InvalidInput) as refused:
            CODEC.decode(forged)
        assert refused.value.reason is Reason.BAD_STATE


def test_a_format_of_another_time_is_refused():
    made = CODEC.encode(new_match(make_ruleset("maestro"), 2))
    body = bytes((made[0] + 1,)) + made[1:-16]

    with pytest.raises(InvalidInput, match=f"format {made[0] + 1}"):
        CODEC.decode(body + CODEC._tag(body))


@BOUNDED
@given(tables(), SEEDS)
def test_a_packed_view_says_what_the_view_says(table, seed):
    for moment in islice(play(table, seed), 80):
        state = moment.after
        views = packing.views(state)
        packed = [*views.seats, views.spectator]
        for viewer, data in zip((*range(state.seats), None), packed, strict=True):
            assert said_by(rules_pb2.View.FromString(data)) == said_by_library(view(state, viewer))


def said_by(message):
    """A View message in the plain words that said_by_library uses."""
    optional = {
        name: getattr(message, name)
        for name in ("seat", "turn", "raise", "tantos", "flor", "winner", "perros")
        if message.HasField(name)
    }
    return {
        **optional,
        "numbers": [
            message.seats,
            message.target,
            message.hand,
            message.phase,
            message.dealer,
            message.mano,
            message.truco,
        ],
        "pairs": [tuple(message.score), tuple(message.chicos)],
        "pending": (message.pending.call, message.pending.team) if message.HasField("pending") else None,
        "suspended": message.suspended,
        "tricks": list(message.tricks),
        "cards": list(message.cards),
        "played": [(one.seat, one.trick, one.card, one.face_down) for one in message.played],
        "seats": [list(message.cards_left), list(message.folded), list(message.awaited), list(message.refused)],
        "hand": [list(message.playing), list(message.sung), message.muestra],
        "legal": [f"{KIND_NAMES[one.kind]} {one.card}".strip() for one in message.legal],
        "said": [(one.seat, one.tantos if one.HasField("tantos") else None) for one in message.said],
        "shown": [(one.seat, list(one.cards)) for one in message.shown],
        "partner_cards": [(one.seat, list(one.cards)) for one in message.partner_cards],
        "envido": list(message.envido),
    }


def said_by_library(seen):
    optional = {
        "seat": seen.seat,
        "turn": seen.turn,
        "raise": seen.raiser,
        "tantos": seen.tantos,
        "flor": seen.flor,
        "winner": seen.winner,
        "perros": seen.perros,
    }
    return {
        **{name: value for name, value in optional.items() if value not in (None, NOBODY)},
        "numbers": [seen.seats, seen.ruleset.target, seen.hand, seen.phase, seen.dealer, seen.mano, seen.truco],
        "pairs": [seen.score, seen.chicos],
        "pending": (seen.call, seen.call_team) if seen.call else None,
        "suspended": seen.suspended,
        "tricks": [result + 1 for result in seen.tricks],
        "cards": names(seen.cards),
        "played": [(one.seat, one.trick, *names([one.card]), one.face_down) for one in seen.played],
        "seats": [list(seen.cards_left), list(seen.folded), list(seen.awaited), list(seen.refused)],
        "hand": [list(seen.playing), list(seen.sung), *names([seen.muestra])],
        "legal": [text(action) for action in seen.legal if action.kind != DEAL],
        "said": [(one.seat, None if one.tantos == SON_BUENAS else one.tantos) for one in seen.said],
        "shown": [(one.seat, names(one.cards)) for one in seen.shown],
        "partner_cards": [(one.seat, names(one.cards)) for one in seen.partner_cards],
        "envido": list(seen.envido),
    }


def names(cards):
    return ["" if card == NO_CARD else NAMES[card] for card in cards]
