"""Tickets as tables stores them, many at a time: the benchmark measures their pairing, not how they come in."""

import asyncio
import random
import time
import uuid

from nats.aio.client import Client

from services.common import subjects
from services.tables.adapters import batches
from services.tables.adapters.batches import Message
from services.tables.matchmaking.queue import queue_of
from truco.play.v1.play_pb2 import SEEK_STATE_WAITING, SeekRequest
from truco.portal.v1.standing_pb2 import Rating, Standing
from truco.tables.v1.seeks_pb2 import Ticket
from truco.tables.v1.tables_pb2 import Player

PRESET = "maestro"
_TOGETHER = 500
_LUCK = random.Random(4)


def ticket(gateway: str, mu: float, preset: str = PRESET) -> Ticket:
    """A new player's ticket, for two seats."""
    player_id = uuid.uuid4().hex
    seek = SeekRequest(
        request_id=uuid.uuid4().hex, client_id=uuid.uuid4().hex, preset=preset, seats=2, party_size=1, ranked=True
    )
    rating = Rating(preset=preset, seats=2, mu=mu, sigma=3.0, games=20)
    return Ticket(
        player=Player(player_id=player_id, name="Ana", avatar="mate", confirmed=True),
        seek=seek,
        gateway=gateway,
        since_ms=time.time_ns() // 1_000_000,
        state=SEEK_STATE_WAITING,
        standing=Standing(ratings=[rating]),
    )


def usual_mu() -> float:
    """A player's rating, as players have them."""
    return _LUCK.gauss(25, 6)


async def store(client: Client, gateway: str, count: int, preset: str = PRESET) -> None:
    """Stores so many new players' tickets, as quickly as it goes."""
    for first in range(0, count, _TOGETHER):
        new = [ticket(gateway, usual_mu(), preset) for _ in range(min(_TOGETHER, count - first))]
        await batches.publish(client, [_message(each) for each in new])


def _message(new: Ticket) -> Message:
    subject = subjects.ticket(queue_of(new).shard, new.player.player_id)
    return Message(subject, new.SerializeToString(), {"Nats-Rollup": "sub"})


async def offer(client: Client, gateway: str, rate: float, seconds: float) -> int:
    """Stores new players' tickets at a rate, and returns how many."""
    begun, stored = time.monotonic(), 0
    while (passed := time.monotonic() - begun) < seconds:
        due = min(int(passed * rate) - stored, _TOGETHER)
        if due > 0:
            await store(client, gateway, due)
            stored += due
        await asyncio.sleep(0.05)
    return stored
