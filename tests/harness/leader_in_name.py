"""A worker that is alive and holds the leases of its queue shards, as any other, but makes no passes and serves nobody:
so that as many wait as one likes when it dies."""

import asyncio
import socket
from collections.abc import Collection

from services.common.health import Health
from services.common.nats import connect, fault
from services.common.run import run
from services.common.settings import load
from services.tables.adapters.leaderships import Leaderships
from services.tables.adapters.streams import prepare
from services.tables.adapters.workers import Workers
from services.tables.settings import TablesSettings


async def hold(settings: TablesSettings, health: Health, stopping: asyncio.Event) -> None:
    """Holds them until told to stop."""
    client = await connect(settings, "tables")
    await prepare(client, settings)

    async def serve(_shards: Collection[int]) -> None:
        """Takes nothing in."""

    async def lead(_shard: int) -> None:
        await asyncio.Event().wait()

    workers = Workers(client.jetstream(), name_of(health.port), serve)
    await workers.step()
    leaders = Leaderships(client.jetstream(), workers.id, workers.alive, lead)
    running = [asyncio.create_task(work) for work in (workers.run(), leaders.run())]
    health.ready(lambda: fault(client))
    await stopping.wait()
    for task in running:
        task.cancel()
    await asyncio.wait(running)
    await client.close()


def name_of(port: int) -> str:
    """A worker's id, by the port of its health."""
    return f"{socket.gethostname()}-{port}".replace(".", "-")


def main() -> None:
    """Holds the leases until told to stop."""
    settings = load(TablesSettings)

    async def live(health: Health, stopping: asyncio.Event) -> None:
        await hold(settings, health, stopping)

    run("leader", settings, live)


if __name__ == "__main__":
    main()
