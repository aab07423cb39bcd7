"""The tables' records in JetStream. Reads go to the stream's leader, so they never lag behind an append."""

from collections import Counter
from collections.abc import Awaitable, Mapping
from typing import Final, TypeVar

import nats.errors
import nats.js.errors
from nats.aio.client import Client
from nats.js.api import Header
from nats.js.errors import APIError

from services.common import subjects, tracing
from services.common.errors import Unreachable
from services.tables.adapters.leader import Leader, Stored
from services.tables.adapters.publishing import Publisher
from services.tables.domain.formats import read
from services.tables.domain.table import Table
from services.tables.domain.times import Times
from services.tables.handlers.ports import OutcomeUnknown, SequenceConflict

T = TypeVar("T")

WRONG_LAST_SEQUENCE: Final = 10071
_APPEND_SECONDS: Final = 2.0
_APPEND_ATTEMPTS: Final = 4
SEQUENCE = str(Header.EXPECTED_LAST_SUBJECT_SEQUENCE.value)
SEQUENCE_SUBJECT: Final = "Nats-Expected-Last-Subject-Sequence-Subject"


class JetStreamStore:
    """The port Store on the stream TABLES."""

    def __init__(self, client: Client, times: Times) -> None:
        """`times` has what older records lack."""
        self._js = client.jetstream()
        self._publisher = Publisher(client)
        self._leader = Leader(client, subjects.STREAM)
        self._times = times

    async def last(self, table_id: str) -> Table | None:
        """The table as stored, or None. Errors: UNREACHABLE."""
        return self._table(await _read(self._leader.last(subjects.records(table_id))))

    async def at(self, sequence: int) -> Table | None:
        """The table as it was by the record of a sequence, or None. Errors: UNREACHABLE."""
        return self._table(await _read(self._leader.at(sequence)))

    async def counts(self, shard: int) -> Mapping[str, int]:
        """How many records each table of a shard has. Errors: UNREACHABLE."""
        counts: Counter[str] = Counter()
        for subject, count in (await _read(self._leader.counts(subjects.records_of(shard)))).items():
            counts[subject.split(".")[2]] += count
        return counts

    async def fired(self, table_id: str) -> int:
        """The sequence of the table's timer that fired last; 0 for none. Errors: UNREACHABLE."""
        message = await _read(self._leader.last(subjects.clock(table_id)))
        return message.seq if message else 0

    async def append(self, table_id: str, kind: str, data: bytes, after: Table | None) -> int:
        """Stores a record durably after a table as it was seen, or as its first one, and returns its sequence.

        When the server does not answer, the last record tells whether this one was stored; if not, publishing it again
        is safe: were the first try still under way, one of the two would meet the sequence check.
        """
        headers = _only_after(table_id, after) | tracing.headers()
        for attempt in range(_APPEND_ATTEMPTS):
            try:
                return await self._publisher.publish(subjects.record(table_id, kind), data, headers, _APPEND_SECONDS)
            except APIError as error:
                if error.err_code != WRONG_LAST_SEQUENCE:
                    raise OutcomeUnknown from error
                if attempt == 0:
                    raise SequenceConflict from error
            except (nats.errors.Error, nats.js.errors.Error, TimeoutError):
                pass
            if stored := await self._stored(table_id, data, after.sequence if after else 0):
                return stored
        raise OutcomeUnknown

    async def purge(self, table_id: str, sequence: int) -> bool:
        """Deletes all of a table if the portal has acknowledged the record of the sequence; says whether it did."""
        consumer = await self._js.consumer_info(subjects.STREAM, subjects.MATCHES_CONSUMER)
        if consumer.ack_floor is None or consumer.ack_floor.stream_seq < sequence:
            return False
        return await self._js.purge_stream(subjects.STREAM, subject=subjects.records_and_clock(table_id))

    async def drop_fired(self, table_id: str) -> None:
        """Deletes the fired timer of a table that is not there."""
        await self._js.purge_stream(subjects.STREAM, subject=subjects.clock(table_id))

    async def _stored(self, table_id: str, data: bytes, after: int) -> int:
        """The sequence at which the record is the last one; 0 when the table is as before."""
        try:
            message = await _read(self._leader.last(subjects.records(table_id)))
        except Unreachable:
            return 0
        if message is not None and message.data == data:
            return message.seq
        if message is not None and message.seq != after:
            raise SequenceConflict
        return 0

    def _table(self, message: Stored | None) -> Table | None:
        return Table(read(message.data, self._times), message.seq) if message else None


async def _read(reading: Awaitable[T]) -> T:
    try:
        return await reading
    except (nats.errors.Error, nats.js.errors.Error, TimeoutError) as error:
        raise Unreachable("UNREACHABLE", "the records cannot be read now") from error


def _only_after(table_id: str, after: Table | None) -> dict[str, str]:
    """The sequence check. A table's fired timers count in it, so that who appends knows its timer (README, Timers)."""
    if after is None:
        return {SEQUENCE: "0", SEQUENCE_SUBJECT: subjects.records(table_id)}
    return {SEQUENCE: str(after.seen), SEQUENCE_SUBJECT: subjects.records_and_clock(table_id)}
