"""Takes what tables keeps for the portal, finished matches for the history, reports for the moderators.

They are consumed side by side, so neither waits for the other.
"""

import asyncio

from prometheus_client import Counter

from services.common import nats as wiring
from services.common import subjects
from services.common.health import Health
from services.common.run import run
from services.common.settings import load
from web.common import database
from web.common.consumer import DurableConsumer
from web.history import messages as history
from web.moderation import messages as moderation
from web.settings.environment import ConsumerSettings

MATCHES = Counter("quiero_portal_matches_total", "Terminal records handled.", ["result"])
REPORTS = Counter("quiero_portal_reports_total", "Reports of players handled.", ["result"])


def main() -> None:
    """Consumes until SIGTERM or SIGINT."""
    settings = load(ConsumerSettings)

    async def live(health: Health, stopping: asyncio.Event) -> None:
        client = await wiring.connect(settings, "portal-consumer")
        consumers = (
            DurableConsumer(client, subjects.STREAM, subjects.MATCHES_CONSUMER, "match", history.store_all, MATCHES),
            DurableConsumer(
                client, subjects.REPORTS_STREAM, subjects.REPORTS_CONSUMER, "report", moderation.store_all, REPORTS
            ),
        )
        health.ready(lambda: wiring.fault(client), database.fault, *(consumer.fault for consumer in consumers))
        async with asyncio.TaskGroup() as running:
            for consumer in consumers:
                running.create_task(consumer.run(stopping))
        health.draining()
        await client.close()

    run("consumer", settings, live)
