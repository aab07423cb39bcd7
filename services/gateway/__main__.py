"""The gateway process: python -m services.gateway."""

import asyncio
import logging
import secrets
from functools import partial

from services.common import nats
from services.common.health import Health, ended
from services.common.run import run
from services.common.settings import load
from services.gateway import connect
from services.gateway.auth import Authenticator
from services.gateway.comparison import Comparison
from services.gateway.descriptions import Descriptions
from services.gateway.feeds import Feeds
from services.gateway.follower import Follower
from services.gateway.handlers import Handlers
from services.gateway.keys import Keys
from services.gateway.limits import Limit, RateLimit, SharedCounts
from services.gateway.lobby import Lobby
from services.gateway.lobby_feeds import LobbyFeeds
from services.gateway.mutes import Mutes
from services.gateway.native import Native
from services.gateway.presence import Presence
from services.gateway.queues import Queues
from services.gateway.registry import Registry
from services.gateway.revocations import Revocations
from services.gateway.sanctions import Sanctions
from services.gateway.seeks import Seeks
from services.gateway.settings import GatewaySettings
from services.gateway.stream import Stream
from services.gateway.tables import Tables
from services.gateway.talk import Talk
from services.gateway.watches import Watches
from services.gateway.web_server import WebServer
from services.gateway.whereabouts import Whereabouts


async def main(settings: GatewaySettings, health: Health, stopping: asyncio.Event) -> None:
    """Starts everything in order, serves until told to stop, and stops in the other order."""
    client = await nats.connect(settings, "gateway")
    tables = Tables(client, settings.gateway_patience_seconds)
    feeds = Feeds(client)
    mutes = Mutes(client)
    revocations = Revocations(client)
    lobby = Lobby(client)
    lobby_feeds = LobbyFeeds(lobby)
    presence = Presence(client, secrets.token_hex(8), settings.gateway_heartbeat_seconds)
    comparison = Comparison(tables, presence)
    registry = Registry(client, settings.gateway_streams_per_player, settings.gateway_heartbeat_seconds)
    queues = Queues(client)
    seeks = Seeks(client, tables, queues, settings.gateway_seek_grace_seconds)
    sanctions = Sanctions(client, registry, seeks)

    def new_follower(player_id: str, stream: Stream) -> Follower:
        talk = Talk(player_id, stream, tables, mutes)
        return Follower(player_id, stream, tables, feeds, talk, presence, comparison)

    watches = Watches(
        tables,
        Whereabouts(client),
        mutes,
        lobby_feeds,
        registry,
        presence,
        seeks,
        comparison,
        revocations,
        new_follower,
        queue_limit=settings.gateway_queue_limit,
        heartbeat_seconds=settings.gateway_heartbeat_seconds,
        renewal_seconds=settings.gateway_renewal_seconds,
    )
    shared = SharedCounts(settings.gateway_limits_url) if settings.gateway_limits_url else None

    def limit(key: str, amount: float, seconds: float = 1.0) -> Limit:
        return Limit(RateLimit(key, amount, seconds), shared)

    handlers = Handlers(
        tables,
        watches,
        lobby,
        Descriptions(tables),
        mutes,
        seeks,
        sanctions,
        commands=limit("commands_per_second", settings.gateway_commands_per_second),
        seatings=limit("seatings_per_minute", settings.gateway_seatings_per_minute, 60),
        reports=limit("reports_per_10_minutes", settings.gateway_reports_per_10_minutes, 600),
        watchings=limit("watches_per_minute", settings.gateway_watches_per_minute, 60),
        codes=limit("codes_per_minute", settings.gateway_codes_per_minute, 60),
        passwords=limit("passwords_per_minute", settings.gateway_passwords_per_minute, 60),
    )
    keys = Keys(settings.jwks_url)
    authenticator = Authenticator(keys, revocations, sanctions.check_suspended)
    grpc = Native(handlers, authenticator, settings.gateway_message_limit).server(settings.gateway_grpc_address)
    app = connect.application(handlers, authenticator, settings.gateway_message_limit, settings.origins)
    farewell = settings.gateway_move_seconds + settings.gateway_grace_seconds
    web = WebServer(app, settings.gateway_connect_address, farewell)

    work = (
        keys.keep_fresh(),
        watches.beat(),
        watches.repair(),
        registry.run(),
        presence.run(),
        lobby.run(),
        lobby_feeds.run(),
        mutes.run(),
        revocations.run(),
        queues.run(),
        seeks.run(),
        sanctions.run(),
    )
    await revocations.look()
    chores = [asyncio.create_task(chore) for chore in work]
    await grpc.start()
    web.start()
    health.ready(partial(nats.fault, client), keys.fault, partial(ended, chores))

    await stopping.wait()
    health.draining()
    await asyncio.sleep(settings.gateway_notice_seconds)
    # The servers take no more calls at once, so that clients' connections move; running calls and streams go on.
    await asyncio.gather(grpc.stop(farewell), web.stop(), handlers.move_away(settings.gateway_move_seconds))
    for chore in chores:
        chore.cancel()
    if shared:
        await shared.close()
    await nats.leave(client)


if __name__ == "__main__":
    gateway = load(GatewaySettings)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    run("gateway", gateway, partial(main, gateway))
