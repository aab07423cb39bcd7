"""A tables worker's process: `python -m services.tables`."""

import asyncio

from services.common.health import Health
from services.common.run import run
from services.common.settings import load
from services.tables.composition import serve
from services.tables.settings import TablesSettings


def main() -> None:
    """Serves tables until told to stop."""
    settings = load(TablesSettings)

    async def live(health: Health, stopping: asyncio.Event) -> None:
        await serve(settings, health, stopping)

    run("tables", settings, live)


if __name__ == "__main__":
    main()
