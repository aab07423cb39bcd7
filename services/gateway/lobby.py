"""The open tables that wait for players (KV `lobby`)."""

import asyncio
import time
from collections.abc import Sequence

from nats import errors as nats_errors
from nats.aio.client import Client

from services.common import subjects
from services.common.errors import InvalidInput, Unreachable
from services.gateway import kv
from truco.play.v1 import play_pb2

MOST = 50

_FRESH_SECONDS = 0.5


class Lobby:
    """Lists open tables from a snapshot that is at most half a second old, however many ask."""

    def __init__(self, nats: Client) -> None:
        self._nats = nats
        self._tables: Sequence[play_pb2.TableInfo] = ()
        self._read_at = float("-inf")
        self._reading = asyncio.Lock()

    async def newest(self, limit: int) -> Sequence[play_pb2.TableInfo]:
        """At most so many tables, the newest first; 0 means 50, which is also the most. Raises Unreachable."""
        if limit < 0:
            raise InvalidInput("BAD_REQUEST", "limit is not negative", field="limit")
        async with self._reading:
            if time.monotonic() - self._read_at > _FRESH_SECONDS:
                await self._read()
        return self._tables[: min(limit or MOST, MOST)]

    async def _read(self) -> None:
        try:
            found = map(play_pb2.TableInfo.FromString, await kv.values(self._nats, subjects.LOBBY_BUCKET))
        except nats_errors.Error:
            raise Unreachable("UNREACHABLE", "the list of tables cannot be read now").retrying_after(1) from None
        self._tables = sorted(found, key=lambda table: table.opened_ms, reverse=True)
        self._read_at = time.monotonic()
