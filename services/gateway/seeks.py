"""The seeks that this gateway holds: one lease for all of them, each as long as the Watch stream that it names."""

import asyncio
import time
import uuid
from collections import OrderedDict, defaultdict
from contextlib import suppress
from dataclasses import dataclass, field

from nats import errors as nats_errors
from nats.aio.client import Client
from nats.aio.msg import Msg

from services.common import subjects
from services.common.errors import IllegalAction, TrucoError
from services.common.listening import Ear
from services.common.logging import log_bug
from services.gateway import metrics
from services.gateway.auth import Caller
from services.gateway.queues import Queues
from services.gateway.stream import Stream
from services.gateway.tables import Tables
from truco.play.v1 import play_pb2
from truco.tables.v1 import seeks_pb2, tables_pb2

LEASE_SECONDS = 15
"""When a gateway has been dead for so long its seeks end, unless others hold them by then."""
_FILL_SECONDS = 2.0
"""How long a new stream waits to be told, before the rest goes on without."""
_RENEW_SECONDS = 2.5
_CONFIRM_SECONDS = 28.0
"""What is not heard of for so long is asked for: messages may be lost."""
_CONFIRMED_TOGETHER = 100
_REMEMBERED = 10_000

_LIVE = (play_pb2.SEEK_STATE_GATHERING, play_pb2.SEEK_STATE_WAITING)


@dataclass(slots=True)
class _Held:
    """A seek that lives."""

    status: play_pb2.SeekStatus
    confirmed: float = field(default_factory=time.monotonic)
    dropping: "asyncio.Task[None] | None" = None
    """Waits for the seek's stream to come back."""


class Seeks:
    """Seeks for the players that have a stream here, and tells them how it goes."""

    def __init__(self, nats: Client, tables: Tables, queues: Queues, grace_seconds: float) -> None:
        """`grace_seconds` is how long a seek outlives its stream, for the stream to come back."""
        self._nats = nats
        self._tables = tables
        self._queues = queues
        self._grace_seconds = grace_seconds
        self._id = uuid.uuid4().hex
        self._streams: defaultdict[str, list[tuple[str, Stream]]] = defaultdict(list)
        self._held: dict[str, _Held] = {}
        self._unfilled: list[tuple[str, str, Stream]] = []
        self._over: OrderedDict[str, str] = OrderedDict()

    async def seek(self, caller: Caller, request: play_pb2.SeekRequest) -> play_pb2.SeekStatus:
        """A new seek. Raises IllegalAction (NOT_WATCHING), and what tables refuses."""
        if not self._watches(caller.player_id, request.client_id):
            raise IllegalAction("NOT_WATCHING", "no Watch of the player with this client_id is open here")
        return await self._settled(seeks_pb2.SeekCommand(player=caller.player, seek=request))

    async def cancel(self, caller: Caller, request: play_pb2.CancelSeekRequest) -> play_pb2.SeekStatus:
        """Ends the player's seek."""
        return await self._settled(seeks_pb2.SeekCommand(player=caller.player, cancel=request))

    def join(self, player_id: str, client_id: str, stream: Stream) -> None:
        """A stream opens: from now on it is told how the player's seek goes."""
        self._streams[player_id].append((client_id, stream))
        held = self._held.get(player_id)
        if held and held.dropping and held.status.seek.client_id == client_id:
            held.dropping.cancel()
            held.dropping = None

    def leave(self, player_id: str, client_id: str, stream: Stream) -> None:
        """A stream has ended."""
        self._streams[player_id].remove((client_id, stream))
        if not self._streams[player_id]:
            del self._streams[player_id]
        self._drop_later(player_id)

    async def fill(self, player_id: str, client_id: str, stream: Stream) -> None:
        """Puts into a new stream how the player's seek stands; takes over one that names the stream.

        Without tables the stream is open all the same; it is told when tables is back.
        """
        try:
            async with asyncio.timeout(_FILL_SECONDS):
                told = await self._ask(_hold(player_id, client_id))
        except (TrucoError, TimeoutError):
            self._unfilled.append((player_id, client_id, stream))
            return
        if told.HasField("status"):
            if told.gateway == self._id:
                self._note(player_id, told.status)
                self._drop_later(player_id)
            stream.put(self._message(told.status))

    def status(self, player_id: str) -> bytes | None:
        """How the player's seek goes, for the heartbeat; None when there is none here."""
        held = self._held.get(player_id)
        return self._message(held.status) if held else None

    def moved(self, player_id: str, whereabouts: tables_pb2.Whereabouts) -> None:
        """Hears that a player sits somewhere: the seek is over, then, and whoever was to tell may not have."""
        held = self._held.get(player_id)
        if held and whereabouts.table_id:
            held.confirmed = 0

    def end(self, player_id: str) -> None:
        """Ends a player's seek, if it is held here, whether its stream is there or not."""
        held = self._held.get(player_id)
        if held:
            if held.dropping:
                held.dropping.cancel()
            held.dropping = asyncio.create_task(self._drop(player_id, held))

    async def run(self) -> None:
        """For ever: renews the lease, hears, and asks for what was not heard."""
        await Ear(self._nats, self._hear).listen(subjects.seeks(self._id))
        await asyncio.gather(self._renew(), self._confirm())

    async def _renew(self) -> None:
        subject, headers = f"$KV.{subjects.GATEWAYS_BUCKET}.{self._id}", {"Nats-TTL": f"{LEASE_SECONDS}s"}
        while True:
            with suppress(nats_errors.Error):
                await self._nats.publish(subject, b"", headers=headers)
            await asyncio.sleep(_RENEW_SECONDS)

    async def _confirm(self) -> None:
        while True:
            await asyncio.sleep(1)
            before = time.monotonic() - _CONFIRM_SECONDS
            stale = [player_id for player_id, held in self._held.items() if held.confirmed < before]
            unfilled, self._unfilled = self._unfilled, []
            await asyncio.gather(
                *map(self._confirm_one, stale[:_CONFIRMED_TOGETHER]),
                *(self.fill(*each) for each in unfilled if not each[2].closed),
            )

    async def _confirm_one(self, player_id: str) -> None:
        held = self._held.get(player_id)
        if held is None:
            return
        try:
            told = await self._ask(_hold(player_id, held.status.seek.client_id))
        except TrucoError:
            return
        except Exception as error:
            log_bug("seek not confirmed", error, player=player_id)
            return
        held.confirmed = time.monotonic()
        status = told.status
        gone = not told.HasField("status") or status.seek.request_id != held.status.seek.request_id
        if gone or (status.state not in _LIVE):
            ended = play_pb2.SeekStatus(state=play_pb2.SEEK_STATE_ENDED, seek=held.status.seek)
            metrics.REPAIRS.inc()
            self._tell(player_id, ended if gone else status)

    async def _settled(self, command: seeks_pb2.SeekCommand) -> play_pb2.SeekStatus:
        told = await self._ask(command)
        if told.HasField("status"):
            if not self._knows_more(command.player.player_id, told.status):
                self._tell(command.player.player_id, told.status)
            self._queues.complete(told.status)
        return told.status

    async def _ask(self, command: seeks_pb2.SeekCommand) -> seeks_pb2.SeekTold:
        command.gateway = self._id
        return await self._tables.seek(command)

    def _hear(self, message: Msg) -> None:
        self._tell(message.subject.rpartition(".")[2], play_pb2.SeekStatus.FromString(message.data))

    def _tell(self, player_id: str, status: play_pb2.SeekStatus) -> None:
        if not self._note(player_id, status):
            return
        told = self._message(status)
        for _, stream in tuple(self._streams.get(player_id, ())):
            stream.put_live(told)

    def _note(self, player_id: str, status: play_pb2.SeekStatus) -> bool:
        """Remembers how a seek goes, and says whether that is news: what is over stays over, whatever comes late."""
        request_id, held = status.seek.request_id, self._held.get(player_id)
        if self._over.get(player_id) == request_id:
            return False
        if status.state not in _LIVE:
            self._over[player_id] = request_id
            if len(self._over) > _REMEMBERED:
                self._over.popitem(last=False)
            if held and held.status.seek.request_id == request_id:
                self._forget(player_id)
        elif held and held.status.seek.request_id == request_id:
            held.status, held.confirmed = status, time.monotonic()
        else:
            self._forget(player_id)
            self._held[player_id] = _Held(status)
            self._drop_later(player_id)
            metrics.SEEKS.set(len(self._held))
        return True

    def _knows_more(self, player_id: str, answer: play_pb2.SeekStatus) -> bool:
        """Whether the leader has told of a live seek already: it sees its party, who answers does not."""
        held = self._held.get(player_id)
        same = held is not None and held.status.seek.request_id == answer.seek.request_id
        return same and answer.state in _LIVE

    def _forget(self, player_id: str) -> None:
        held = self._held.pop(player_id, None)
        if held and held.dropping:
            held.dropping.cancel()
        metrics.SEEKS.set(len(self._held))

    def _watches(self, player_id: str, client_id: str) -> bool:
        return any(client_id == mine for mine, _ in self._streams.get(player_id, ()))

    def _drop_later(self, player_id: str) -> None:
        """Lets a seek go whose stream is not there and does not come back."""
        held = self._held.get(player_id)
        if held and not held.dropping and not self._watches(player_id, held.status.seek.client_id):
            held.dropping = asyncio.create_task(self._drop_after_grace(player_id, held))

    async def _drop_after_grace(self, player_id: str, held: _Held) -> None:
        await asyncio.sleep(self._grace_seconds)
        await self._drop(player_id, held)

    async def _drop(self, player_id: str, held: _Held) -> None:
        drop = seeks_pb2.DropSeek(request_id=held.status.seek.request_id)
        command = seeks_pb2.SeekCommand(player=tables_pb2.Player(player_id=player_id), drop=drop)
        held.dropping = None
        try:
            told = await self._ask(command)
        except TrucoError:
            self._drop_later(player_id)
            return
        if told.status.state in _LIVE and told.gateway != self._id:
            self._forget(player_id)  # another gateway holds it now
        elif told.HasField("status"):
            self._tell(player_id, told.status)
        else:
            self._forget(player_id)

    def _message(self, status: play_pb2.SeekStatus) -> bytes:
        told = play_pb2.SeekStatus()
        told.CopyFrom(status)
        self._queues.complete(told)
        told.now_ms = time.time_ns() // 1_000_000
        return play_pb2.WatchResponse(seek=told).SerializeToString()


def _hold(player_id: str, client_id: str) -> seeks_pb2.SeekCommand:
    hold = seeks_pb2.HoldSeek(client_id=client_id)
    return seeks_pb2.SeekCommand(player=tables_pb2.Player(player_id=player_id), hold=hold)
