"""A worker that leads the queues and serves no table: what it uses is the matchmaker's alone.

With TEST_LEADER_TELLS_NOBODY it makes tables and tells nobody, as if it had died after each pass. With
TEST_LEADER_READS_SLOWLY it takes its time over the tickets that are there when it begins, so that it can be killed
meanwhile.
"""

import asyncio
import os
import time
from collections.abc import Iterable
from dataclasses import replace

from services.common.health import Health
from services.common.nats import connect, fault
from services.common.run import run
from services.common.settings import load
from services.tables.adapters.beat import BeatClock
from services.tables.adapters.credits import GrpcCredits
from services.tables.adapters.engine import GrpcEngine
from services.tables.adapters.following import Following
from services.tables.adapters.leaderships import Leaderships
from services.tables.adapters.matchmaking import NatsNews
from services.tables.adapters.streams import prepare
from services.tables.adapters.tickets import JetStreamTickets
from services.tables.composition import matchmaking_ports
from services.tables.matchmaking.leading import Leader
from services.tables.matchmaking.ports import Hear
from services.tables.settings import TablesSettings
from truco.play.v1.play_pb2 import SeekStatus
from truco.tables.v1.seeks_pb2 import Ticket

TELLS_NOBODY = "TEST_LEADER_TELLS_NOBODY"
READS_SLOWLY = "TEST_LEADER_READS_SLOWLY"
_SLOW_SECONDS = 0.0005


class Silent(NatsNews):
    """The real news, but of tables that were made."""

    async def tell(self, gateway: str, player_id: str, status: SeekStatus) -> None:
        """Says nothing."""

    async def wake(self, table_ids: Iterable[str]) -> None:
        """Wakes nobody."""


class Slow(JetStreamTickets):
    """The real tickets, heard one after another with a pause."""

    def read(self, shard: int, until: int, hear: Hear) -> Following:
        """Tells what was there, slowly."""

        def heard(player_id: str, sequence: int, ticket: Ticket) -> None:
            time.sleep(_SLOW_SECONDS)
            hear(player_id, sequence, ticket)

        return super().read(shard, until, heard)


async def lead(settings: TablesSettings, health: Health, stopping: asyncio.Event) -> None:
    """Leads every queue shard until told to stop."""
    client = await connect(settings, "tables")
    await prepare(client, settings)
    engine, credits = GrpcEngine(settings.engine_address), GrpcCredits(settings.credits_address)
    ports = await matchmaking_ports(client, engine, credits, BeatClock(client.jetstream()), settings)
    if TELLS_NOBODY in os.environ:
        ports = replace(ports, news=Silent(client))
    if READS_SLOWLY in os.environ:
        ports = replace(ports, passes=Slow(client))
    name = name_of(health.port)
    leaders = Leaderships(client.jetstream(), name, lambda: [name], lambda shard: Leader(shard, name, ports).lead())
    running = asyncio.create_task(leaders.run())
    health.ready(lambda: fault(client))
    await stopping.wait()
    await leaders.retire()
    running.cancel()
    await asyncio.wait([running])
    await engine.close()
    await credits.close()
    await client.close()


def name_of(port: int) -> str:
    """What one calls itself, by the port of its health."""
    return f"leader-{port}"


def main() -> None:
    """Leads until told to stop."""
    settings = load(TablesSettings)

    async def live(health: Health, stopping: asyncio.Event) -> None:
        await lead(settings, health, stopping)

    run("leader", settings, live)


if __name__ == "__main__":
    main()
