"""States as bytes: a format version, the ruleset, the state's numbers, and a tag that only engines can make.

    | version 1 byte | ruleset | state | HMAC-SHA-256 of all that, its first 16 bytes |

Every number of a state fits a byte; NOBODY and its like (-1) are stored as 0, and so all of that kind one higher.
A sequence is its length and its items. A new format gets a new version; the reader of the old one stays.
"""

import hmac
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from services.engine.rules import InvalidInput, Reason, Ruleset, State
from services.engine.rules.cards import Card
from services.engine.rules.options import CHOICES, FLOR_REPLIES
from services.engine.rules.state import Play, Said, Shown

VERSION: Final = 1
_TAG_BYTES: Final = 16
_VALUES: Final = {name: tuple(choices) for name, choices in CHOICES.items()}
"""What the stored number of each option stands for: to stay readable, choices are only ever added at the end."""


class StateCodec:
    """Writes and reads states under one deployment's key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def encode(self, state: State) -> bytes:
        """The state as bytes."""
        body = bytes((VERSION,)) + _ruleset_bytes(state.ruleset) + bytes(_numbers(state))
        return body + self._tag(body)

    def decode(self, data: bytes) -> State:
        """The state that encode wrote; raises InvalidInput (BAD_STATE) for anything else."""
        body, tag = data[:-_TAG_BYTES], data[-_TAG_BYTES:]
        if not body or not hmac.compare_digest(tag, self._tag(body)):
            raise InvalidInput(Reason.BAD_STATE, "no engine of this deployment made this state")
        if body[0] != VERSION:
            raise InvalidInput(Reason.BAD_STATE, f"this engine does not read format {body[0]}")
        end = 1 + _RULESET_BYTES
        return _read_state(_ruleset_of(body[1:end]), body[end:])

    def _tag(self, body: bytes) -> bytes:
        return hmac.digest(self._key, body, "sha256")[:_TAG_BYTES]


_RULESET_BYTES: Final = len(_VALUES) + len(("seats", "flor_replies"))


@lru_cache(maxsize=1024)
def _ruleset_bytes(ruleset: Ruleset) -> bytes:
    chosen = [values.index(getattr(ruleset, name)) for name, values in _VALUES.items()]
    return bytes((*chosen, _mask(ruleset.seats), _mask(map(FLOR_REPLIES.index, ruleset.flor_replies))))


@lru_cache(maxsize=1024)
def _ruleset_of(data: bytes) -> Ruleset:
    chosen = {name: values[number] for (name, values), number in zip(_VALUES.items(), data, strict=False)}
    replies = tuple(FLOR_REPLIES[place] for place in _places(data[-1]))
    return Ruleset(**chosen, seats=tuple(_places(data[-2])), flor_replies=replies)  # type: ignore[arg-type]


def _numbers(state: State) -> list[int]:
    return [
        state.seats,
        state.phase,
        *state.score,
        *state.chicos,
        state.winner + 1,
        state.dealer,
        *divmod(state.hand, 256),
        state.turn + 1,
        state.folded,
        state.call,
        state.call_team + 1,
        state.refused,
        state.suspended,
        state.truco,
        state.raiser + 1,
        state.envido_winner + 1,
        *_sequence(state.envido),
        *_sequence(state.tricks),
        *(number for cards in state.dealt for number in _sequence(cards)),
        *(number for cards in state.held for number in _sequence(cards)),
        *_sequence([number for play in state.played for number in play]),
        *_sequence([number for said in state.said for number in (said.seat, said.tantos + 1)]),
        *_sequence([number for shown in state.shown for number in (shown.seat, *_sequence(shown.cards))]),
    ]


def _read_state(ruleset: Ruleset, data: bytes) -> State:
    read = _Reader(data)
    state = State(ruleset, seats := read.one())
    state.phase = read.one()
    state.score = read.one(), read.one()
    state.chicos = read.one(), read.one()
    state.winner = read.one() - 1
    state.dealer = read.one()
    state.hand = 256 * read.one() + read.one()
    state.turn = read.one() - 1
    state.folded = read.one()
    state.call = read.one()
    state.call_team = read.one() - 1
    state.refused = read.one()
    state.suspended = read.one()
    state.truco = read.one()
    state.raiser = read.one() - 1
    state.envido_winner = read.one() - 1
    state.envido = read.many()
    state.tricks = read.many()
    state.dealt = tuple([read.many() for _ in range(seats)])
    state.held = tuple([read.many() for _ in range(seats)])
    state.played = tuple([Play(seat, trick, card, bool(down)) for seat, trick, card, down in _groups(read.many(), 4)])
    state.said = tuple([Said(seat, tantos - 1) for seat, tantos in _groups(read.many(), 2)])
    state.shown = _shown(_Reader(bytes(read.many())))
    return state


def _shown(read: "_Reader") -> tuple[Shown, ...]:
    shown = []
    while not read.at_end():
        shown.append(Shown(read.one(), read.many()))
    return tuple(shown)


class _Reader:
    """Takes numbers off the front of some bytes."""

    __slots__ = ("_at", "_data")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def one(self) -> int:
        number = self._data[self._at]
        self._at += 1
        return number

    def many(self) -> tuple[Card, ...]:
        start = self._at + 1
        self._at = start + self._data[self._at]
        return tuple(self._data[start : self._at])

    def at_end(self) -> bool:
        return self._at == len(self._data)


def _sequence(items: tuple[int, ...] | list[int]) -> tuple[int, ...]:
    return len(items), *items


def _groups(numbers: tuple[int, ...], size: int) -> list[tuple[int, ...]]:
    return [numbers[at : at + size] for at in range(0, len(numbers), size)]


def _mask(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


def _places(mask: int) -> list[int]:
    return [place for place in range(mask.bit_length()) if mask >> place & 1]
