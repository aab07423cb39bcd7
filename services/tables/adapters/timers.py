"""The tables' durable timers: message schedules of JetStream (ADR-51), one for each table, fired by the server.

A timer is only ever moved to an earlier time, under the sequence check of its own subject, and comes to its end only
by firing; what it fires is acknowledged only when the table's next timer is sure. So for every table there is at any
time a timer that fires no later than the table's own next act is due, or a fired one that still waits to be handled.
"""

import time
from collections import OrderedDict
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import nats.errors
import nats.js.errors
from nats.aio.client import Client
from nats.js.api import Header
from nats.js.errors import APIError

from services.common import subjects
from services.common.errors import Unreachable
from services.tables.adapters.leader import Leader
from services.tables.adapters.publishing import Publisher
from services.tables.adapters.store import SEQUENCE, WRONG_LAST_SEQUENCE

_ATTEMPTS: Final = 8
_HINTS: Final = 10_000


class JetStreamTimers:
    """The port Timers on the stream TABLES."""

    def __init__(self, client: Client) -> None:
        self._publisher = Publisher(client)
        self._leader = Leader(client, subjects.STREAM)
        self._armed: OrderedDict[str, _Timer] = OrderedDict()
        """Timers that were armed here: hints by which one that is to come earlier is moved without being read first."""

    async def ensure(self, table_id: str, at_ms: int) -> int:
        """Makes sure that the table's timer fires at that time or earlier, and returns when. Errors: UNREACHABLE."""
        try:
            return await self._ensure(table_id, at_ms)
        except (nats.errors.Error, nats.js.errors.Error, TimeoutError) as error:
            raise Unreachable("UNREACHABLE", "the table's timer cannot be set now") from error

    async def _ensure(self, table_id: str, at_ms: int) -> int:
        if await self._arm_by_hint(table_id, at_ms):
            return at_ms
        for _ in range(_ATTEMPTS):
            timer = await self._read(table_id)
            if timer.sequence and timer.at_ms <= at_ms:
                return timer.at_ms
            if await self._arm(table_id, at_ms, timer.sequence):
                return at_ms
        raise Unreachable("UNREACHABLE", "the table's timer is being moved by others")

    async def _arm_by_hint(self, table_id: str, at_ms: int) -> bool:
        """Arms the timer in place of the one that was armed here last, if that is to fire later, or has fired.

        The sequence check has the last word: a hint that does not hold changes nothing.
        """
        known = self._armed.get(table_id)
        if known is None:
            return False
        if known.at_ms <= time.time_ns() // 1_000_000:
            return await self._arm(table_id, at_ms, _NONE.sequence)
        return known.at_ms > at_ms and await self._arm(table_id, at_ms, known.sequence)

    async def _read(self, table_id: str) -> "_Timer":
        message = await self._leader.last(subjects.timer(table_id))
        return _Timer(int(message.data), message.seq) if message else _NONE

    async def _arm(self, table_id: str, at_ms: int, replacing: int) -> bool:
        """Arms the timer in place of the one of a sequence (0: of none); says no when another worker was first."""
        headers = schedule(table_id, at_ms, replacing)
        try:
            sequence = await self._publisher.publish(subjects.timer(table_id), str(at_ms).encode(), headers)
        except APIError as error:
            if error.err_code != WRONG_LAST_SEQUENCE:
                raise
            self._armed.pop(table_id, None)
            return False
        self._note(table_id, _Timer(at_ms, sequence))
        return True

    def _note(self, table_id: str, timer: "_Timer") -> None:
        self._armed[table_id] = timer
        self._armed.move_to_end(table_id)
        if len(self._armed) > _HINTS:
            self._armed.popitem(last=False)


@dataclass(frozen=True, slots=True)
class _Timer:
    at_ms: int
    """When it fires, Unix milliseconds."""
    sequence: int


_NONE: Final = _Timer(0, 0)


def schedule(table_id: str, at_ms: int, replacing: int) -> dict[str, str]:
    """The headers of a timer that takes the place of the one of a sequence, or of none for 0.

    What it fires is kept until it is handled, however long that takes, and gives way to the next; the last one goes
    with the table's records.
    """
    return {
        str(Header.SCHEDULE.value): f"@at {datetime.fromtimestamp(at_ms / 1000, UTC).isoformat()}",
        str(Header.SCHEDULE_TARGET.value): subjects.clock(table_id),
        str(Header.SCHEDULE_ROLLUP.value): "sub",
        SEQUENCE: str(replacing),
    }
