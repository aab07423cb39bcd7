"""The open tables that wait for players (KV `lobby`), kept at hand: read once, then followed, read again to be sure."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from nats import errors as nats_errors
from nats.aio.client import Client
from nats.aio.msg import Msg

from services.common import subjects
from services.common.errors import InvalidInput, Unreachable
from services.gateway import kv, metrics
from services.gateway.lobby_filter import Filter
from truco.play.v1 import play_pb2

MOST = 50

_LOOK_SECONDS: Final = 0.25
_LOOKS: Final = 240
"""Looks at the connection between two readings: what expires in the bucket does so without a word."""
_RETRY_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class News:
    """What has changed since the news before."""

    table_ids: frozenset[str]
    anew: bool
    """The connection was lost meanwhile, so that who was told of the tables is told of all of them again."""


class Lobby:
    """The open tables as one process knows them, however many ask."""

    def __init__(self, nats: Client) -> None:
        self._nats = nats
        self._tables: dict[str, play_pb2.TableInfo] = {}
        self._newest_first: Sequence[play_pb2.TableInfo] | None = None
        self._changed: set[str] = set()
        self._heard: set[str] = set()
        self._anew = False
        self.known = asyncio.Event()
        """Set once the tables have been read."""

    def newest(self, limit: int, wanted: Filter) -> Sequence[play_pb2.TableInfo]:
        """At most so many tables, the newest first; 0 means 50, which is also the most.

        Raises InvalidInput (BAD_REQUEST), Unreachable (UNREACHABLE).
        """
        if limit < 0:
            raise InvalidInput("BAD_REQUEST", "limit is not negative", field="limit")
        if not self.known.is_set() or not self._nats.is_connected:
            raise Unreachable("UNREACHABLE", "the list of tables cannot be read now").retrying_after(1)
        return self.all(wanted)[: min(limit or MOST, MOST)]

    def all(self, wanted: Filter) -> list[play_pb2.TableInfo]:
        """All tables that fit, the newest first."""
        if self._newest_first is None:
            self._newest_first = sorted(self._tables.values(), key=lambda table: table.opened_ms, reverse=True)
        return [table for table in self._newest_first if wanted.fits(table)]

    def get(self, table_id: str) -> play_pb2.TableInfo | None:
        """A table, if it is listed."""
        return self._tables.get(table_id)

    def take_news(self) -> News:
        """What has changed since it was last asked."""
        news = News(frozenset(self._changed), self._anew)
        self._changed.clear()
        self._anew = False
        return news

    async def run(self) -> None:
        """For ever: follows the bucket, and reads it when the connection was lost or it is time to."""
        await self._nats.subscribe(kv.subject(subjects.LOBBY_BUCKET, ">"), cb=self._hear)
        lives = -1
        while True:
            before, lives = lives, self._nats.stats["reconnects"]
            try:
                await self._read()
            except nats_errors.Error:
                lives = before
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            if lives != before:
                self._anew = self.known.is_set()
                self.known.set()
            await self._rest(lives)

    async def _rest(self, lives: int) -> None:
        """Waits until it is time to read again, or the connection has been lost and is back."""
        for _ in range(_LOOKS):
            await asyncio.sleep(_LOOK_SECONDS)
            if self._nats.stats["reconnects"] != lives:
                return

    async def _read(self) -> None:
        """Reads every table; what is heard of meanwhile is newer than what is read."""
        self._heard.clear()
        tables = map(play_pb2.TableInfo.FromString, await kv.values(self._nats, subjects.LOBBY_BUCKET))
        read = {table.table_id: table for table in tables if table.table_id not in self._heard}
        read |= {table_id: self._tables[table_id] for table_id in self._heard & self._tables.keys()}
        self._note(_differing(self._tables, read))
        self._tables = read

    async def _hear(self, message: Msg) -> None:
        table_id = message.subject.rpartition(".")[2]
        if data := kv.value(message):
            self._tables[table_id] = play_pb2.TableInfo.FromString(data)
        else:
            self._tables.pop(table_id, None)
        self._heard.add(table_id)
        self._note((table_id,))

    def _note(self, table_ids: Iterable[str]) -> None:
        self._changed.update(table_ids)
        self._newest_first = None
        metrics.LOBBY_TABLES.set(len(self._tables))


def _differing(one: Mapping[str, play_pb2.TableInfo], other: Mapping[str, play_pb2.TableInfo]) -> Iterable[str]:
    return (table_id for table_id in one.keys() | other.keys() if one.get(table_id) != other.get(table_id))
