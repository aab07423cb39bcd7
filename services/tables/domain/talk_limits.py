"""How much one player may say at a table. It follows from the stored lines, so every worker counts the same."""

from collections.abc import Iterable
from typing import Final

from services.common.errors import Busy
from truco.play.v1.play_pb2 import TalkLine

AT_ONCE: Final = 5
EVERY_MS: Final = 2_000
"""Over time, one line in so many milliseconds."""

_WORDS: Final = ("table_text", "team_text")
_FULL: Final = AT_ONCE * EVERY_MS


def check_limit(lines: Iterable[TalkLine], line: TalkLine, now_ms: int) -> None:
    """Refuses a player who says too much. Texts are counted for themselves, señas and reactions together.

    Errors: LIMIT_REACHED, with the time after which there is room again.
    """
    wait = _wait_ms([each.time_ms for each in lines if _counts_with(each, line)], now_ms)
    if wait > 0:
        key = "texts" if _words(line) else "signs"
        message = f"at most {AT_ONCE} at once, then one in {EVERY_MS} ms"
        raise Busy("LIMIT_REACHED", message, limit=key, value=str(AT_ONCE)).retrying_after(wait / 1000)


def _words(line: TalkLine) -> bool:
    return line.WhichOneof("what") in _WORDS


def _counts_with(other: TalkLine, line: TalkLine) -> bool:
    return other.player_id == line.player_id and _words(other) == _words(line)


def _wait_ms(times: Iterable[int], now_ms: int) -> int:
    """A bucket that fills with time, and of which a line takes EVERY_MS: how long until it has enough for one more."""
    room, at = _FULL, 0
    for time_ms in times:
        room, at = min(_FULL, room + time_ms - at) - EVERY_MS, time_ms
    return EVERY_MS - min(_FULL, room + now_ms - at)
