"""The tables' durable timers: message schedules of JetStream (ADR-51), one for each table, fired by the server.

A timer is only ever moved to an earlier time, under the sequence check of its own subject, and comes to its end only
by firing; what it fires is acknowledged only when the table's next timer is sure. So for every table there is at any
time a timer that fires no later than the table's own next act is due, or a fired one that still waits to be handled.
"""

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
from services.tables.domain.table import NO_TIMER, Timer

_ATTEMPTS: Final = 8


class JetStreamTimers:
    """The port Timers on the stream TABLES."""

    def __init__(self, client: Client) -> None:
        self._publisher = Publisher(client)
        self._leader = Leader(client, subjects.STREAM)

    async def ensure(self, table_id: str, at_ms: int, known: Timer | None = None) -> Timer:
        """Makes sure that the table's timer fires at that time or earlier, and returns it. Errors: UNREACHABLE.

        What is known of it saves a read. The sequence check has the last word: what does not hold changes nothing.
        """
        try:
            return await self._ensure(table_id, at_ms, known)
        except (nats.errors.Error, nats.js.errors.Error, TimeoutError) as error:
            raise Unreachable("UNREACHABLE", "the table's timer cannot be set now") from error

    async def _ensure(self, table_id: str, at_ms: int, known: Timer | None) -> Timer:
        timer = known or await self._read(table_id)
        for _ in range(_ATTEMPTS):
            if timer.sequence and timer.at_ms <= at_ms:
                return timer
            if armed := await self._arm(table_id, at_ms, timer.sequence):
                return armed
            timer = await self._read(table_id)
        raise Unreachable("UNREACHABLE", "the table's timer is being moved by others")

    async def _read(self, table_id: str) -> Timer:
        message = await self._leader.last(subjects.timer(table_id))
        return Timer(int(message.data), message.seq) if message else NO_TIMER

    async def _arm(self, table_id: str, at_ms: int, replacing: int) -> Timer | None:
        """Arms the timer in place of the one of a sequence (0: of none); None when another worker was first."""
        headers = schedule(table_id, at_ms, replacing)
        try:
            sequence = await self._publisher.publish(subjects.timer(table_id), str(at_ms).encode(), headers)
        except APIError as error:
            if error.err_code != WRONG_LAST_SEQUENCE:
                raise
            return None
        return Timer(at_ms, sequence)


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
