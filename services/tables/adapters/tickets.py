"""The seekers' tickets, and their leaders' passes, in the stream TABLES."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import nats.errors
import nats.js.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.api import Header, RawStreamMsg
from nats.js.errors import APIError, NotFoundError

from services.common import subjects
from services.common.errors import Unreachable
from services.tables.adapters import batches
from services.tables.adapters.batches import Message
from services.tables.adapters.following import Following
from services.tables.adapters.store import SEQUENCE, SEQUENCE_SUBJECT, WRONG_LAST_SEQUENCE
from services.tables.adapters.timers import schedule
from services.tables.handlers.ports import OutcomeUnknown, SequenceConflict
from services.tables.matchmaking.ports import Hear, Stored, Tabled
from services.tables.matchmaking.queue import queue_of
from services.tables.matchmaking.tickets import KEPT_SECONDS, ended, lives
from truco.tables.v1.seeks_pb2 import Pass, Ticket

_SECONDS: Final = 2.0
_REPLACING: Final = {str(Header.ROLLUP.value): "sub"}
"""The message takes the place of all before it on its subject."""
_FOR_A_WHILE: Final = _REPLACING | {str(Header.MSG_TTL.value): f"{KEPT_SECONDS}s"}


@dataclass(frozen=True, slots=True)
class JetStreamTickets:
    """The ports Tickets and Passes."""

    client: Client

    async def last(self, player_id: str) -> Stored | None:
        """The player's last ticket, over all queues, or None. Errors: UNREACHABLE."""
        message = await self._last(subjects.tickets_of(player_id))
        return None if message is None else Stored(Ticket.FromString(message.data or b""), message.seq or 0)

    async def store(self, ticket: Ticket, after: Stored | None) -> int:
        """Stores a ticket in the place of the player's last one and returns its sequence.

        Raises SequenceConflict, or OutcomeUnknown.
        """
        subject = _subject(ticket)
        only_after = {
            SEQUENCE: str(after.sequence if after else 0),
            SEQUENCE_SUBJECT: subjects.tickets_of(ticket.player.player_id),
        }
        kept = _REPLACING if lives(ticket) else _FOR_A_WHILE
        stored = Message(subject, ticket.SerializeToString(), only_after | kept)
        if after is None or not lives(after.ticket) or _subject(after.ticket) == subject:
            return await self._publish(stored)
        # The queue's shard is another one: the older ticket goes in the same moment in which the new one comes.
        older = ended(after.ticket).SerializeToString()
        gone = Message(_subject(after.ticket), older, only_after | _FOR_A_WHILE)
        return await batches.publish(self.client, [gone, Message(subject, stored.data, kept)]) + 1

    async def since_ms(self, shard: int) -> int | None:
        """When the first of the tickets of a queue shard was written; None when there is none. Errors: UNREACHABLE."""
        try:
            js = self.client.jetstream()
            first = await js.get_msg(subjects.STREAM, seq=1, subject=subjects.tickets_in(shard), next=True)
        except NotFoundError:
            return None
        except (nats.errors.Error, nats.js.errors.Error, TimeoutError) as error:
            raise Unreachable("UNREACHABLE", "tickets cannot be read now") from error
        assert first.time is not None
        return int(first.time.timestamp() * 1000)

    def read(self, shard: int, until: int, hear: Hear) -> Following:
        """Tells the tickets of a queue shard that were written up to a sequence and are still there, in their order."""

        def told(subject: str, sequence: int, message: Msg) -> None:
            hear(subject.rpartition(".")[2], sequence, Ticket.FromString(message.data))

        return Following(self.client, subjects.STREAM, subjects.tickets_in(shard), told, until=until)

    def follow(self, shard: int, after: int, hear: Hear) -> Following:
        """Tells what is written of the tickets of a queue shard after a sequence."""

        def told(subject: str, sequence: int, message: Msg) -> None:
            hear(subject.rpartition(".")[2], sequence, Ticket.FromString(message.data))

        return Following(self.client, subjects.STREAM, subjects.tickets_in(shard), told, after=after)

    async def drop_older(self, shard: int, player_id: str, sequence: int) -> None:
        """Deletes what is under a ticket. Errors: UNREACHABLE."""
        try:
            js = self.client.jetstream()
            await js.purge_stream(subjects.STREAM, subject=subjects.ticket(shard, player_id), seq=sequence)
        except (nats.errors.Error, nats.js.errors.Error, TimeoutError) as error:
            raise Unreachable("UNREACHABLE", "an old ticket cannot be deleted now") from error

    async def claim(self, shard: int, leader: str) -> int:
        """Makes a worker the one whose passes count, and returns the sequence that its first one must follow.

        Raises SequenceConflict, OutcomeUnknown, and UNREACHABLE.
        """
        before = await self._last(subjects.passing(shard))
        return await self._publish(_passing(shard, Pass(leader=leader), (before and before.seq) or 0))

    async def passed(self, shard: int) -> int:
        """The sequence of the last pass. Errors: UNREACHABLE."""
        before = await self._last(subjects.passing(shard))
        return (before and before.seq) or 0

    async def commit(self, shard: int, leader: str, tables: Sequence[Tabled], after: int) -> int:
        """Opens tables and marks their tickets, all or none, and returns the pass's sequence.

        Raises SequenceConflict when the leader's time is over or a ticket is not as it was, and OutcomeUnknown.
        """
        written = Pass(leader=leader, table_ids=[table.table_id for table in tables])
        messages = [_passing(shard, written, after)]
        for table in tables:
            messages += _of_table(table)
        return await batches.publish(self.client, messages)

    async def _publish(self, message: Message) -> int:
        js = self.client.jetstream()
        try:
            return (await js.publish(message.subject, message.data, _SECONDS, headers=dict(message.headers))).seq
        except APIError as error:
            if error.err_code == WRONG_LAST_SEQUENCE:
                raise SequenceConflict from error
            raise OutcomeUnknown from error
        except (nats.errors.Error, nats.js.errors.Error, TimeoutError) as error:
            raise OutcomeUnknown from error

    async def _last(self, subject: str) -> RawStreamMsg | None:
        try:
            return await self.client.jetstream().get_msg(subjects.STREAM, subject=subject)
        except NotFoundError:
            return None
        except (nats.errors.Error, nats.js.errors.Error, TimeoutError) as error:
            raise Unreachable("UNREACHABLE", "tickets cannot be read now") from error


def _passing(shard: int, written: Pass, after: int) -> Message:
    headers = _REPLACING | {SEQUENCE: str(after)}
    return Message(subjects.passing(shard), written.SerializeToString(), headers)


def _of_table(table: Tabled) -> list[Message]:
    """A table's first record, its timer, and the tickets of those who sit there."""
    records = subjects.records(table.table_id)
    return [
        Message(
            subjects.record(table.table_id, "open"),
            table.record.SerializeToString(),
            {SEQUENCE: "0", SEQUENCE_SUBJECT: records},
        ),
        Message(
            subjects.timer(table.table_id),
            str(table.timer_ms).encode(),
            schedule(table.table_id, table.timer_ms, replacing=0),
        ),
        *(_mark(mark) for mark in table.marks),
    ]


def _mark(mark: Stored) -> Message:
    headers = _FOR_A_WHILE | {SEQUENCE: str(mark.sequence)}
    return Message(_subject(mark.ticket), mark.ticket.SerializeToString(), headers)


def _subject(ticket: Ticket) -> str:
    return subjects.ticket(queue_of(ticket).shard, ticket.player.player_id)
