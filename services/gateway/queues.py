"""How the queues do in which players seek (KV `queues`), as their leaders last said."""

import asyncio

from nats import errors as nats_errors
from nats.aio.client import Client
from nats.aio.msg import Msg

from services.common import subjects
from services.gateway import kv
from truco.play.v1 import play_pb2
from truco.tables.v1 import seeks_pb2

_READ_AGAIN_SECONDS = 60.0
_RETRY_SECONDS = 1.0

Queue = tuple[str, int, int, bool, bool]
"""Preset, seats, stake, ranked, of bot accounts."""


class Queues:
    """Hears how the queues do, and tells it to who waits."""

    def __init__(self, nats: Client) -> None:
        self._nats = nats
        self._news: dict[Queue, seeks_pb2.QueueNews] = {}

    async def run(self) -> None:
        """For ever: listens, and now and then reads all, in case something was missed."""
        await self._nats.subscribe(kv.subject(subjects.QUEUES_BUCKET, "*"), cb=self._hear)
        while True:
            try:
                for data in await kv.values(self._nats, subjects.QUEUES_BUCKET):
                    self._note(data)
                await asyncio.sleep(_READ_AGAIN_SECONDS)
            except nats_errors.Error:
                await asyncio.sleep(_RETRY_SECONDS)

    def complete(self, status: play_pb2.SeekStatus) -> None:
        """Adds to a status how its queue does."""
        seek = status.seek
        news = self._news.get((seek.preset, seek.seats, seek.stake, seek.ranked, status.bots), seeks_pb2.QueueNews())
        status.waiting = max(1, news.waiting)
        if news.HasField("expected_seconds"):
            status.expected_seconds = news.expected_seconds

    async def _hear(self, message: Msg) -> None:
        if (data := kv.value(message)) is not None:
            self._note(data)

    def _note(self, data: bytes) -> None:
        news = seeks_pb2.QueueNews.FromString(data)
        self._news[news.preset, news.seats, news.stake, news.ranked, news.bots] = news
