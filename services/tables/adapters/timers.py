"""The tables' durable timers: message schedules of JetStream (ADR-51), one for each table, fired by the server.

A timer is only ever moved to an earlier time, under the sequence check of its own subject, and comes to its end only
by firing; what it fires is acknowledged only when the table's next timer is sure. So for every table there is at any
time a timer that fires no later than the table's own next act is due, or a fired one that still waits to be handled.
Most actions need no publish at all, since the timer that is there is early enough.
"""

from collections import OrderedDict
from dataclasses import dataclass
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
from services.tables.handlers.ports import Clock

_SKEW_MS: Final = 300
"""How far the server's clock may be ahead: a timer that is nearer than that may have fired already."""
_FIRED_TTL: Final = "168h"
"""How long a fired timer waits to be handled. Only the last one of a table is kept."""
_ATTEMPTS: Final = 8
_SEQUENCE = str(Header.EXPECTED_LAST_SUBJECT_SEQUENCE.value)


@dataclass(frozen=True, slots=True)
class _Armed:
    at_ms: int
    sequence: int


_NONE: Final = _Armed(0, 0)


class JetStreamTimers:
    """The port Timers on the stream TABLES."""

    def __init__(self, js: JetStreamContext, clock: Clock, remembered: int) -> None:
        self._js = js
        self._clock = clock
        self._size = remembered
        self._armed: OrderedDict[str, _Armed] = OrderedDict()

    async def ensure(self, table_id: str, at_ms: int) -> None:
        """Makes sure that the table's timer fires at that time or earlier. Errors: UNREACHABLE."""
        known = self._armed.get(table_id, _NONE)
        if self._clock.now_ms() + _SKEW_MS < known.at_ms <= at_ms:
            return
        try:
            await self._ensure(table_id, at_ms)
        except (nats.errors.Error, nats.js.errors.Error, TimeoutError) as error:
            raise Unreachable("UNREACHABLE", "the table's timer cannot be set now") from error

    def forget(self, table_id: str) -> None:
        """Drops what is remembered: another worker has had the table, and may have moved its timer."""
        self._armed.pop(table_id, None)

    async def _ensure(self, table_id: str, at_ms: int) -> None:
        for _ in range(_ATTEMPTS):
            armed = await self._read(table_id)
            if not (armed.sequence and armed.at_ms <= at_ms):
                armed = await self._arm(table_id, at_ms, armed.sequence)
            if armed.sequence:
                return self._remember(table_id, armed)
        raise Unreachable("UNREACHABLE", "the table's timer is being moved by others")

    async def _read(self, table_id: str) -> _Armed:
        try:
            message = await self._js.get_last_msg(subjects.STREAM, subjects.timer(table_id))
        except NotFoundError:
            return _NONE
        return _Armed(int(message.data or b"0"), message.seq or 0)

    async def _arm(self, table_id: str, at_ms: int, replacing: int) -> _Armed:
        """Arms the timer in place of the one of a sequence (0: of none); none when another worker was first."""
        headers = {
            str(Header.SCHEDULE.value): f"@at {datetime.fromtimestamp(at_ms / 1000, UTC).isoformat()}",
            str(Header.SCHEDULE_TARGET.value): subjects.clock(table_id),
            str(Header.SCHEDULE_TTL.value): _FIRED_TTL,
            str(Header.SCHEDULE_ROLLUP.value): "sub",
            _SEQUENCE: str(replacing),
        }
        try:
            ack = await self._js.publish(subjects.timer(table_id), str(at_ms).encode(), headers=headers)
        except APIError as error:
            if error.err_code != WRONG_LAST_SEQUENCE:
                raise
            return _NONE
        return _Armed(at_ms, ack.seq)

    def _remember(self, table_id: str, armed: _Armed) -> None:
        self._armed[table_id] = armed
        self._armed.move_to_end(table_id)
        if len(self._armed) > self._size:
            self._armed.popitem(last=False)
