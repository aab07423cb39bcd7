"""How much one player may ask: counted for all gateways together in Valkey, or by each for itself without it."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final

import structlog
from limits import RateLimitItemPerSecond
from limits.aio.storage import RedisStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from limits.errors import StorageError
from valkey.asyncio import BlockingConnectionPool

from services.common.errors import Busy
from services.gateway import metrics

_SWEEP_ABOVE: Final = 10_000
_MOST_LEASED: Final = 20
_LEASES: Final = 20
"""A lease is at most this part of what a player may ask at once, so that what a gateway keeps unused hardly matters."""
_OFTEN: Final = 10.0
"""What is asked less often in a second is taken one by one: a lease dies with its gateway, and a player whose gateway
dies again and again would soon open no stream any more."""
_CONNECTIONS: Final = 16
_ANSWER_SECONDS: Final = 0.25
_AWAY_SECONDS: Final = 5.0


class RateLimit:
    """A token bucket per player: `amount` in so many seconds over time, twice as many at once."""

    def __init__(
        self, key: str, amount: float, seconds: float = 1.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.key = key
        self.amount = amount
        self.seconds = seconds
        self._rate = amount / seconds
        self._burst = 2 * amount
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, player_id: str) -> None:
        """Counts one; raises Busy (LIMIT_REACHED) with the time after which there is room again."""
        now = self._clock()
        tokens = self._tokens(player_id, now)
        if tokens < 1:
            raise limit_reached(self.key, self.amount).retrying_after((1 - tokens) / self._rate)
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


class SharedCounts:
    """What all gateways count together, in Valkey."""

    def __init__(self, url: str) -> None:
        pool: Any = BlockingConnectionPool.from_url(
            url,
            max_connections=_CONNECTIONS,
            timeout=_ANSWER_SECONDS,
            socket_timeout=_ANSWER_SECONDS,
            socket_connect_timeout=_ANSWER_SECONDS,
        )
        storage = RedisStorage(
            f"async+{url}",
            wrap_exceptions=True,
            implementation="valkey",
            key_prefix="quiero:gateway",
            connection_pool=pool,
        )
        self._limiter = SlidingWindowCounterRateLimiter(storage)
        self._pool = pool
        self._away_until = float("-inf")
        metrics.LIMITS_SHARED.set(1)

    @property
    def away(self) -> bool:
        """Whether Valkey has failed to answer just now."""
        return time.monotonic() < self._away_until

    async def take(self, item: RateLimitItemPerSecond, key: str, player_id: str, cost: int) -> bool:
        """Takes so many at once, if there is room for them. Raises StorageError when Valkey does not answer."""
        try:
            taken = await self._limiter.hit(item, key, player_id, cost=cost)
        except StorageError as error:
            self._failed(error)
            raise
        if self._away_until > float("-inf"):
            self._away_until = float("-inf")
            metrics.LIMITS_SHARED.set(1)
            structlog.get_logger().info("limits hold across gateways again")
        return taken

    async def room_in(self, item: RateLimitItemPerSecond, key: str, player_id: str) -> float:
        """Seconds until there is room again, more or less."""
        stats = await self._limiter.get_window_stats(item, key, player_id)
        return stats.reset_time - time.time()

    async def close(self) -> None:
        """Disconnects."""
        await self._pool.disconnect()

    def _failed(self, error: StorageError) -> None:
        if self._away_until == float("-inf"):
            cause = repr(error.storage_error)
            structlog.get_logger().warning("limits hold within this gateway only", error=cause)
        metrics.LIMITS_SHARED.set(0)
        metrics.LIMIT_FAILURES.inc()
        self._away_until = time.monotonic() + _AWAY_SECONDS


class Limit:
    """A limit on what one player may ask of all gateways together.

    What is counted in Valkey is taken some at a time, so that most calls cost nothing; a player who asks too much is
    refused here until there is room again.
    """

    def __init__(self, local: RateLimit, shared: SharedCounts | None) -> None:
        self._local = local
        self._shared = shared
        # Twice the amount in twice the time: as much at once as the bucket of one gateway would give.
        burst = max(1, round(2 * local.amount))
        self._item = RateLimitItemPerSecond(burst, max(1, round(2 * local.seconds)))
        often = local.amount / local.seconds >= _OFTEN
        self._lease = max(1, min(_MOST_LEASED, burst // _LEASES)) if often else 1
        self._leased: dict[str, int] = {}
        self._refused_until: dict[str, float] = {}
        self._leasing: dict[str, asyncio.Task[bool]] = {}

    async def take(self, player_id: str) -> None:
        """Counts one; raises Busy (LIMIT_REACHED) with the time after which there is room again."""
        if self._shared is None or self._shared.away:
            self._local.take(player_id)
            return
        while not (left := self._leased.get(player_id, 0)):
            self._check_refused(player_id)
            if not await self._take_lease(self._shared, player_id):
                self._local.take(player_id)
                return
        self._leased[player_id] = left - 1

    def _check_refused(self, player_id: str) -> None:
        wait = self._refused_until.get(player_id, 0.0) - time.monotonic()
        if wait > 0:
            raise limit_reached(self._local.key, self._local.amount).retrying_after(wait)

    async def _take_lease(self, shared: SharedCounts, player_id: str) -> bool:
        """One lease for all who wait for it; says no when Valkey is away. Raises Busy."""
        if player_id not in self._leasing:
            leasing = self._leasing[player_id] = asyncio.create_task(self._lease_from(shared, player_id))
            leasing.add_done_callback(lambda _: self._leasing.pop(player_id))
        return await asyncio.shield(self._leasing[player_id])

    async def _lease_from(self, shared: SharedCounts, player_id: str) -> bool:
        try:
            for cost in sorted({self._lease, 1}, reverse=True):
                if await shared.take(self._item, self._local.key, player_id, cost):
                    self._keep(player_id, cost)
                    return True
            wait = await shared.room_in(self._item, self._local.key, player_id)
        except StorageError:
            return False
        self._refuse(player_id, min(max(wait, 0.05), 2 * self._local.seconds))
        return True

    def _keep(self, player_id: str, count: int) -> None:
        if len(self._leased) > _SWEEP_ABOVE:
            self._leased.clear()
        self._leased[player_id] = self._leased.get(player_id, 0) + count

    def _refuse(self, player_id: str, seconds: float) -> None:
        if len(self._refused_until) > _SWEEP_ABOVE:
            self._refused_until.clear()
        self._refused_until[player_id] = time.monotonic() + seconds


def limit_reached(key: str, limit: float) -> Busy:
    """The refusal for a limit, named by its key."""
    return Busy("LIMIT_REACHED", f"the limit {key} of {limit:g} is reached", limit=key, value=f"{limit:g}")
