"""Who has a stream open for the own seat at which table, told to tables: at once when it begins or ends, and with every
comparison of versions."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Final

import nats.errors
import structlog
from nats.aio.client import Client

from services.common import subjects
from truco.tables.v1.tables_pb2 import Attendance, PresenceReport

_RETRY_SECONDS: Final = 1.0

log = structlog.get_logger()


class Presence:
    """Counts the streams of this gateway in which a player sees the own seat."""

    def __init__(self, client: Client, gateway: str, heartbeat_seconds: float) -> None:
        """`gateway` is an id that no other gateway has, nor this one after a restart."""
        self.gateway = gateway
        self._nats = client
        self._heartbeat_seconds = heartbeat_seconds
        self._streams: Counter[tuple[str, str]] = Counter()
        self._players: defaultdict[str, set[str]] = defaultdict(set)
        self._telling: set[asyncio.Task[None]] = set()
        self._moving = False

    def sat(self, table_id: str, player_id: str) -> None:
        """A stream shows its player the own seat."""
        self._streams[table_id, player_id] += 1
        if self._streams[table_id, player_id] == 1:
            self._players[table_id].add(player_id)
            self._tell(table_id, PresenceReport(here=[Attendance(table_id=table_id, player_ids=[player_id])]))

    def left(self, table_id: str, player_id: str) -> None:
        """A stream that showed its player the own seat does so no more."""
        self._streams[table_id, player_id] -= 1
        if self._streams[table_id, player_id] > 0:
            return
        del self._streams[table_id, player_id]
        self._players[table_id].discard(player_id)
        if not self._players[table_id]:
            del self._players[table_id]
        if not self._moving:
            self._tell(table_id, PresenceReport(gone=[Attendance(table_id=table_id, player_ids=[player_id])]))

    def attending(self, table_ids: Iterable[str]) -> list[Attendance]:
        """Who is there at some tables."""
        return [
            Attendance(table_id=table_id, player_ids=self._players[table_id])
            for table_id in table_ids
            if table_id in self._players
        ]

    def move_away(self) -> None:
        """Says no more of who leaves: this gateway sends its streams to another one."""
        self._moving = True

    async def run(self) -> None:
        """Tells all workers again and again that this gateway lives, until cancelled."""
        alive = PresenceReport(gateway=self.gateway).SerializeToString()
        while True:
            try:
                await self._nats.publish(subjects.GATEWAYS_ALIVE, alive)
                await asyncio.sleep(self._heartbeat_seconds)
            except nats.errors.Error as error:
                log.warning("not told to be alive", error=repr(error))
                await asyncio.sleep(_RETRY_SECONDS)

    def _tell(self, table_id: str, report: PresenceReport) -> None:
        report.gateway = self.gateway
        subject = subjects.presence(subjects.shard_of(table_id))
        task = asyncio.create_task(self._publish(subject, report.SerializeToString()))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _publish(self, subject: str, data: bytes) -> None:
        try:
            await self._nats.publish(subject, data)
        except nats.errors.Error as error:
            log.warning("presence not told", error=repr(error))  # the next comparison of versions tells it
