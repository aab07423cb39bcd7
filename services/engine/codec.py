"""States as bytes: a format version, the ruleset, the state's numbers, and a tag that only engines can make.

    | version 1 byte | ruleset | state | HMAC-SHA-256 of all that, its first 16 bytes |

What has the tag is still believed only if the rules could have come to it (rules/invariants.py).

The numbers of a state have fixed widths, most a byte. A new format gets a new version; the reader of the old one stays.
"""

import hmac
from collections import deque
from collections.abc import Iterable
from functools import lru_cache
from itertools import repeat
from struct import Struct
from typing import Final

from services.engine.rules import InvalidInput, Reason, Ruleset, State
from services.engine.rules.invariants import broken
from services.engine.rules.options import CHOICES, FLOR_REPLIES, senseless
from services.engine.rules.state import NUMBERS, numbers

VERSION: Final = 2
_TAG_BYTES: Final = 16
_WIDE: Final = {
    "hand": "H",
    "leaders": "H",
    "chain": "H",
    "held": "I",
    "shown": "I",
    "dealt_0": "q",
    "dealt_1": "q",
    "table": "q",
    "said": "q",
}
"""The struct code of every number that is wider than a signed byte."""
_NUMBERS: Final = Struct("<" + "".join(_WIDE.get(name, "b") for name in NUMBERS))
_VALUES: Final = {name: tuple(choices) for name, choices in CHOICES.items()}
"""What the stored number of each option stands for: to stay readable, choices are only ever added at the end."""


class StateCodec:
    """Writes and reads states under one deployment's key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def encode(self, state: State) -> bytes:
        """The state as bytes."""
        return self._tagged(bytes((VERSION,)) + _ruleset_bytes(state.ruleset), state)

    def encode_after(self, before: bytes, state: State) -> bytes:
        """The same for a state that follows in the match of one that decode has read. Its ruleset is that one's, which
        saves looking up its bytes: 4 µs, for a ruleset has two dozen options to hash."""
        return self._tagged(before[: 1 + _RULESET_BYTES], state)

    def decode(self, data: bytes) -> State:
        """The state that encode wrote; raises InvalidInput (BAD_STATE) for anything else."""
        body, tag = data[:-_TAG_BYTES], data[-_TAG_BYTES:]
        if not body or not hmac.compare_digest(tag, self._tag(body)):
            raise InvalidInput(Reason.BAD_STATE, "no engine of this deployment made this state")
        if body[0] != VERSION:
            raise InvalidInput(Reason.BAD_STATE, f"this engine does not read format {body[0]}")
        end = 1 + _RULESET_BYTES
        if len(body) != end + _NUMBERS.size:
            raise InvalidInput(Reason.BAD_STATE, "a state of this format has another length")
        state = _read_state(_ruleset_of(body[1:end], body[end]), body[end:])
        invariant = broken(state)
        if invariant is not None:
            raise InvalidInput(Reason.BAD_STATE, f"no match comes to such a state: {invariant} (rules/invariants.py)")
        return state

    def _tagged(self, head: bytes, state: State) -> bytes:
        body = head + _NUMBERS.pack(*numbers(state))
        return body + self._tag(body)

    def _tag(self, body: bytes) -> bytes:
        return hmac.digest(self._key, body, "sha256")[:_TAG_BYTES]


_RULESET_BYTES: Final = len(_VALUES) + len(("seats", "flor_replies"))


@lru_cache(maxsize=1024)
def _ruleset_bytes(ruleset: Ruleset) -> bytes:
    chosen = [values.index(getattr(ruleset, name)) for name, values in _VALUES.items()]
    return bytes((*chosen, _mask(ruleset.seats), _mask(map(FLOR_REPLIES.index, ruleset.flor_replies))))


@lru_cache(maxsize=1024)
def _ruleset_of(data: bytes, seats: int) -> Ruleset:
    try:
        chosen = {name: values[number] for (name, values), number in zip(_VALUES.items(), data, strict=False)}
        replies = tuple(FLOR_REPLIES[place] for place in _places(data[-1]))
    except IndexError as error:
        raise InvalidInput(Reason.BAD_STATE, "this engine does not know all options of the state's ruleset") from error
    ruleset = Ruleset(**chosen, seats=tuple(_places(data[-2])), flor_replies=replies)  # type: ignore[arg-type]
    why_not = senseless(ruleset, seats)
    if why_not is not None:
        raise InvalidInput(Reason.BAD_STATE, f"no match has such a ruleset: {why_not}")
    return ruleset


def _read_state(ruleset: Ruleset, data: bytes) -> State:
    state = State(ruleset, data[0])
    # A loop in C: in Python it takes 3 µs more.
    deque(map(setattr, repeat(state), NUMBERS, _NUMBERS.unpack(data)), maxlen=0)
    return state


def _mask(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


def _places(mask: int) -> list[int]:
    return [place for place in range(mask.bit_length()) if mask >> place & 1]
