"""A tables worker that serves every shard whatever the others do: `python -m tests.harness.tables_alone`."""

import asyncio

from services.common.health import Health
from services.common.run import run
from services.common.settings import load
from services.tables import composition
from services.tables.adapters import workers
from services.tables.settings import TablesSettings


class Alone(workers.Workers):
    """A worker that does not see the others' leases."""

    async def _alive(self) -> set[str]:
        return {self._id}


def main() -> None:
    """Serves until told to stop."""
    settings = load(TablesSettings)

    async def live(health: Health, stopping: asyncio.Event) -> None:
        await composition.serve(settings, health, stopping, workers_as=Alone)

    run("tables", settings, live)


if __name__ == "__main__":
    main()
