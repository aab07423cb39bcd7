"""How long nobody is seated when a leader dies: `python -m tests.bench.pairing.failover` (tests/bench/README.md)."""

import argparse
import asyncio
import json
import signal
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import nats
import psutil
from nats.aio.client import Client
from nats.js.errors import NotFoundError

from deploy.local.stack import Stack
from services.common import subjects
from services.engine.rules.presets import PRESETS
from services.tables.adapters.workers import shards_of
from services.tables.matchmaking.queue import queue_of
from tests.bench.pairing import tickets
from tests.bench.pairing.meter import cpu_of
from tests.harness.leader_in_name import name_of
from tests.service.tables.worker import Worker, worker
from truco.tables.v1.seeks_pb2 import Pass

_GATEWAY = "bench"
_OLD = "tests.harness.leader_in_name"
_SECONDS = 120.0


async def _bench(folder: Path, waiting: int) -> None:
    with ExitStack() as exits:
        stack = exits.enter_context(Stack(folder / "stack", overrides={"QUIERO_LOG_LEVEL": "INFO"}))
        stack.start("nats", "engine")
        client = await nats.connect(**stack.nats_options("operator"), pending_size=16 << 20)
        old = exits.enter_context(worker(stack, folder / "old.log", _OLD))
        new = exits.enter_context(worker(stack, folder / "new.log"))
        for each in (old, new):
            await asyncio.to_thread(each.wait_until_well)
        preset, shard = _queue_of(old, new)
        await _until_led(client, shard, _name(old))
        await tickets.store(client, _GATEWAY, waiting, preset)
        await client.publish(f"$KV.gateways.{_GATEWAY}", b"", headers={"Nats-TTL": "300s"})
        await _fail_over(client, shard, old, new, folder / "new.log")
        await client.close()


async def _fail_over(client: Client, shard: int, old: Worker, new: Worker, log: Path) -> None:
    load_before, cpu = psutil.getloadavg()[0], cpu_of(new.pid)
    old.signal(signal.SIGKILL)
    died = time.monotonic()
    made, seconds = await _first_pass(client, shard), time.monotonic() - died
    print(
        f"first tables {seconds:.2f} s after the old leader's death: a batch of {len(made.table_ids)} by {made.leader}",
        flush=True,
    )
    first, loaded = await _said(log, shard, "first pass"), await _said(log, shard, "leading")
    print(
        f"  after its claim {first['seconds']:.2f} s; all were read {loaded['seconds']:.2f} s after it, "
        f"{loaded['waiting']:,} of them waited still\n"
        f"  the worker, matches begun included: {cpu_of(new.pid) - cpu:.1f} s of CPU until then; "
        f"load average before {load_before:.1f}",
        flush=True,
    )


def _queue_of(old: Worker, new: Worker) -> tuple[str, int]:
    """A preset whose queue the old worker is to lead, though the new one is there, and the queue's shard."""
    mine = shards_of(_name(old), [_name(old), _name(new)], subjects.QUEUE_SHARDS)
    for preset in PRESETS:
        shard = queue_of(tickets.ticket(_GATEWAY, 0, preset)).shard
        if shard in mine:
            return preset, shard
    raise SystemExit("the new worker leads everything; run it again")


def _name(one: Worker) -> str:
    return name_of(int(one.health.rpartition(":")[2]))


async def _until_led(client: Client, shard: int, name: str) -> None:
    async with asyncio.timeout(_SECONDS):
        while True:
            with suppress(NotFoundError):
                lease = await client.jetstream().get_last_msg("KV_workers", f"$KV.workers.queue.{shard}")
                if (lease.data or b"").decode() == name:
                    return
            await asyncio.sleep(0.1)


async def _first_pass(client: Client, shard: int) -> Pass:
    """Waits for the first pass that is stored with tables in it."""
    async with asyncio.timeout(_SECONDS):
        while True:
            with suppress(NotFoundError):
                message = await client.jetstream().get_last_msg(subjects.STREAM, subjects.passing(shard))
                made = Pass.FromString(message.data or b"")
                if made.table_ids:
                    return made
            await asyncio.sleep(0.02)


async def _said(log: Path, shard: int, event: str) -> Mapping[str, Any]:
    """What the new leader logs, once it does."""
    async with asyncio.timeout(_SECONDS):
        while True:
            for entry in _entries(log):
                if entry.get("event") == event and entry["shard"] == shard:
                    return entry
            await asyncio.sleep(0.2)


def _entries(log: Path) -> Iterator[Mapping[str, Any]]:
    for line in log.read_text().splitlines():
        with suppress(ValueError):
            yield json.loads(line)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--waiting", type=int, default=100_000, help="tickets that wait when the leader dies")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_bench(Path(folder), args.waiting))


if __name__ == "__main__":
    main()
