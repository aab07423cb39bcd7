"""The gateway process: python -m services.gateway."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from services.common import nats
from services.common.grpc_server import GrpcServer
from services.common.health import Health, ended
from services.common.run import run
from services.common.settings import load
from services.gateway import connect, parts
from services.gateway.auth import Authenticator
from services.gateway.handlers import Handlers
from services.gateway.keys import Keys
from services.gateway.limits import SharedCounts
from services.gateway.native import Native
from services.gateway.player_limits import PlayerLimits
from services.gateway.revocations import Revocations
from services.gateway.settings import GatewaySettings
from services.gateway.web_server import WebServer

_COLLECTIONS_APART = 100
"""Collections of the middle generation between two full ones, at the least; each leaves 7,000 objects to a full one at
most, so not more than some 130 MB wait. A full one looks at all that streams consist of, 0.1 s for 1,000 of them, and
finds nothing in them: what a stream was made of goes when it ends."""


async def main(settings: GatewaySettings, health: Health, stopping: asyncio.Event) -> None:
    """Starts everything in order, serves until told to stop, and stops in the other order."""
    client = await nats.connect(settings, "gateway")
    async with _counts(settings) as shared:
        keys, revocations = Keys(settings.jwks_url), Revocations(client)
        wired = await parts.wire(client, PlayerLimits.of(settings, shared), revocations, settings)
        await revocations.look()
        work = (keys.keep_fresh(), revocations.run(), *wired.work)
        chores = [asyncio.create_task(chore) for chore in work]
        authenticator = Authenticator(keys, revocations, wired.sanctions.check_suspended)
        grpc, web = _faces(wired.handlers, authenticator, settings)
        await grpc.start()
        web.start()
        health.ready(partial(nats.fault, client), keys.fault, partial(ended, chores))

        await stopping.wait()
        health.draining()
        await _stop(grpc, web, wired.handlers, settings)
        for chore in chores:
            chore.cancel()
    await nats.leave(client)


@asynccontextmanager
async def _counts(settings: GatewaySettings) -> AsyncIterator[SharedCounts | None]:
    """What all gateways count together, where there is something to count in."""
    shared = SharedCounts(settings.gateway_limits_url) if settings.gateway_limits_url else None
    yield shared
    if shared:
        await shared.close()


def _faces(handlers: Handlers, authenticator: Authenticator, settings: GatewaySettings) -> tuple[GrpcServer, WebServer]:
    grpc = Native(handlers, authenticator, settings.gateway_message_limit).server(settings.gateway_grpc_address)
    app = connect.application(handlers, authenticator, settings.gateway_message_limit, settings.origins)
    return grpc, WebServer(app, settings.gateway_connect_address, settings.farewell_seconds)


async def _stop(grpc: GrpcServer, web: WebServer, handlers: Handlers, settings: GatewaySettings) -> None:
    """Sends everybody elsewhere."""
    await asyncio.sleep(settings.gateway_notice_seconds)
    # The servers take no more calls at once, so that clients' connections move; running calls and streams go on.
    moving = handlers.move_away(settings.gateway_move_seconds)
    await asyncio.gather(grpc.stop(settings.farewell_seconds), web.stop(), moving)


if __name__ == "__main__":
    gateway = load(GatewaySettings)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    gc.set_threshold(*gc.get_threshold()[:2], _COLLECTIONS_APART)
    run("gateway", gateway, partial(main, gateway))
