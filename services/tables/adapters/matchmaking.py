"""The matchmaker's other ports: standings, gateways' leases, and what is told."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import nats.errors
import nats.js.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.errors import NotFoundError

from services.common import subjects
from services.common.errors import Unreachable
from services.tables.adapters.following import Following
from services.tables.matchmaking.ports import HearStanding
from services.tables.matchmaking.queue import Queue, queue_in
from truco.play.v1.play_pb2 import SeekStatus
from truco.portal.v1.standing_pb2 import Standing
from truco.tables.v1.seeks_pb2 import QueueNews

_STANDINGS: Final = f"$KV.{subjects.STANDING_BUCKET}."
_GATEWAYS: Final = f"$KV.{subjects.GATEWAYS_BUCKET}."
_QUEUES: Final = f"$KV.{subjects.QUEUES_BUCKET}."
_ERRORS = (nats.errors.Error, nats.js.errors.Error, TimeoutError)


@dataclass(frozen=True, slots=True)
class KeyValueStandings:
    """The port Standings."""

    client: Client

    async def get(self, player_id: str) -> Standing:
        """One player's; empty for who has none. Errors: UNREACHABLE."""
        try:
            js = self.client.jetstream()
            message = await js.get_last_msg(f"KV_{subjects.STANDING_BUCKET}", _STANDINGS + player_id)
        except NotFoundError:
            return Standing()
        except _ERRORS as error:
            raise Unreachable("UNREACHABLE", "standings cannot be read now") from error
        return Standing.FromString(message.data or b"")

    def follow(self, since_ms: int, hear: HearStanding) -> Following:
        """Tells all that were written since a time, and then what changes."""

        def told(subject: str, _sequence: int, message: Msg) -> None:
            hear(subject.removeprefix(_STANDINGS), Standing.FromString(message.data))

        return Following(self.client, f"KV_{subjects.STANDING_BUCKET}", _STANDINGS + "*", told, since_ms)


@dataclass(frozen=True, slots=True)
class KeyValueGateways:
    """The port Gateways."""

    client: Client

    async def alive(self) -> frozenset[str]:
        """Those whose lease has not run out. Errors: UNREACHABLE."""
        try:
            js = self.client.jetstream()
            info = await js.stream_info(f"KV_{subjects.GATEWAYS_BUCKET}", subjects_filter=_GATEWAYS + "*")
        except _ERRORS as error:
            raise Unreachable("UNREACHABLE", "the gateways' leases cannot be read now") from error
        return frozenset(subject.removeprefix(_GATEWAYS) for subject in info.state.subjects or ())


@dataclass(frozen=True, slots=True)
class NatsNews:
    """The port News."""

    client: Client

    async def tell(self, gateway: str, player_id: str, status: SeekStatus) -> None:
        """Tells a player, through the gateway that holds the seek; who misses it asks."""
        with suppress(nats.errors.Error):
            await self.client.publish(subjects.seek(gateway, player_id), status.SerializeToString())

    async def wake(self, table_ids: Iterable[str]) -> None:
        """Tells tables to look at what they have to do; who misses it has a timer."""
        with suppress(nats.errors.Error):
            for table_id in table_ids:
                await self.client.publish(subjects.wake(table_id))

    async def queues(self, shard: int) -> Mapping[Queue, QueueNews]:
        """What was last said of the queues of a shard. Errors: UNREACHABLE."""
        found: dict[Queue, QueueNews] = {}

        def told(_subject: str, _sequence: int, message: Msg) -> None:
            news = QueueNews.FromString(message.data)
            queue = queue_in(news)
            if queue.shard == shard:
                found[queue] = news

        async with Following(self.client, f"KV_{subjects.QUEUES_BUCKET}", _QUEUES + "*", told) as following:
            await following.loaded()
        return found

    async def publish(self, news: QueueNews) -> None:
        """Says how a queue does. Errors: UNREACHABLE."""
        queue = queue_in(news)
        try:
            await self.client.jetstream().publish(_QUEUES + queue.key, news.SerializeToString())
        except _ERRORS as error:
            raise Unreachable("UNREACHABLE", "the queues' news cannot be written now") from error
