"""A tables worker that kills itself between a reply and the fan-out as soon as a file is there:
`TEST_DIES_WHEN=<file> python -m tests.service.gateway.tables_dying_on_demand`."""

import asyncio
import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from services.common.health import Health
from services.common.run import run
from services.common.settings import load
from services.tables.composition import serve
from services.tables.domain.updates import Update
from services.tables.handlers.ports import Ports, Updates
from services.tables.settings import TablesSettings


@dataclass
class DyingUpdates:
    """The fan-out with death in front."""

    updates: Updates
    when: Path

    async def publish(self, updates: Sequence[Update]) -> None:
        """Publishes, unless it is to die."""
        if self.when.exists():
            os.kill(os.getpid(), signal.SIGKILL)
        await self.updates.publish(updates)


def main() -> None:
    """Serves until it dies."""
    settings = load(TablesSettings)

    def over(ports: Ports) -> Ports:
        return replace(ports, updates=DyingUpdates(ports.updates, Path(os.environ["TEST_DIES_WHEN"])))

    async def live(health: Health, stopping: asyncio.Event) -> None:
        await serve(settings, health, stopping, over=over)

    run("tables", settings, live)


if __name__ == "__main__":
    main()
