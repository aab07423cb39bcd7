"""The tables' durable timers: message schedules of JetStream (ADR-51), one for each table, fired by the server.

A timer is only ever moved to an earlier time, under the sequence check of its own subject, and comes to its end only
by firing; what it fires is acknowledged only when the table's next timer is sure. So for every table there is at any
time a timer that fires no later than the table's own next act is due, or a fired one that still waits to be handled.
"""

from datetime import UTC, datetime
from typing import Final

import nats.errors
import nats.js.errors
from nats.js import JetStreamContext
from nats.js.api import Header
from nats.js.errors import APIError, NotFoundError

from services.common import subjects
from services.common.errors import Unreachable
from services.tables.adapters.store import WRONG_LAST_SEQUENCE

_ATTEMPTS: Final = 8
_SEQUENCE = str(Header.EXPECTED_LAST_SUBJECT_SEQUENCE.value)


class JetStreamTimers:
    """The port Timers on the stream TABLES."""

    def __init__(self, js: JetStreamContext) -> None:
        self._js = js

    async def ensure(self, table_id: str, at_ms: int) -> int:
        """Makes sure that the table's timer fires at that time or earlier, and returns when. Errors: UNREACHABLE."""
        try:
            return await self._ensure(table_id, at_ms)
        except (nats.errors.Error, nats.js.errors.Error, TimeoutError) as error:
            raise Unreachable("UNREACHABLE", "the table's timer cannot be set now") from error

    async def _ensure(self, table_id: str, at_ms: int) -> int:
        for _ in range(_ATTEMPTS):
            armed_ms, sequence = await self._read(table_id)
            if sequence and armed_ms <= at_ms:
                return armed_ms
            if await self._arm(table_id, at_ms, sequence):
                return at_ms
        raise Unreachable("UNREACHABLE", "the table's timer is being moved by others")

    async def _read(self, table_id: str) -> tuple[int, int]:
        """When the timer fires, and its sequence; zeros when there is none."""
        try:
            message = await self._js.get_last_msg(subjects.STREAM, subjects.timer(table_id))
        except NotFoundError:
            return 0, 0
        return int(message.data or b"0"), message.seq or 0

    async def _arm(self, table_id: str, at_ms: int, replacing: int) -> bool:
        """Arms the timer in place of the one of a sequence (0: of none); says no when another worker was first."""
        headers = schedule(table_id, at_ms, replacing)
        try:
            await self._js.publish(subjects.timer(table_id), str(at_ms).encode(), headers=headers)
        except APIError as error:
            if error.err_code != WRONG_LAST_SEQUENCE:
                raise
            return False
        return True


def schedule(table_id: str, at_ms: int, replacing: int) -> dict[str, str]:
    """The headers of a timer that takes the place of the one of a sequence, or of none for 0.

    What it fires is kept until it is handled, however long that takes, and gives way to the next; the last one goes
    with the table's records.
    """
    return {
        str(Header.SCHEDULE.value): f"@at {datetime.fromtimestamp(at_ms / 1000, UTC).isoformat()}",
        str(Header.SCHEDULE_TARGET.value): subjects.clock(table_id),
        str(Header.SCHEDULE_ROLLUP.value): "sub",
        _SEQUENCE: str(replacing),
    }
