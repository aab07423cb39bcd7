"""The composition root: how a worker is put together. Tests put their own adapters in front of the real ones here."""

import asyncio
import secrets
import socket
from collections.abc import Callable, Collection
from typing import Final

from nats.aio.client import Client
from nats.aio.msg import Msg

from services.common.fairness.shuffle import SEED_BYTES
from services.common.health import Health, ended
from services.common.nats import connect, fault, leave
from services.common.tasks import end
from services.tables.adapters.beat import BeatClock
from services.tables.adapters.credits import GrpcCredits
from services.tables.adapters.engine import GrpcEngine
from services.tables.adapters.leaderships import Leaderships
from services.tables.adapters.lobby import open_lobby
from services.tables.adapters.matchmaking import KeyValueGateways, KeyValueStandings, NatsNews
from services.tables.adapters.serving import Serving
from services.tables.adapters.store import JetStreamStore
from services.tables.adapters.streams import prepare
from services.tables.adapters.talk import JetStreamReports, JetStreamTalk
from services.tables.adapters.tickets import JetStreamTickets
from services.tables.adapters.timers import JetStreamTimers
from services.tables.adapters.updates import NatsReply, NatsUpdates
from services.tables.adapters.workers import Workers
from services.tables.domain.attendance import Attendance
from services.tables.handlers.aside import Aside
from services.tables.handlers.keeper import Keeper
from services.tables.handlers.ports import Clock, Credits, Engine, Ports, Replies
from services.tables.handlers.presence import Presence
from services.tables.matchmaking.leading import Leader
from services.tables.matchmaking.ports import MatchmakingPorts
from services.tables.matchmaking.seeking import Seeking
from services.tables.settings import TablesSettings

_SETTLE_SECONDS: Final = 3.0
"""How long a worker that stops waits for fired timers on their way to it, and then for deals whose pause has begun."""

Over = Callable[[Ports], Ports]
"""Puts adapters in front of the real ones."""
ReplyTo = Callable[[Msg], Replies]


def as_they_are(ports: Ports) -> Ports:
    """Puts nothing in front of the real adapters."""
    return ports


async def serve(
    settings: TablesSettings,
    health: Health,
    stopping: asyncio.Event,
    over: Over = as_they_are,
    reply_to: ReplyTo = NatsReply,
    workers_as: type[Workers] = Workers,
) -> None:
    """A worker's life, until `stopping` is set."""
    client = await connect(settings, "tables")
    await prepare(client, settings)
    engine, credits = GrpcEngine(settings.engine_address), GrpcCredits(settings.credits_address)
    clock = BeatClock(client.jetstream())
    await clock.beat()
    keeper = Keeper(over(await real_ports(client, engine, credits, clock, settings)), settings.tables_cache)
    matchmaking = await matchmaking_ports(client, engine, credits, clock, settings)
    presence = Presence(keeper)
    serving = Serving(client, keeper, Aside(keeper.ports), Seeking(matchmaking), presence, reply_to)
    workers = workers_as(client.jetstream(), _worker_id(health), serving.serve)
    await workers.step()
    leaders = Leaderships(
        client.jetstream(), workers.id, workers.alive, lambda shard: Leader(shard, workers.id, matchmaking).lead()
    )
    works = (clock.run(), workers.run(), leaders.run(), serving.run_presence())
    running = [asyncio.create_task(work) for work in works]
    clocks = asyncio.create_task(serving.run_clocks())
    health.ready(lambda: fault(client), engine.fault, lambda: ended([*running, clocks]))
    await stopping.wait()
    health.draining()
    others = await _give_up(serving, workers, leaders, running, clocks)
    await keeper.close(_SETTLE_SECONDS if others else 0)
    await engine.close()
    await credits.close()
    await leave(client)


async def _give_up(
    serving: Serving,
    workers: Workers,
    leaders: Leaderships,
    running: Collection["asyncio.Task[None]"],
    clocks: "asyncio.Task[None]",
) -> bool:
    """Gives up what others are to take over, and finishes what was taken in. Whether there are others."""
    serving.take_no_more_clocks()
    await leaders.retire()
    await end(running)
    others = await workers.hand_over()
    await serving.serve(())
    await (asyncio.wait([clocks], timeout=_SETTLE_SECONDS) if others else end([clocks]))
    await serving.settle()
    return others


async def real_ports(client: Client, engine: Engine, credits: Credits, clock: Clock, settings: TablesSettings) -> Ports:
    """The real adapters of a worker over one connection."""
    js = client.jetstream()
    matchmaking = await matchmaking_ports(client, engine, credits, clock, settings)
    return Ports(
        store=matchmaking.store,
        timers=JetStreamTimers(client),
        engine=engine,
        updates=NatsUpdates(client),
        lobby=matchmaking.lobby,
        credits=credits,
        seeks=Seeking(matchmaking),
        talk=JetStreamTalk(js),
        reports=JetStreamReports(js),
        clock=clock,
        new_seed=new_seed,
        times=settings.times,
        attendance=Attendance(settings.times.silence),
    )


async def matchmaking_ports(
    client: Client, engine: Engine, credits: Credits, clock: Clock, settings: TablesSettings
) -> MatchmakingPorts:
    """The real adapters of a worker's matchmaker over one connection."""
    tickets = JetStreamTickets(client)
    return MatchmakingPorts(
        tickets=tickets,
        passes=tickets,
        standings=KeyValueStandings(client),
        gateways=KeyValueGateways(client),
        news=NatsNews(client),
        store=JetStreamStore(client, settings.times),
        lobby=await open_lobby(client),
        engine=engine,
        credits=credits,
        now_ms=clock.now_ms,
        new_seed=new_seed,
        times=settings.times,
        rules=settings.matchmaking,
    )


def new_seed() -> bytes:
    """A shuffle's seed."""
    return secrets.token_bytes(SEED_BYTES)


def _worker_id(health: Health) -> str:
    return f"{socket.gethostname()}-{health.port}".replace(".", "-")
