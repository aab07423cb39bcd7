"""A tables worker's process, `python -m services.tables`, and what is done to its stream after a restore:

survey              a line of JSON for each table: where it stands, and its matches
forget <table id>…  takes tables out of the stream, as if they had never been
deliver-again       has the portal hear of every ended match and report that is kept, once more
"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from nats.aio.client import Client

from services.common.health import Health
from services.common.logging import configure
from services.common.nats import connect
from services.common.run import run
from services.common.settings import load
from services.tables.adapters import recovery
from services.tables.composition import serve
from services.tables.settings import TablesSettings

Work = Callable[[Client, TablesSettings, Sequence[str]], Awaitable[None]]


def main(arguments: Sequence[str]) -> None:
    """Serves tables until told to stop, or does the one thing that is named."""
    settings = load(TablesSettings)
    if arguments:
        configure("tables", settings.log_level)
        asyncio.run(_do(_WORKS[arguments[0]], settings, arguments[1:]))
        return

    async def live(health: Health, stopping: asyncio.Event) -> None:
        await serve(settings, health, stopping)

    run("tables", settings, live)


async def _do(work: Work, settings: TablesSettings, arguments: Sequence[str]) -> None:
    client = await connect(settings, "tables-recovery")
    try:
        await work(client, settings, arguments)
    finally:
        await client.close()


async def _survey(client: Client, settings: TablesSettings, _: Sequence[str]) -> None:
    for table in await recovery.survey(client, settings.times):
        print(json.dumps(table))


async def _forget(client: Client, _: TablesSettings, table_ids: Sequence[str]) -> None:
    await recovery.forget(client, table_ids)


async def _deliver_again(client: Client, _: TablesSettings, __: Sequence[str]) -> None:
    await recovery.deliver_again(client)


_WORKS: Final[dict[str, Work]] = {"survey": _survey, "forget": _forget, "deliver-again": _deliver_again}

if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1] not in _WORKS:
        sys.exit(f"{__doc__}\nno such thing: {sys.argv[1]}")
    main(sys.argv[1:])
