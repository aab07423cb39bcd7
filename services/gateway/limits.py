"""How much one player may ask of this gateway. Limits that hold across gateways are not here yet."""

import time
from collections.abc import Callable

from services.common.errors import Busy

_SWEEP_ABOVE = 10_000


class RateLimit:
    """A token bucket per player: `amount` in so many seconds over time, twice as many at once."""

    def __init__(
        self, key: str, amount: float, seconds: float = 1.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._key = key
        self._amount = amount
        self._rate = amount / seconds
        self._burst = 2 * amount
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, player_id: str) -> None:
        """Counts one; raises Busy (LIMIT_REACHED) with the time after which there is room again."""
        now = self._clock()
        tokens = self._tokens(player_id, now)
        if tokens < 1:
            raise limit_reached(self._key, self._amount).retrying_after((1 - tokens) / self._rate)
        if len(self._buckets) > _SWEEP_ABOVE:
            self._sweep(now)
        self._buckets[player_id] = (tokens - 1, now)

    def _tokens(self, player_id: str, now: float) -> float:
        tokens, at = self._buckets.get(player_id, (self._burst, now))
        return min(self._burst, tokens + (now - at) * self._rate)

    def _sweep(self, now: float) -> None:
        self._buckets = {
            player: bucket for player, bucket in self._buckets.items() if self._tokens(player, now) < self._burst
        }


def limit_reached(key: str, limit: float) -> Busy:
    """The refusal for a limit, named by its key."""
    return Busy("LIMIT_REACHED", f"the limit {key} of {limit:g} is reached", limit=key, value=f"{limit:g}")
