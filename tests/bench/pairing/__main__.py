"""How many tickets a second a leader seats: `python -m tests.bench.pairing` (tests/bench/README.md)."""

import argparse
import asyncio
import json
import signal
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import nats
import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg

from deploy.local.stack import Stack
from services.common import subjects
from services.tables.matchmaking.queue import queue_of
from tests.bench.pairing import tickets
from tests.bench.pairing.meter import Reading, cpu_of, read
from tests.service.tables.worker import Worker, worker
from truco.play.v1.play_pb2 import SEEK_STATE_MATCHED, SeekStatus

_GATEWAY = "bench"
_SHARD = queue_of(tickets.ticket(_GATEWAY, tickets.usual_mu())).shard
_LEADER = "tests.harness.leader_alone"
_STEP_SECONDS = 0.25
_BEGIN_SECONDS = 20
_ALL = 0.99
"""Somebody is always left over."""

Found = TypeVar("Found")


class Heard:
    """What the gateway that holds all the seeks hears."""

    def __init__(self) -> None:
        self.waits_ms: list[int] = []

    async def hear(self, message: Msg) -> None:
        """Notes who was seated, and after how long."""
        status = SeekStatus.FromString(message.data)
        if status.state == SEEK_STATE_MATCHED:
            self.waits_ms.append(time.time_ns() // 1_000_000 - status.since_ms)


@asynccontextmanager
async def _gateway(client: Client) -> AsyncIterator[Heard]:
    heard = Heard()
    await client.subscribe(subjects.seeks(_GATEWAY), cb=heard.hear)

    async def renew() -> None:
        while True:
            with suppress(nats.errors.Error):
                await client.publish(f"$KV.gateways.{_GATEWAY}", b"", headers={"Nats-TTL": "15s"})
            await asyncio.sleep(2)

    renewing = asyncio.create_task(renew())
    try:
        yield heard
    finally:
        renewing.cancel()


async def _bench(folder: Path, waiting: int, rate: float, seconds: float) -> None:
    with ExitStack() as exits:
        stack = exits.enter_context(Stack(folder / "stack", overrides={"QUIERO_LOG_LEVEL": "INFO"}))
        stack.start("nats", "engine")
        client = await nats.connect(**stack.nats_options("operator"), pending_size=16 << 20)
        with worker(stack, folder / "first.log", _LEADER) as first:
            await asyncio.to_thread(first.wait_until_well)
            first.signal(signal.SIGTERM)
            first.wait()
        async with _gateway(client) as heard:
            begun = time.monotonic()
            await tickets.store(client, _GATEWAY, waiting)
            print(f"{waiting:,} tickets stored in {time.monotonic() - begun:.1f} s", flush=True)
            log = folder / "leader.log"
            leader = exits.enter_context(worker(stack, log, _LEADER))
            await asyncio.to_thread(leader.wait_until_well)
            await _drain(stack, leader, log, waiting)
            await _begin(stack, waiting)
            heard.waits_ms.clear()
            await _steady(stack, client, leader, heard, rate, seconds)
        await client.close()


async def _drain(stack: Stack, leader: Worker, log: Path, waiting: int) -> None:
    """A new leader learns who waits, and seats them all."""
    before, begun, nats_before = _read(leader), time.monotonic(), cpu_of(stack.pid("nats"))
    first, loaded = await _until(lambda: _said(log, "first pass")), await _until(lambda: _said(log, "leading"))
    print(
        f"a new leader's first tables {first['seconds']:.2f} s after its claim; "
        f"all were read after {loaded['seconds']:.2f} s, {loaded['waiting']:,} of them waited still",
        flush=True,
    )
    now = await _until(lambda: _with(_read(leader), lambda now: now.tables * 2 >= waiting * _ALL))
    _tell("all of them seated, no worker for the tables", before, now, time.monotonic() - begun)
    per_ticket = (cpu_of(stack.pid("nats")) - nats_before) / (2 * (now.tables - before.tables))
    print(f"  NATS: {per_ticket * 1e6:,.0f} us CPU a ticket", flush=True)


async def _begin(stack: Stack, waiting: int) -> None:
    """A worker begins the tables that were made meanwhile: their timers have fired long since."""
    begun = time.monotonic()
    stack.start("tables")
    pid, health = stack.pid("tables"), stack.address("TABLES_HEALTH")
    before = read(pid, health)
    until, tables = begun + _BEGIN_SECONDS, waiting / 2 * _ALL
    now = await _until(lambda: _with(read(pid, health), lambda now: now.begun >= tables or time.monotonic() > until))
    passed = time.monotonic() - begun
    cpu = now.cpu - before.cpu
    print(
        f"matches begun by one worker: {now.begun:,.0f} in {passed:.1f} s, {now.begun / passed:,.0f}/s, "
        f"{cpu / max(1, now.begun) * 1e6:,.0f} us CPU each",
        flush=True,
    )


async def _steady(stack: Stack, client: Client, leader: Worker, heard: Heard, rate: float, seconds: float) -> None:
    """Players come at a rate, are seated, and their matches begin."""
    pid, health = stack.pid("tables"), stack.address("TABLES_HEALTH")
    before, worker_before, begun = _read(leader), read(pid, health), time.monotonic()
    offered = await tickets.offer(client, _GATEWAY, rate, seconds)
    now, worker_now, passed = _read(leader), read(pid, health), time.monotonic() - begun
    print(f"{offered / passed:,.0f} tickets/s came for {passed:.0f} s", flush=True)
    _tell("seated as they came, their tables served", before, now, passed)
    print(f"  matches begun meanwhile: {(worker_now.begun - worker_before.begun) / passed:,.0f}/s")
    waits = sorted(heard.waits_ms) or [0]
    print(
        f"  told after {statistics.median(waits):,.0f} ms (median), {waits[len(waits) * 99 // 100]:,} ms (p99)",
        flush=True,
    )


async def _until(seen: Callable[[], Found | None], every: float = _STEP_SECONDS) -> Found:
    """What is seen at last."""
    while True:
        if (found := seen()) is not None:
            return found
        await asyncio.sleep(every)


def _with(reading: Reading, wanted: Callable[[Reading], bool]) -> Reading | None:
    return reading if wanted(reading) else None


def _read(leader: Worker) -> Reading:
    return read(leader.pid, leader.health)


def _tell(what: str, before: Reading, after: Reading, seconds: float) -> None:
    seated = 2 * (after.tables - before.tables)
    passes = max(1.0, after.passes - before.passes)
    cpu = after.cpu - before.cpu
    print(
        f"{what}: {seated:,.0f} tickets in {seconds:.1f} s, {seated / seconds:,.0f}/s\n"
        f"  leader: {cpu / seconds:.0%} of a core, {cpu / max(1.0, seated) * 1e6:,.0f} us CPU a ticket, "
        f"{(after.pass_seconds - before.pass_seconds) / passes * 1e3:.0f} ms a pass "
        f"of {seated / 2 / passes:.0f} tables, {after.refused - before.refused:.0f} batches refused, "
        f"{after.rss / 2**20:,.0f} MiB",
        flush=True,
    )


def _said(log: Path, event: str) -> Mapping[str, Any] | None:
    """What the leader of the queue has logged."""
    for line in log.read_text().splitlines():
        with suppress(ValueError):
            entry: dict[str, Any] = json.loads(line)
            if entry.get("event") == event and entry["shard"] == _SHARD:
                return entry
    return None


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--waiting", type=int, default=100_000, help="tickets that wait when the leader begins")
    parser.add_argument("--rate", type=float, default=2_000, help="tickets a second that come afterwards")
    parser.add_argument("--seconds", type=float, default=15)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_bench(Path(folder), args.waiting, args.rate, args.seconds))


if __name__ == "__main__":
    main()
