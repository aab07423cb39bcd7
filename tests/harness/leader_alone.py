"""A worker that leads the queues and serves no table: what it uses is the matchmaker's alone.

With TEST_LEADER_TELLS_NOBODY it makes tables and tells nobody, as if it had died after each pass.
"""

import asyncio
import os
from collections.abc import Iterable
from dataclasses import replace

from services.common.health import Health
from services.common.nats import connect, fault
from services.common.run import run
from services.common.settings import load
from services.tables.adapters.beat import BeatClock
from services.tables.adapters.engine import GrpcEngine
from services.tables.adapters.leaderships import Leaderships
from services.tables.adapters.matchmaking import NatsNews
from services.tables.adapters.streams import prepare
from services.tables.composition import matchmaking_ports
from services.tables.matchmaking.leading import Leader
from services.tables.settings import TablesSettings
from truco.play.v1.play_pb2 import SeekStatus

TELLS_NOBODY = "TEST_LEADER_TELLS_NOBODY"

_NAME = "leader"


class Silent(NatsNews):
    """The real news, but of tables that were made."""

    async def tell(self, gateway: str, player_id: str, status: SeekStatus) -> None:
        """Says nothing."""

    async def wake(self, table_ids: Iterable[str]) -> None:
        """Wakes nobody."""


async def lead(settings: TablesSettings, health: Health, stopping: asyncio.Event) -> None:
    """Leads every queue shard until told to stop."""
    client = await connect(settings, "tables")
    await prepare(client, settings)
    engine = GrpcEngine(settings.engine_address)
    ports = await matchmaking_ports(client, engine, BeatClock(client.jetstream()), settings)
    if TELLS_NOBODY in os.environ:
        ports = replace(ports, news=Silent(client))
    leaders = Leaderships(client.jetstream(), _NAME, lambda: [_NAME], lambda shard: Leader(shard, _NAME, ports).lead())
    running = asyncio.create_task(leaders.run())
    health.ready(lambda: fault(client))
    await stopping.wait()
    await leaders.retire()
    running.cancel()
    await asyncio.wait([running])
    await engine.close()
    await client.close()


def main() -> None:
    """Leads until told to stop."""
    settings = load(TablesSettings)

    async def live(health: Health, stopping: asyncio.Event) -> None:
        await lead(settings, health, stopping)

    run("leader", settings, live)


if __name__ == "__main__":
    main()
