"""How long those waited who were seated lately."""

from collections import deque
from statistics import median
from typing import Final

_KEPT: Final = 50
_LATELY_MS: Final = 10 * 60_000


class Waits:
    """The last waits of one queue."""

    def __init__(self, expected_seconds: int | None = None) -> None:
        """`expected_seconds` is what a leader before this one knew."""
        self._waits: deque[tuple[int, int]] = deque(maxlen=_KEPT)
        self._before = expected_seconds

    def note(self, now_ms: int, waited_ms: int) -> None:
        """Somebody was seated."""
        self._waits.append((now_ms, waited_ms))

    def expected_seconds(self, now_ms: int) -> int | None:
        """The median of those seated lately; None when nobody was."""
        lately = [waited for at, waited in self._waits if at > now_ms - _LATELY_MS]
        if not lately:
            return None if self._waits else self._before
        return round(median(lately) / 1000)
