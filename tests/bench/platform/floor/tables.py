"""The floor's tables: a NATS request in, the engine asked, a record stored under the sequence check, the answer, the
fan-out. It knows nothing of a table but its last sequence.

    python -m tests.bench.platform.floor.tables ENGINE PRESET SEATS PAYLOADS
"""

import asyncio
import itertools
import sys
from collections import defaultdict
from pathlib import Path

import uvloop
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.api import Header, StorageType, StreamConfig

from services.common import nats
from services.common.settings import NatsSettings, load
from services.tables.adapters.engine import GrpcEngine
from tests.bench.engine.recorded import record
from tests.bench.platform.floor import payloads, wire

EXCHANGES = 500
"""How many calls to the engine were recorded."""

_SEQUENCE = str(Header.EXPECTED_LAST_SUBJECT_SEQUENCE.value)


class Tables:
    """Carries out what comes in."""

    def __init__(self, client: Client, engine: GrpcEngine, path: Path, preset: str, seats: int) -> None:
        self._client = client
        self._js = client.jetstream()
        self._engine = engine
        self._calls = itertools.cycle([exchange.request for exchange in record(preset, seats, EXCHANGES)])
        self._payloads = itertools.cycle(payloads.read(path))
        self._last: defaultdict[str, int] = defaultdict(int)
        self._tasks: set[asyncio.Task[None]] = set()

    async def hear(self, message: Msg) -> None:
        """Each command in a task of its own."""
        task = asyncio.create_task(self._carry_out(message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry_out(self, message: Msg) -> None:
        table_id, sample = wire.table_of(message.data), next(self._payloads)
        await self._step(table_id, sample)
        await message.respond(sample.reply)
        await self._tell(table_id, sample)
        if wire.follows(message.data):
            await self._step(table_id, sample)
            await self._tell(table_id, sample)

    async def _step(self, table_id: str, sample: payloads.Payloads) -> None:
        call = next(self._calls)
        await self._engine.apply(call.state, call.seat, call.action)
        headers = {_SEQUENCE: str(self._last[table_id])}
        ack = await self._js.publish(wire.record_subject(table_id), sample.record, headers=headers)
        self._last[table_id] = ack.seq

    async def _tell(self, table_id: str, sample: payloads.Payloads) -> None:
        for seat, update in enumerate(sample.seats):
            await self._client.publish(wire.seat_subject(table_id, seat), update)
        for update in sample.others:
            await self._client.publish(wire.other_subject(table_id), update)


async def main(address: str, preset: str, seats: str, path: str) -> None:
    """Serves until it is killed."""
    client = await nats.connect(load(NatsSettings), "floor")
    config = StreamConfig(
        name=wire.STREAM, subjects=[wire.record_subject("*")], storage=StorageType.FILE, allow_direct=True
    )
    await client.jetstream().add_stream(config)
    tables = Tables(client, GrpcEngine(address), Path(path), preset, int(seats))
    await client.subscribe(wire.command_subject("*"), queue="floor", cb=tables.hear)
    await client.flush()
    print("ready", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main(*sys.argv[1:]))
