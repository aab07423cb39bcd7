"""Wrong passwords at a table: after many of them within a minute nobody may try for a minute."""

from collections import OrderedDict, deque
from typing import Final

from services.common.errors import Busy

MOST: Final = 20
WITHIN_MS: Final = 60_000
_TABLES: Final = 10_000


class Guesses:
    """What this worker saw of them. Another worker counts for itself: a table has one, mostly."""

    def __init__(self) -> None:
        self._wrong: OrderedDict[str, deque[tuple[int, str]]] = OrderedDict()

    def check(self, table_id: str, guess: str, now_ms: int) -> None:
        """Refuses a try too many; one that was counted already is no new one. Errors: LIMIT_REACHED."""
        wrong = self._wrong.get(table_id, deque())
        while wrong and wrong[0][0] <= now_ms - WITHIN_MS:
            wrong.popleft()
        if len(wrong) >= MOST and guess not in (each for _, each in wrong):
            seconds = (wrong[-1][0] + WITHIN_MS - now_ms) / 1000
            raise Busy(
                "LIMIT_REACHED", "too many wrong passwords at this table", limit="passwords_per_table", value=str(MOST)
            ).retrying_after(seconds)

    def note(self, table_id: str, guess: str, now_ms: int) -> None:
        """Counts a wrong password; the same guess of the same player once."""
        wrong = self._wrong.setdefault(table_id, deque(maxlen=MOST))
        self._wrong.move_to_end(table_id)
        if guess not in (each for _, each in wrong):
            wrong.append((now_ms, guess))
        if len(self._wrong) > _TABLES:
            self._wrong.popitem(last=False)
