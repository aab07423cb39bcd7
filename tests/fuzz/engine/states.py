"""States that an engine made, and such as no engine did: cut, changed, foreign, forged with the right tag."""

import struct
from random import Random
from typing import Final

from services.engine import packing
from services.engine.codec import StateCodec
from services.engine.rules import InvalidInput, Log, RuleError, State, apply, awaited, deal, default_action, legal, view
from services.engine.rules.actions import DEAL, FORFEIT, PLAYS, SPOKEN
from services.engine.rules.cards import CARDS
from services.engine.rules.invariants import broken
from services.engine.rules.state import NUMBERS, OVER
from tests.fuzz.engine.values import number

KEY: Final = bytes(range(32))
CODEC: Final = StateCodec(KEY)
FOREIGN: Final = StateCodec(b"k" * 32)
_TAG_BYTES: Final = 16
_LONGEST: Final = 20_000


def not_made(state: bytes, random: Random) -> bytes:
    """Bytes that no engine of this key made."""
    kind, at = random.randrange(6), random.randrange(len(state))
    if kind == 0:
        return state[:at]
    if kind == 1:
        return FOREIGN.encode(CODEC.decode(state))
    if kind == 2:
        return random.randbytes(len(state))
    if kind == 3:
        return state + random.randbytes(random.randint(1, 8))
    return state[:at] + bytes((state[at] ^ 1 << random.randrange(8),)) + state[at + 1 :]


def forged(state: bytes, random: Random) -> bytes:
    """A state with a few numbers, bits or bytes changed, and the right tag."""
    if random.random() < 0.3:
        body, at = bytearray(state[:-_TAG_BYTES]), random.randrange(1, len(state) - _TAG_BYTES)
        body[at] = random.randrange(256)
        return bytes(body) + CODEC._tag(bytes(body))
    other = CODEC.decode(state).copy()
    try:
        for name in random.sample(NUMBERS, random.randint(1, 3)):
            now = getattr(other, name)
            setattr(other, name, random.choice((number(random), now + 1, now - 1, now ^ 1 << random.randrange(20), 0)))
        return CODEC.encode(other)
    except (TypeError, ValueError, OverflowError, struct.error):
        return state  # a number that does not fit a state, or its bytes: no engine could write it either


def believed(data: bytes) -> State | None:
    """The state, where the engine believes it."""
    try:
        return CODEC.decode(data)
    except InvalidInput:
        return None


def exercise(state: State, random: Random) -> None:
    """Asks the engine all that can be asked of a state, then plays on to the end. Nothing may fail."""
    packing.views(state)
    for seat in (None, *range(state.seats)):
        view(state, seat)
    for seat in range(-1, state.seats + 1):
        for action in (*PLAYS, *SPOKEN, deal(tuple(range(CARDS)))):
            _try(state, seat, action)
    for _ in range(_LONGEST):
        if state.phase == OVER:
            return
        seat = random.choice(awaited(state))
        assert default_action(state, seat) in legal(state, seat)
        action = random.choice(legal(state, seat))
        cards = deal(tuple(random.sample(range(CARDS), CARDS)))
        state = apply(state, seat, cards if action.kind == DEAL else action, Log())
        packing.views(state)
        assert broken(state) is None, broken(state)
    raise AssertionError("a match without end")


def _try(state, seat, action) -> None:
    try:
        after = apply(state, seat, action, Log())
    except RuleError:
        assert action.kind != FORFEIT or state.phase == OVER or not 0 <= seat < state.seats
    else:
        assert broken(after) is None, broken(after)
