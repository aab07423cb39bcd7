"""The process of the relay: one is enough; a second one beside it does no harm."""

import asyncio

from services.common import nats as wiring
from services.common.health import Health
from services.common.run import run
from services.common.settings import load
from services.common.subjects import REVOKED_BUCKET, SANCTIONS_BUCKET, STANDING_BUCKET
from web.common import database
from web.relay.relay import Relay
from web.relay.revocations import revocations
from web.relay.sanctions import sanctions
from web.relay.standings import standings
from web.settings.environment import RelaySettings


def main() -> None:
    """Publishes until SIGTERM or SIGINT."""
    settings = load(RelaySettings)

    async def live(health: Health, stopping: asyncio.Event) -> None:
        client = await wiring.connect(settings, "portal-relay")
        states = {STANDING_BUCKET: standings, REVOKED_BUCKET: revocations, SANCTIONS_BUCKET: sanctions}
        relay = Relay(client.jetstream(), states)
        health.ready(lambda: wiring.fault(client), database.fault, relay.fault)
        await relay.run(stopping)
        health.draining()
        await client.close()

    run("relay", settings, live)
