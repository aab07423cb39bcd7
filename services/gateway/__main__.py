"""The gateway process: python -m services.gateway."""

import asyncio
import logging
from functools import partial

from services.common import nats
from services.common.health import Health, ended
from services.common.run import run
from services.common.settings import load
from services.gateway import connect
from services.gateway.auth import Authenticator
from services.gateway.descriptions import Descriptions
from services.gateway.feeds import Feeds
from services.gateway.follower import Follower
from services.gateway.handlers import Handlers
from services.gateway.keys import Keys
from services.gateway.limits import RateLimit
from services.gateway.lobby import Lobby
from services.gateway.lobby_feeds import LobbyFeeds
from services.gateway.native import Native
from services.gateway.settings import GatewaySettings
from services.gateway.tables import Tables
from services.gateway.watches import Watches
from services.gateway.web_server import WebServer
from services.gateway.whereabouts import Whereabouts


async def main(settings: GatewaySettings, health: Health, stopping: asyncio.Event) -> None:
    """Starts everything in order, serves until told to stop, and stops in the other order."""
    client = await nats.connect(settings, "gateway")
    tables = Tables(client, settings.gateway_patience_seconds)
    feeds = Feeds(client)
    lobby = Lobby(client)
    lobby_feeds = LobbyFeeds(lobby)
    watches = Watches(
        tables,
        Whereabouts(client),
        lobby_feeds,
        lambda player_id, stream: Follower(player_id, stream, tables, feeds),
        queue_limit=settings.gateway_queue_limit,
        streams_per_player=settings.gateway_streams_per_player,
        heartbeat_seconds=settings.gateway_heartbeat_seconds,
    )
    handlers = Handlers(
        tables,
        watches,
        lobby,
        Descriptions(tables),
        commands=RateLimit("commands_per_second", settings.gateway_commands_per_second),
        seatings=RateLimit("seatings_per_minute", settings.gateway_seatings_per_minute, seconds=60),
        watchings=RateLimit("watches_per_minute", settings.gateway_watches_per_minute, seconds=60),
    )
    keys = Keys(settings.jwks_url)
    authenticator = Authenticator(keys)
    grpc = Native(handlers, authenticator, settings.gateway_message_limit).server(settings.gateway_grpc_address)
    app = connect.application(handlers, authenticator, settings.gateway_message_limit, settings.origins)
    web = WebServer(app, settings.gateway_connect_address, settings.gateway_grace_seconds)

    work = (keys.keep_fresh(), watches.beat(), watches.repair(), lobby.run(), lobby_feeds.run())
    chores = [asyncio.create_task(chore) for chore in work]
    await grpc.start()
    web.start()
    health.ready(partial(nats.fault, client), keys.fault, partial(ended, chores))

    await stopping.wait()
    health.draining()
    handlers.stop()
    await asyncio.gather(grpc.stop(settings.gateway_grace_seconds), web.stop())
    for chore in chores:
        chore.cancel()
    await client.drain()


if __name__ == "__main__":
    gateway = load(GatewaySettings)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    run("gateway", gateway, partial(main, gateway))
