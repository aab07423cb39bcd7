"""What a gateway consists of behind its faces, wired together."""

import secrets
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from nats.aio.client import Client

from services.gateway.asker import Asker
from services.gateway.comparison import Comparison
from services.gateway.descriptions import Descriptions
from services.gateway.feeds import Feeds
from services.gateway.follower import Follower
from services.gateway.handlers import Handlers
from services.gateway.lobby import Lobby
from services.gateway.lobby_feeds import LobbyFeeds
from services.gateway.mutes import Mutes
from services.gateway.player_limits import PlayerLimits
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
from services.gateway.whereabouts import Whereabouts


@dataclass(frozen=True, slots=True)
class Parts:
    """The handlers, and what goes on beside them."""

    handlers: Handlers
    sanctions: Sanctions
    work: Sequence[Coroutine[Any, Any, None]]
    """Each goes on for ever."""


async def wire(client: Client, limits: PlayerLimits, revocations: Revocations, settings: GatewaySettings) -> Parts:
    """Everything over one connection to NATS."""
    asker = Asker(client)
    await asker.start()
    tables = Tables(asker, settings.gateway_patience_seconds)
    mutes, lobby, queues = Mutes(client), Lobby(client), Queues(client)
    lobby_feeds = LobbyFeeds(lobby)
    presence = Presence(client, secrets.token_hex(8), settings.gateway_heartbeat_seconds)
    registry = Registry(client, settings.gateway_streams_per_player, settings.gateway_heartbeat_seconds)
    seeks = Seeks(client, tables, queues, settings.gateway_seek_grace_seconds)
    sanctions = Sanctions(client, registry, seeks)
    watches = _watches(client, tables, mutes, lobby_feeds, registry, presence, seeks, revocations, settings)
    handlers = Handlers(tables, watches, lobby, Descriptions(tables), mutes, seeks, sanctions, limits)
    beat = (watches.beat(), watches.repair(), registry.run(), presence.run())
    heard = (lobby.run(), lobby_feeds.run(), mutes.run(), queues.run(), seeks.run(), sanctions.run())
    return Parts(handlers, sanctions, (*beat, *heard))


def _watches(
    client: Client,
    tables: Tables,
    mutes: Mutes,
    lobby: LobbyFeeds,
    registry: Registry,
    presence: Presence,
    seeks: Seeks,
    revocations: Revocations,
    settings: GatewaySettings,
) -> Watches:
    feeds, comparison = Feeds(client), Comparison(tables, presence)

    def new_follower(player_id: str, stream: Stream) -> Follower:
        talk = Talk(player_id, stream, tables, mutes)
        return Follower(player_id, stream, tables, feeds, talk, presence, comparison)

    return Watches(
        tables,
        Whereabouts(client),
        mutes,
        lobby,
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
