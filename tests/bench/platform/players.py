"""The load's players: many share a connection, each has a Watch of its own."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc

UNANSWERED = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)
"""grpc breaks calls off by itself, too, when thousands of streams share a few connections; the floor's as well."""

CHANNELS = 32
OPTIONS = (("grpc.use_local_subchannel_pool", 1), ("grpc.max_receive_message_length", 16 << 20))


@dataclass(frozen=True)
class Player:
    """Who plays, and its connection."""

    player_id: str
    gateway: str
    metadata: tuple[tuple[str, str], ...]
    channel: grpc.aio.Channel


def players(gateway: str, tokens: Path) -> Iterator[Player]:
    """The players whose ids and tokens stand in a file, one a line."""
    channels = itertools.cycle([connect(gateway) for _ in range(CHANNELS)])
    for line in tokens.read_text().splitlines():
        player_id, token = line.split()
        yield Player(player_id, gateway, (("authorization", f"Bearer {token}"),), next(channels))


def connect(gateway: str) -> grpc.aio.Channel:
    """A connection of its own."""
    return grpc.aio.insecure_channel(gateway, options=OPTIONS)


async def messages(call: Any) -> AsyncIterator[Any]:
    """What a stream sends, until it ends."""
    while (message := await call.read()) is not grpc.aio.EOF:
        yield message


async def together(jobs: Sequence[Any], at_once: int) -> None:
    """Awaits coroutine functions, so many at once."""
    waiting = iter(jobs)

    async def work() -> None:
        for job in waiting:
            await job()

    await asyncio.gather(*(work() for _ in range(at_once)))
