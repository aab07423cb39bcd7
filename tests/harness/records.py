"""The TABLES stream read directly from JetStream: what is there, whatever the services say."""

from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

import nats
from nats.aio.client import Client

from services.common.subjects import STREAM, TERMINAL_KINDS
from truco.tables.v1 import tables_pb2

_READ_SECONDS = 10.0


@dataclass(frozen=True)
class Stored:
    """One stored record of a table."""

    table_id: str
    kind: str
    """open, commit, finished, voided or abandoned."""

    record: tables_pb2.TableRecord

    @property
    def ends_match(self) -> bool:
        """Whether it ended its match."""
        return self.kind in TERMINAL_KINDS


async def read_tables(nats_options: Mapping[str, Any]) -> dict[str, list[Stored]]:
    """Every table's records in stored order, by table id."""
    client = await nats.connect(**nats_options)
    try:
        stored = [item async for item in _all_records(client)]
    finally:
        await client.close()
    tables: defaultdict[str, list[Stored]] = defaultdict(list)
    for item in stored:
        tables[item.table_id].append(item)
    return dict(tables)


async def _all_records(client: Client) -> AsyncIterator[Stored]:
    subscription = await client.jetstream().subscribe("table.>", stream=STREAM, ordered_consumer=True)
    waiting = 1
    while waiting:
        message = await subscription.next_msg(timeout=_READ_SECONDS)
        waiting = message.metadata.num_pending
        _, _, table_id, kind = message.subject.split(".")
        yield Stored(table_id, kind, tables_pb2.TableRecord.FromString(message.data))
