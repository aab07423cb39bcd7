"""The heartbeat of many who ask at once, on a real NATS."""

import asyncio
from collections.abc import AsyncIterator

import nats
import pytest
from nats.aio.client import Client
from prometheus_client import REGISTRY

from deploy.local.stack import Stack
from services.tables.adapters.beat import BeatClock

_ASKING = 50


@pytest.fixture
async def client(servers: Stack) -> AsyncIterator[Client]:
    """A worker's connection, beside the stack's own worker."""
    client = await nats.connect(**servers.nats_options("tables"))
    yield client
    await client.close()


async def test_many_who_find_the_heartbeat_old_have_it_written_once(client: Client) -> None:
    """A worker that did not get to run finds hundreds of commands and timers: one heartbeat each kept it down."""
    clock = BeatClock(client.jetstream())
    await client.flush()
    sent_before = client.stats["out_msgs"]

    await asyncio.gather(*(clock.outage_ms(clock.now_ms()) for _ in range(_ASKING)))

    # It reads the last one and writes the next, or reads once more what the other worker has written meanwhile.
    assert client.stats["out_msgs"] - sent_before <= 3


async def test_an_outage_is_counted_by_who_notes_it(client: Client, servers: Stack) -> None:
    clocks = [BeatClock(client.jetstream()) for _ in range(2)]
    counted = _outages()
    servers.stop_program("tables")  # whose heartbeat goes on otherwise
    try:
        await clocks[0].beat()
        await asyncio.sleep(3.2)
        await asyncio.gather(*(clock.beat() for clock in clocks))
        outages = [await clock.outage_ms(clock.now_ms() - 3_000) for clock in clocks]
    finally:
        servers.start("tables")

    assert _outages() - counted == 1
    assert min(outages) > 0


def _outages() -> float:
    return REGISTRY.get_sample_value("quiero_tables_outages_total") or 0.0
