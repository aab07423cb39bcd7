"""Which worker leads which queue shard: rendezvous hashing says who is to, a lease in the workers KV who does."""

import asyncio
import time
from collections.abc import Callable, Collection, Coroutine
from dataclasses import dataclass
from typing import Any, Final

import nats.errors
import nats.js.errors
import structlog
from nats.js import JetStreamContext
from nats.js.api import Header
from nats.js.errors import APIError, NotFoundError

from services.common.subjects import QUEUE_SHARDS, WORKERS_BUCKET
from services.common.tasks import end
from services.tables.adapters.store import SEQUENCE, WRONG_LAST_SEQUENCE
from services.tables.adapters.workers import shards_of
from services.tables.matchmaking import metrics

LEASE_SECONDS: Final = 2
RENEW_SECONDS: Final = 0.5
_LOOK_SECONDS: Final = 0.25
_PREFIX: Final = f"$KV.{WORKERS_BUCKET}.queue."
_STREAM: Final = f"KV_{WORKERS_BUCKET}"
_TTL = str(Header.MSG_TTL.value)

log = structlog.get_logger()

Lead = Callable[[int], Coroutine[Any, Any, None]]
"""Leads a queue shard until cancelled."""
Alive = Callable[[], Collection[str]]
"""The workers that are alive, this one among them."""


@dataclass(slots=True)
class _Leadership:
    sequence: int
    """Of the lease as it was last renewed."""
    renewed: float
    leading: "asyncio.Task[None]"


class Leaderships:
    """This worker's leaderships. Passes are fenced besides: who leads on without a lease is refused."""

    def __init__(self, js: JetStreamContext, worker: str, alive: Alive, lead: Lead) -> None:
        self._js = js
        self._worker = worker
        self._alive = alive
        self._lead = lead
        self._held: dict[int, _Leadership] = {}
        self._retired = False

    async def run(self) -> None:
        """Renews the leases, takes those that are free and gives up those that others are to have, until cancelled."""
        try:
            while not self._retired:
                await self._step()
                await asyncio.sleep(_LOOK_SECONDS)
        finally:
            await asyncio.gather(*(self._stop(shard) for shard in tuple(self._held)))

    async def retire(self) -> None:
        """Gives up all leases, so that others lead as soon as this worker is not among those alive."""
        self._retired = True
        await asyncio.gather(*(self._give_up(shard) for shard in range(QUEUE_SHARDS) if shard in self._held))

    async def _step(self) -> None:
        mine = shards_of(self._worker, self._alive(), QUEUE_SHARDS)
        await asyncio.gather(
            *(self._renew(shard) for shard in mine & self._held.keys() if self._is_due(shard)),
            *(self._acquire(shard) for shard in mine - self._held.keys()),
            *(self._give_up(shard) for shard in self._held.keys() - mine),
        )
        metrics.LEADING.set(len(self._held))

    def _is_due(self, shard: int) -> bool:
        """Whether a lease is to be renewed: sixteen writes at each look would be half of what an idle worker does."""
        return time.monotonic() - self._held[shard].renewed >= RENEW_SECONDS

    async def _acquire(self, shard: int) -> None:
        try:
            last = await self._last(shard)
            if last is None:
                return
            sequence = await self._write(shard, last)
        except (nats.errors.Error, nats.js.errors.Error, TimeoutError) as error:
            log.debug("leadership not taken", shard=shard, error=repr(error))
            return
        if sequence:
            self._held[shard] = _Leadership(sequence, time.monotonic(), asyncio.create_task(self._lead(shard)))

    async def _renew(self, shard: int) -> None:
        held = self._held[shard]
        begun = time.monotonic()
        try:
            held.sequence = await self._write(shard, held.sequence)
        except (nats.errors.Error, nats.js.errors.Error, TimeoutError) as error:
            log.warning("leadership not renewed", shard=shard, error=repr(error))
            if time.monotonic() - held.renewed > LEASE_SECONDS:
                await self._stop(shard)
            return
        held.renewed = begun
        if not held.sequence:
            log.warning("leadership lost", shard=shard)
            await self._stop(shard)

    async def _give_up(self, shard: int) -> None:
        """Stops leading before anybody else can begin."""
        await self._stop(shard)
        try:
            await self._js.purge_stream(_STREAM, subject=_PREFIX + str(shard))
        except (nats.errors.Error, nats.js.errors.Error, TimeoutError) as error:
            log.warning("leadership not given up; it ends by itself", shard=shard, error=repr(error))

    async def _stop(self, shard: int) -> None:
        held = self._held.pop(shard, None)
        if held is not None:
            await end([held.leading])

    async def _last(self, shard: int) -> int | None:
        """The sequence after which the lease may be taken; None when somebody holds it."""
        try:
            message = await self._js.get_last_msg(_STREAM, _PREFIX + str(shard))
        except NotFoundError:
            return 0
        return None if message.data else message.seq

    async def _write(self, shard: int, after: int) -> int:
        """Writes the lease and returns its sequence; 0 when it is not as it was."""
        headers = {SEQUENCE: str(after), _TTL: f"{LEASE_SECONDS}s"}
        try:
            ack = await self._js.publish(_PREFIX + str(shard), self._worker.encode(), LEASE_SECONDS, headers=headers)
        except APIError as error:
            if error.err_code != WRONG_LAST_SEQUENCE:
                raise
            return 0
        return ack.seq
