"""What changed, out of the outbox and into NATS KV.

Never does an older state go over a newer one, whoever dies, freezes or runs beside: a key is published only over the
message that is known to be its last one (a sequence check), with what was read from the database after that was known.
A publish that was under way when another got through is refused, and then read and tried again. The refusal tells the
last sequence, so that the relay need not be allowed to read. Changes are deleted after the acknowledgement; a crash
between the two publishes the same state twice.
"""

import asyncio
import contextlib
import re
from collections.abc import Callable, Collection, Mapping
from typing import Final

import structlog
from nats.errors import Error as NatsError
from nats.errors import TimeoutError as NatsTimeoutError
from nats.js import JetStreamContext
from nats.js.api import Header
from nats.js.errors import APIError
from prometheus_client import Counter, Gauge

from services.common.errors import Unreachable
from services.common.logging import log_bug
from web.common.database import on_thread
from web.outbox import services as outbox
from web.outbox.services import Key

State = Callable[[Collection[str]], Mapping[str, bytes]]
"""What stands in the database for some keys of a bucket; keys without anything are left out, and deleted in NATS."""

EVERY_SECONDS: Final = 0.2
RETRY_SECONDS: Final = 1.0
MOST_AT_ONCE: Final = 256
MOST_SEQUENCES: Final = 100_000
PUBLISH_SECONDS: Final = 2.0

_SEQUENCE: Final = str(Header.EXPECTED_LAST_SUBJECT_SEQUENCE.value)
_DELETED: Final = {"KV-Operation": "DEL"}
_WRONG_SEQUENCE: Final = (10071, 10164)

PUBLISHED: Final = Counter("quiero_portal_published_total", "Keys published by the relay.", ["bucket", "result"])
LAG: Final = Gauge("quiero_portal_outbox_seconds", "For how long the oldest change has waited for the relay.")


class Relay:
    """Publishes what changed in some buckets, until told to stop."""

    def __init__(self, js: JetStreamContext, buckets: Mapping[str, State]) -> None:
        self._js = js
        self._buckets = buckets
        self._last: dict[Key, int] = {}
        self._fault: str | None = None
        self._faults = 0
        self._log = structlog.get_logger()

    def fault(self) -> str | None:
        """What keeps it from working, or None."""
        return self._fault

    async def run(self, stopping: asyncio.Event) -> None:
        """Publishes until told to stop."""
        while not stopping.is_set():
            pause = await self._turn()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), pause)

    async def step(self) -> bool:
        """Publishes the oldest changes; returns whether there were any. Raises Unreachable without a database."""
        batch = await on_thread(outbox.waiting, MOST_AT_ONCE, self._buckets.keys())
        LAG.set(await on_thread(outbox.oldest))
        if not batch:
            return False
        if len(self._last) > MOST_SEQUENCES:
            self._last.clear()
        states = await on_thread(self._states, batch.keys())
        done = await asyncio.gather(*(self._publish(key, states.get(key)) for key in batch))
        await on_thread(outbox.published, [change for key in batch if key in done for change in batch[key]])
        return True

    async def _turn(self) -> float:
        """One step; returns for how long to pause."""
        faults, before = self._faults, self._fault
        try:
            more = await self.step()
        except Unreachable:
            return RETRY_SECONDS  # the database's own check tells
        except Exception as error:
            self._fault = f"cannot publish: {type(error).__name__}"
            if before is None:
                log_bug("relay failed", error)
            return RETRY_SECONDS
        if self._faults == faults:
            self._fault = None
            return 0 if more else EVERY_SECONDS
        if before is None:
            self._log.warning("not published", fault=self._fault)
        return RETRY_SECONDS

    def _states(self, keys: Collection[Key]) -> dict[Key, bytes]:
        found: dict[Key, bytes] = {}
        for bucket, state in self._buckets.items():
            names = [key.name for key in keys if key.bucket == bucket]
            found |= {Key(bucket, name): payload for name, payload in (state(names) if names else {}).items()}
        return found

    async def _publish(self, key: Key, payload: bytes | None) -> Key | None:
        """Publishes one key over the last message that is known of; returns it when that is durable."""
        headers = {_SEQUENCE: str(self._last.get(key, 0))} | ({} if payload is not None else _DELETED)
        subject = f"$KV.{key.bucket}.{key.name}"
        try:
            ack = await self._js.publish(subject, payload or b"", PUBLISH_SECONDS, headers=headers)
        except APIError as error:
            self._refused(key, error)
            return None
        except (NatsError, NatsTimeoutError, TimeoutError) as error:
            self._failed(key, f"no bucket {key.bucket}: {type(error).__name__}")
            return None
        self._last[key] = ack.seq
        PUBLISHED.labels(key.bucket, "published").inc()
        return key

    def _refused(self, key: Key, error: APIError) -> None:
        """Learns the last sequence, if that was it."""
        if error.err_code not in _WRONG_SEQUENCE:
            self._failed(key, f"bucket {key.bucket} refuses: {error.description}")
            return
        told = re.search(r"\d+$", error.description or "")
        self._last[key] = int(told[0]) if told else 0
        PUBLISHED.labels(key.bucket, "again").inc()

    def _failed(self, key: Key, fault: str) -> None:
        self._fault = fault
        self._faults += 1
        PUBLISHED.labels(key.bucket, "failed").inc()
