"""The bots' process: `python -m services.bots`."""

import asyncio
from typing import Final

from services.bots.commands import Commands
from services.bots.policies import POLICIES
from services.bots.runner import Runner
from services.bots.settings import BotsSettings
from services.common import subjects
from services.common.health import Health
from services.common.nats import connect, fault, leave
from services.common.run import run
from services.common.settings import load

_QUEUE: Final = "bots"
"""Replicas share the turns."""
_GRACE_SECONDS: Final = 2.0


def main() -> None:
    """Plays bots' seats until told to stop."""
    settings = load(BotsSettings)

    async def live(health: Health, stopping: asyncio.Event) -> None:
        client = await connect(settings, "bots")
        commands = Commands(client, settings.bots_most_commands)
        policy = POLICIES[settings.bots_policy]()
        runner = Runner(policy, commands, mean_pause=settings.bots_pause_ms / 1000, most_turns=settings.bots_most_turns)
        updates = await client.subscribe(subjects.ALL_BOT_SEATS, queue=_QUEUE, cb=runner.on_update)
        await client.flush()
        health.ready(lambda: fault(client))
        await stopping.wait()
        health.draining()
        await updates.drain()  # type: ignore[no-untyped-call]
        await runner.stop(_GRACE_SECONDS)
        await leave(client)

    run("bots", settings, live)


if __name__ == "__main__":
    main()
