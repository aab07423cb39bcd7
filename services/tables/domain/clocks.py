"""A table's time for each decision and its banks (rules.md 14): chosen at opening, by default the preset's."""

from typing import Final

from services.common.errors import InvalidInput
from services.tables.domain.times import Times
from truco.tables.v1.tables_pb2 import OpenTable

_TURN_SECONDS: Final = range(5, 301)
_BANK_SECONDS: Final = range(601)
_OF_PRESET: Final = {"estrella": (90_000, 0)}
"""Turn and bank in milliseconds, where a preset has its own."""


def clock_of(preset: str, times: Times) -> tuple[int, int]:
    """A preset's turn and bank in milliseconds."""
    return _OF_PRESET.get(preset, (times.turn, times.bank))


def clock_wanted(body: OpenTable, times: Times) -> tuple[int, int]:
    """The turn and bank of a table to open, in milliseconds. Errors: BAD_REQUEST."""
    turn, bank = clock_of(body.ruleset.preset, times)
    if body.HasField("turn_seconds"):
        turn = _seconds("turn_seconds", body.turn_seconds, _TURN_SECONDS)
    if body.HasField("bank_seconds"):
        bank = _seconds("bank_seconds", body.bank_seconds, _BANK_SECONDS)
    return turn, bank


def _seconds(name: str, value: int, allowed: range) -> int:
    """The value in milliseconds."""
    if value not in allowed:
        raise InvalidInput("BAD_REQUEST", f"{name} is {value}; it may be {allowed[0]} to {allowed[-1]}", field=name)
    return value * 1000
