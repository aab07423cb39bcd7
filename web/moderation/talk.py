"""All that was said at a table, as tables keeps it for the moderators for a set time (stream TALK)."""

from collections.abc import AsyncIterator

from nats.aio.client import Client
from nats.js.errors import NotFoundError

from services.common import subjects
from truco.tables.v1 import tables_pb2


async def said_at(client: Client, table_id: str) -> AsyncIterator[tables_pb2.TalkRecord]:
    """A table's lines, oldest first."""
    js, sequence = client.jetstream(), 1
    while True:
        try:
            message = await js.get_msg(
                subjects.TALK_STREAM, seq=sequence, subject=subjects.talk_of(table_id), direct=True, next=True
            )
        except NotFoundError:
            return
        yield tables_pb2.TalkRecord.FromString(message.data or b"")
        sequence = (message.seq or 0) + 1
