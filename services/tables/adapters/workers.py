"""Which worker serves which shards: rendezvous hashing over the workers whose lease in the workers KV is alive.

Only warmth of caches depends on it: two workers that serve one shard share its queue group, and the sequence check
keeps them apart.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Final

import nats.errors
import nats.js.errors
import structlog
from nats.js import JetStreamContext
from nats.js.api import Header

from services.common.subjects import SHARDS, WORKERS_BUCKET

LEASE_SECONDS: Final = 2
RENEW_SECONDS: Final = 0.5
_PREFIX: Final = f"$KV.{WORKERS_BUCKET}.lease."
_STREAM: Final = f"KV_{WORKERS_BUCKET}"
_TTL = str(Header.MSG_TTL.value)

Serve = Callable[[Collection[int]], Awaitable[None]]
"""Told the shards of this worker whenever they change."""

log = structlog.get_logger()


class Workers:
    """This worker's lease, and its share of the shards."""

    def __init__(self, js: JetStreamContext, worker: str, serve: Serve) -> None:
        """`worker` is an id that outlives the process: who is back before its lease has ended has its old shards."""
        self._js = js
        self._serve = serve
        self._id = worker
        self._seen: set[str] = set()

    @property
    def id(self) -> str:
        """This worker's id."""
        return self._id

    async def run(self) -> None:
        """Renews the lease and follows the other workers until cancelled."""
        while True:
            try:
                await self.step()
            except (nats.errors.Error, nats.js.errors.Error, TimeoutError) as error:
                log.warning("lease not renewed", error=repr(error))
            await asyncio.sleep(RENEW_SECONDS)

    async def step(self) -> None:
        """Renews the lease and takes or gives up shards as the workers are now."""
        # A KV put cannot carry a TTL, so the lease is written as the bucket's message (architecture 9).
        await self._js.publish(_PREFIX + self._id, b"", headers={_TTL: f"{LEASE_SECONDS}s"})
        alive = await self._alive()
        if alive != self._seen:
            shards = shards_of(self._id, alive)
            log.info("shards", worker=self._id, count=len(shards), workers=len(alive))
            await self._serve(shards)
            self._seen = alive

    def alive(self) -> frozenset[str]:
        """The workers that were alive when last looked at, this one among them."""
        return frozenset(self._seen | {self._id})

    async def hand_over(self) -> bool:
        """Gives up the lease, and waits until the others serve this worker's shards too; whether there are others."""
        try:
            await self._js.purge_stream(_STREAM, subject=_PREFIX + self._id)
            others = await self._alive() - {self._id}
        except (nats.errors.Error, nats.js.errors.Error, TimeoutError) as error:
            log.warning("lease not given up", error=repr(error))
            return False
        if others:
            await asyncio.sleep(2 * RENEW_SECONDS)
        return bool(others)

    async def _alive(self) -> set[str]:
        info = await self._js.stream_info(_STREAM, subjects_filter=_PREFIX + "*")
        return {subject.removeprefix(_PREFIX) for subject in info.state.subjects or ()} | {self._id}


def shards_of(worker: str, workers: Iterable[str], shards: int = SHARDS) -> set[int]:
    """The shards that a worker serves: those for which it has the highest hash of all."""
    rivals = list(workers)
    return {shard for shard in range(shards) if max(rivals, key=lambda rival: _weight(rival, shard)) == worker}


def _weight(worker: str, shard: int) -> bytes:
    return hashlib.blake2b(f"{worker}|{shard}".encode(), digest_size=8).digest()
