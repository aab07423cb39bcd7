"""The clock, and the platform's heartbeat: written every second by one worker or another, so that a gap in it shows an
outage whose time is given back to everybody (architecture 4.5)."""

import asyncio
import time
from typing import Final

import nats.errors
import nats.js.errors
import structlog
from nats.js import JetStreamContext
from nats.js.errors import APIError, NotFoundError

from services.common.errors import Unreachable
from services.common.subjects import WORKERS_BUCKET
from services.tables.adapters.store import SEQUENCE, WRONG_LAST_SEQUENCE
from services.tables.handlers import metrics
from truco.tables.v1.tables_pb2 import Beat, Outage

EVERY_SECONDS: Final = 1.0
OUTAGE_MS: Final = 3_000
"""A gap longer than that is an outage."""
_KEEP_MS: Final = 86_400_000
_STALE_MS: Final = 2_000
_SUBJECT: Final = f"$KV.{WORKERS_BUCKET}.beat"
_STREAM: Final = f"KV_{WORKERS_BUCKET}"

log = structlog.get_logger()


class BeatClock:
    """The port Clock."""

    def __init__(self, js: JetStreamContext) -> None:
        self._js = js
        self._beat = Beat()
        self._sequence = 0
        self._beating: asyncio.Task[None] | None = None

    def now_ms(self) -> int:
        """Unix milliseconds."""
        return time.time_ns() // 1_000_000

    async def outage_ms(self, since_ms: int) -> int:
        """For how much of the time since then the platform was out. Errors: UNREACHABLE."""
        await self._make_sure()
        return sum(
            outage.until_ms - max(outage.from_ms, since_ms)
            for outage in self._beat.outages
            if outage.until_ms > since_ms
        )

    async def longest_outage_ms(self, since_ms: int) -> int:
        """How long the longest outage lasted that was over after that time. Errors: UNREACHABLE."""
        await self._make_sure()
        lengths = (each.until_ms - each.from_ms for each in self._beat.outages if each.until_ms > since_ms)
        return max(lengths, default=0)

    async def run(self) -> None:
        """Beats until cancelled."""
        while True:
            try:
                await self.beat()
            except Unreachable as error:
                log.warning("no heartbeat", error=error.message)
            await asyncio.sleep(EVERY_SECONDS)

    async def beat(self) -> None:
        """Writes the heartbeat, or reads the one that another worker has written meanwhile. Errors: UNREACHABLE.

        Who asks while that is under way waits for its end: after a while in which a worker did not get to run, each of
        hundreds of commands and timers would else write one.
        """
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self._write_or_read())
        await asyncio.shield(self._beating)

    async def _write_or_read(self) -> None:
        try:
            if not self._sequence:
                await self._read()
            if not await self._write():
                await self._read()
        except (nats.errors.Error, nats.js.errors.Error, TimeoutError) as error:
            raise Unreachable("UNREACHABLE", "the heartbeat cannot be written now") from error

    async def _make_sure(self) -> None:
        """Beats when the last beat is so old that an outage might not be known."""
        if self.now_ms() - self._beat.time_ms > _STALE_MS:
            await self.beat()

    async def _write(self) -> bool:
        beat = _next(self._beat, self.now_ms())
        headers = {SEQUENCE: str(self._sequence)}
        try:
            ack = await self._js.publish(_SUBJECT, beat.SerializeToString(), 2, headers=headers)
        except APIError as error:
            if error.err_code != WRONG_LAST_SEQUENCE:
                raise
            return False
        _count_outage(self._beat, beat)
        self._beat, self._sequence = beat, ack.seq
        return True

    async def _read(self) -> None:
        try:
            message = await self._js.get_last_msg(_STREAM, _SUBJECT)
        except NotFoundError:
            self._beat, self._sequence = Beat(), 0
            return
        self._beat, self._sequence = Beat.FromString(message.data or b""), message.seq or 0


def _next(before: Beat, now_ms: int) -> Beat:
    """The heartbeat after this one: it notes an outage if it comes late."""
    beat = Beat(time_ms=now_ms, outages=[o for o in before.outages if o.until_ms > now_ms - _KEEP_MS])
    if before.time_ms and now_ms - before.time_ms > OUTAGE_MS:
        beat.outages.append(Outage(from_ms=before.time_ms, until_ms=now_ms))
    return beat


def _count_outage(before: Beat, beat: Beat) -> None:
    """Counts the outage that a heartbeat has noted, once it is stored."""
    if beat.outages and beat.outages[-1].until_ms == beat.time_ms:
        milliseconds = beat.time_ms - before.time_ms
        metrics.OUTAGES.inc()
        metrics.OUTAGE_SECONDS.inc(milliseconds / 1000)
        log.warning("outage", milliseconds=milliseconds)
