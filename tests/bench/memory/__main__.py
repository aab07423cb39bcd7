"""`python -m tests.bench.memory`: what one worker holds in memory for each table at which nobody acts, while the next
action at any of them needs no read. See ../README.md."""

import argparse
import asyncio
import re
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import nats
from nats.aio.client import Client

from deploy.local.stack import Stack
from services.common import subjects
from tests.bench.memory.matches import Matches, choice, renamed, running
from tests.bench.platform import usage
from truco.tables.v1.tables_pb2 import Attendance, Command, GetVersions, Query, Reply, TableRecord

_SETTINGS = {
    "QUIERO_TABLES_TURN_SECONDS": "3600",
    "QUIERO_TABLES_CACHE": "100000",
    "QUIERO_LOG_LEVEL": "WARNING",
}
_MATCHES = 100
_AT_ONCE = 32
_PATIENCE_SECONDS = 60
_BEAT_SECONDS = 7.0
"""How often a gateway tells who is there, and compares versions."""
_SAMPLE = 500


class Bench:
    """Ever more tables of one worker, each of which has acted once, and whose players have streams at one gateway."""

    def __init__(self, stack: Stack, client: Client, seats: int) -> None:
        self._stack = stack
        self._client = client
        self._luck = Random(1)
        self._matches = Matches(bytes.fromhex(stack.env["QUIERO_ENGINE_STATE_KEY"]), seats, self._luck)
        self._tables: list[TableRecord] = []

    async def grow(self, count: int) -> int:
        """Has so many tables, then the worker's resident bytes once its players were told of twice."""
        # Of other matches each time, so that no table is like one that the worker had at hand before.
        records = [each async for each in self._some_records()]
        while missing := count - len(self._tables):
            some = [renamed(self._luck.choice(records)) for _ in range(min(missing, _AT_ONCE))]
            await asyncio.gather(*map(self._store, some))
            await asyncio.gather(*map(self._act, some))
            self._tables += some
        for _ in range(2):
            await self._beat()
            await asyncio.sleep(_BEAT_SECONDS / 2)
        return usage.of_stack(self._stack, ["tables"])["tables"].rss

    async def reads(self) -> tuple[int, int]:
        """How many tables act once more of those that were not used for longest, and how many reads that takes."""
        await asyncio.sleep(_BEAT_SECONDS)  # timers of deals have fired by then
        before = self._read()
        some = self._tables[:_SAMPLE]
        stored = [await self._stored(record.state.table_id) for record in some]
        now = list(filter(running, stored))
        for record in now:
            await self._act(record)
        return len(now), self._read() - before

    async def _some_records(self) -> AsyncIterator[TableRecord]:
        for _ in range(_MATCHES):
            for record in filter(running, self._matches.records()):
                yield record
            await asyncio.sleep(0.01)  # lets the connection live

    async def _stored(self, table_id: str) -> TableRecord:
        message = await self._client.jetstream().get_last_msg(subjects.STREAM, subjects.records(table_id))
        return TableRecord.FromString(message.data or b"")

    async def _store(self, record: TableRecord) -> None:
        subject = subjects.record(record.state.table_id, "commit")
        await self._client.jetstream().publish(subject, record.SerializeToString(), timeout=_PATIENCE_SECONDS)

    async def _act(self, record: TableRecord) -> None:
        act = choice(record.state, self._luck)
        command = Command(
            player=record.state.seats[act.seat].player,
            request_id=self._luck.randbytes(16).hex(),
            expected_version=record.version,
            not_after_ms=int(time.time() * 1000) + _PATIENCE_SECONDS * 1000,
        )
        command.act.action.CopyFrom(act.action)
        subject = subjects.command(record.state.table_id)
        reply = Reply.FromString(
            (await self._client.request(subject, command.SerializeToString(), _PATIENCE_SECONDS)).data
        )
        assert reply.HasField("accepted"), reply

    async def _beat(self) -> None:
        """What a gateway asks and tells of all its tables."""
        shards: dict[int, GetVersions] = {}
        for record in self._tables:
            table_id = record.state.table_id
            asked = shards.setdefault(subjects.shard_of(table_id), GetVersions(gateway="gateway-1"))
            asked.table_ids.append(table_id)
            asked.attending.append(Attendance(table_id=table_id, player_ids=_players(record)))
        for shard, asked in shards.items():
            await self._client.request(
                subjects.query(shard), Query(versions=asked).SerializeToString(), _PATIENCE_SECONDS
            )

    def _read(self) -> int:
        address = self._stack.env_of("tables")["QUIERO_HEALTH_ADDRESS"]
        with urllib.request.urlopen(f"http://{address}/metrics") as answer:
            found = re.search(r"^quiero_tables_reads_total (\S+)", answer.read().decode(), re.MULTILINE)
        return int(float(found[1])) if found else 0


def _players(record: TableRecord) -> Iterable[str]:
    return [seat.player.player_id for seat in record.state.seats]


async def measure(stack: Stack, seats: int, counts: Sequence[int]) -> None:
    """Prints a line for each number of tables."""
    client = await nats.connect(**stack.nats_options("operator"))
    bench = Bench(stack, client, seats)
    first = before = await bench.grow(counts[0])
    print(f"{seats} seats, {counts[0]} tables: {first / 1e6:.1f} MB", flush=True)
    for fewer, count in pairwise(counts):
        rss = await bench.grow(count)
        each = f"a table more {(rss - before) / (count - fewer):.0f} bytes"
        print(
            f"{count} tables: {rss / 1e6:.1f} MB; {each}, since {counts[0]} {(rss - first) / (count - counts[0]):.0f}"
        )
        before = rss
    acted, reads = await bench.reads()
    print(f"{acted} of the tables unused for longest acted; reads: {reads}", flush=True)
    await client.close()


def main() -> None:
    """Measures a worker of its own for each number of seats."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, nargs="+", default=[2], help="sizes of tables")
    parser.add_argument("--tables", type=int, nargs="+", default=[500, 5000, 20000], help="how many, growing")
    options = parser.parse_args()
    for seats in options.seats:
        with tempfile.TemporaryDirectory() as folder, Stack(Path(folder), overrides=_SETTINGS) as stack:
            stack.start("nats", "engine", "tables")
            asyncio.run(measure(stack, seats, options.tables))


if __name__ == "__main__":
    main()
