"""A worker of tables that kills itself between append and reply, and between append and fan-out (harness/faults.py).

The product knows nothing of it: the real worker is composed here with adapters of ours in front of the real ones.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

from nats.aio.msg import Msg

from services.common.health import Health
from services.common.run import run
from services.common.settings import load
from services.tables.adapters.updates import NatsReply
from services.tables.composition import serve
from services.tables.domain.table import Table
from services.tables.domain.updates import Update
from services.tables.handlers.ports import Ports, Replies, Store, Updates
from services.tables.settings import TablesSettings
from tests.harness.faults import BEFORE_FAN_OUT, BEFORE_REPLY, Faults, from_environment
from truco.tables.v1.tables_pb2 import Reply

_FLUSH_SECONDS = 0.05
"""NATS sends a reply a moment after it was told to: who dies before the fan-out dies after that."""


class AppendNoting:
    """The real store, and the tables whose last append has not been told yet."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.untold: set[str] = set()

    async def last(self, table_id: str) -> Table | None:
        """As the real store."""
        return await self._store.last(table_id)

    async def at(self, sequence: int) -> Table | None:
        """As the real store."""
        return await self._store.at(sequence)

    async def counts(self, shard: int) -> Mapping[str, int]:
        """As the real store."""
        return await self._store.counts(shard)

    async def fired(self, table_id: str) -> int:
        """As the real store."""
        return await self._store.fired(table_id)

    async def append(self, table_id: str, kind: str, data: bytes, after: Table | None) -> int:
        """As the real store."""
        sequence = await self._store.append(table_id, kind, data, after)
        self.untold.add(table_id)
        return sequence

    async def purge(self, table_id: str, sequence: int) -> bool:
        """As the real store."""
        return await self._store.purge(table_id, sequence)

    async def drop_fired(self, table_id: str) -> None:
        """As the real store."""
        await self._store.drop_fired(table_id)


class DyingBeforeFanOut:
    """The real fan-out, or death after the reply and before any update."""

    def __init__(self, updates: Updates, store: AppendNoting, faults: Faults) -> None:
        self._updates = updates
        self._store = store
        self._faults = faults

    async def publish(self, updates: Sequence[Update]) -> None:
        """As the real fan-out, mostly."""
        appended = {update.subject.split(".")[1] for update in updates} & self._store.untold
        if appended and self._faults.due(BEFORE_FAN_OUT):
            await asyncio.sleep(_FLUSH_SECONDS)
            self._faults.die()
        self._store.untold -= appended
        await self._updates.publish(updates)


class DyingBeforeReply:
    """The real reply, or death after the append and before the reply."""

    def __init__(self, message: Msg, store: AppendNoting, faults: Faults) -> None:
        self._reply = NatsReply(message)
        self._store = store
        self._table_id = message.subject.rpartition(".")[2]
        self._faults = faults

    async def send(self, reply: Reply) -> None:
        """As the real reply, mostly."""
        if self._table_id in self._store.untold and self._faults.due(BEFORE_REPLY):
            self._faults.die()
        await self._reply.send(reply)


class Composition:
    """What is put in front of the real adapters."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._store: AppendNoting | None = None

    def over(self, ports: Ports) -> Ports:
        """The ports with faults."""
        self._store = AppendNoting(ports.store)
        return replace(ports, store=self._store, updates=DyingBeforeFanOut(ports.updates, self._store, self._faults))

    def reply_to(self, message: Msg) -> Replies:
        """The replies with faults."""
        assert self._store
        return DyingBeforeReply(message, self._store, self._faults)


def main() -> None:
    """Serves tables, dying now and then."""
    settings = load(TablesSettings)
    composition = Composition(from_environment())

    async def live(health: Health, stopping: asyncio.Event) -> None:
        await serve(settings, health, stopping, composition.over, composition.reply_to)

    run("tables", settings, live)


if __name__ == "__main__":
    main()
