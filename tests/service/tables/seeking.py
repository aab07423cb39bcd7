"""Players who seek a match, and the gateway that holds their seeks, as tables sees them."""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import nats
import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.errors import NotFoundError

from deploy.local.stack import Stack
from services.common import subjects
from services.common.errors import from_code
from services.tables.matchmaking.queue import queue_of
from tests.service.tables.playing import new_id
from truco.play.v1.play_pb2 import (
    SEEK_STATE_ENDED,
    SEEK_STATE_MATCHED,
    CancelSeekRequest,
    SeekRequest,
    SeekState,
    SeekStatus,
)
from truco.portal.v1.standing_pb2 import Standing
from truco.tables.v1.seeks_pb2 import DropSeek, HoldSeek, QueueNews, SeekCommand, SeekReply, SeekTold, Ticket
from truco.tables.v1.tables_pb2 import Player, TableRecord

PATIENCE = 20.0
PRESET = "maestro"
_OVER = (SEEK_STATE_MATCHED, SEEK_STATE_ENDED)


@dataclass
class SeekGateway:
    """A gateway that holds seeks: it renews its lease, sends requests until they are answered, and hears."""

    client: Client
    id: str = field(default_factory=new_id)
    heard: "defaultdict[str, list[SeekStatus]]" = field(default_factory=lambda: defaultdict(list))

    async def hear(self, message: Msg) -> None:
        """Hears how a seek goes."""
        self.heard[message.subject.rpartition(".")[2]].append(SeekStatus.FromString(message.data))

    async def renew(self) -> None:
        """For ever: renews the lease."""
        while True:
            with suppress(nats.errors.Error):
                await self.client.publish(f"$KV.gateways.{self.id}", b"", headers={"Nats-TTL": "5s"})
            await asyncio.sleep(0.5)

    async def ask(self, player: Player, body: SeekRequest | CancelSeekRequest | HoldSeek | DropSeek) -> SeekTold:
        """Sends a request until it is answered; raises its refusal."""
        command = SeekCommand(player=player, gateway=self.id, not_after_ms=int((time.time() + PATIENCE) * 1000))
        names = {SeekRequest: "seek", CancelSeekRequest: "cancel", HoldSeek: "hold", DropSeek: "drop"}
        getattr(command, names[type(body)]).CopyFrom(body)
        getattr(command, names[type(body)]).SetInParent()
        until = time.monotonic() + PATIENCE
        while True:
            try:
                subject = subjects.seek_command(player.player_id)
                reply = SeekReply.FromString((await self.client.request(subject, command.SerializeToString(), 1)).data)
            except (nats.errors.TimeoutError, nats.errors.NoRespondersError):
                assert time.monotonic() < until, "no answer"
                await asyncio.sleep(0.1)
                continue
            if reply.HasField("refused"):
                refused = reply.refused
                if refused.reason == "UNREACHABLE" and time.monotonic() < until:
                    continue
                raise from_code(refused.code, refused.reason, refused.message, dict(refused.metadata))
            return reply.told


@asynccontextmanager
async def seek_gateway(stack: Stack) -> AsyncIterator[SeekGateway]:
    """A gateway as NATS knows it."""
    gateway = SeekGateway(await nats.connect(**stack.nats_options("gateway"), max_reconnect_attempts=-1))
    await gateway.client.subscribe(subjects.seeks(gateway.id), cb=gateway.hear)
    renewing = asyncio.create_task(gateway.renew())
    try:
        yield gateway
    finally:
        renewing.cancel()
        await gateway.client.close()


@dataclass
class Seeker:
    """A player who seeks."""

    gateway: SeekGateway
    player: Player = field(default_factory=lambda: Player(player_id=new_id(), name="Ana", avatar="mate"))
    wish: SeekRequest = field(default_factory=SeekRequest)
    status: SeekStatus = field(default_factory=SeekStatus)
    """What was answered last when somebody asked how the seek stands."""

    @property
    def player_id(self) -> str:
        """The player's id."""
        return self.player.player_id

    async def seek(self, seats: int = 2, preset: str = PRESET, **options: object) -> SeekStatus:
        """Seeks a match."""
        wish = {"request_id": new_id(), "client_id": new_id(), "preset": preset, "seats": seats, **options}
        self.wish = SeekRequest(**wish)  # type: ignore[arg-type]
        return (await self.gateway.ask(self.player, self.wish)).status

    async def again(self) -> SeekStatus:
        """Sends the same seek once more."""
        return (await self.gateway.ask(self.player, self.wish)).status

    async def cancel(self) -> SeekStatus:
        """Ends the seek."""
        return (await self.gateway.ask(self.player, CancelSeekRequest(request_id=new_id()))).status

    async def hold(self) -> SeekStatus:
        """Asks how the seek stands."""
        return (await self.gateway.ask(self.player, HoldSeek(client_id=self.wish.client_id))).status

    async def asks(self) -> SeekStatus:
        """Asks, as gateways do now and then, unless the end is known."""
        if self.status.state not in _OVER:
            self.status = await self.hold()
        return self.status

    async def told(self, wanted: Callable[[SeekStatus], bool], seconds: float = 10) -> SeekStatus:
        """Waits until the player is told something."""
        until = time.monotonic() + seconds
        while True:
            for status in self.gateway.heard[self.player_id]:
                if status.seek.request_id == self.wish.request_id and wanted(status):
                    return status
            assert time.monotonic() < until, f"told only {self.gateway.heard[self.player_id]}"
            await asyncio.sleep(0.02)

    async def seated(self, seconds: float = 10) -> str:
        """Waits to be seated, and returns the table."""
        return (await self.told(lambda status: status.state == SEEK_STATE_MATCHED, seconds)).table_id

    async def queue_news(self, operator: Client, seconds: float = 5) -> tuple[int, int]:
        """Waits until somebody waits in the seeker's queue, as the leader says; how many, and for how long."""
        subject, until = f"$KV.queues.{queue_of(Ticket(seek=self.wish)).key}", time.monotonic() + seconds
        while True:
            with suppress(NotFoundError):
                message = await operator.jetstream().get_last_msg("KV_queues", subject)
                news = QueueNews.FromString(message.data or b"")
                if news.waiting and news.HasField("expected_seconds"):
                    return news.waiting, news.expected_seconds
            assert time.monotonic() < until, "nothing is said of the queue"
            await asyncio.sleep(0.1)

    async def outcome(self, seconds: float = 10) -> SeekStatus:
        """Asks until the seek is over."""
        until = time.monotonic() + seconds
        while (status := await self.again()).state not in _OVER:
            assert time.monotonic() < until, f"still {SeekState.Name(status.state)}"
            await asyncio.sleep(0.1)
        return status


async def first_record(operator: Client, table_id: str) -> TableRecord:
    """A table's first record."""
    js = operator.jetstream()
    return TableRecord.FromString(
        (await js.get_last_msg(subjects.STREAM, subjects.record(table_id, "open"))).data or b""
    )


async def put_standing(operator: Client, player_id: str, standing: Standing) -> None:
    """Writes a player's standing, as the portal's relay does."""
    await operator.jetstream().publish(f"$KV.standing.{player_id}", standing.SerializeToString())


async def stored_ticket(operator: Client, seeker: Seeker) -> Ticket:
    """A seeker's ticket as it stands in the stream."""
    subject = subjects.ticket(queue_of(Ticket(seek=seeker.wish)).shard, seeker.player_id)
    return Ticket.FromString((await operator.jetstream().get_last_msg(subjects.STREAM, subject)).data or b"")
