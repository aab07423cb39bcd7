"""All open Watch streams of this gateway: who holds them, their heartbeat, and the repair of what they missed."""

import asyncio
import contextlib
import functools
import itertools
import random
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence

from services.common.errors import (
    Denied,
    InternalError,
    InvalidInput,
    NotFound,
    TrucoError,
    Unauthenticated,
    Unreachable,
)
from services.common.forms import check_id
from services.common.logging import log_bug
from services.gateway import lobby_filter, metrics
from services.gateway.auth import Caller, token_expired
from services.gateway.comparison import PARTS, Comparison
from services.gateway.follower import Follower
from services.gateway.lobby_feeds import LobbyFeeds
from services.gateway.lobby_filter import Filter
from services.gateway.mutes import Mutes
from services.gateway.presence import Presence
from services.gateway.registry import Registry
from services.gateway.requests import check_table_id
from services.gateway.revocations import Revocations
from services.gateway.seeks import Seeks
from services.gateway.stream import Stream
from services.gateway.tables import Tables
from services.gateway.watch import Watch
from services.gateway.whereabouts import Whereabouts
from truco.play.v1 import play_pb2
from truco.tables.v1 import tables_pb2

TABLES_PER_STREAM = 50
_OPENING_PARTS = 2
"""For so many a new stream has no turn: what it opens with comes before a heartbeat."""
_LOOKING_TURNS = 8 * PARTS
"""In so many parts of beats each player's own table is looked for once."""

_CAUGHT_UP = play_pb2.WatchResponse(caught_up=play_pb2.CaughtUp()).SerializeToString()

ClientKey = tuple[str, str]
"""Player id and client id. Client ids are the clients' own choice, so they count within their player only."""


class Watches:
    """Opens Watch streams and keeps them right."""

    def __init__(
        self,
        tables: Tables,
        whereabouts: Whereabouts,
        mutes: Mutes,
        lobby: LobbyFeeds,
        registry: Registry,
        presence: Presence,
        seeks: Seeks,
        comparison: Comparison,
        revocations: Revocations,
        new_follower: Callable[[str, Stream], Follower],
        *,
        queue_limit: int,
        heartbeat_seconds: float,
        renewal_seconds: float,
    ) -> None:
        self._tables = tables
        self._whereabouts = whereabouts
        self._mutes = mutes
        self._lobby = lobby
        self._registry = registry
        self._presence = presence
        self._seeks = seeks
        self._comparison = comparison
        self._revocations = revocations
        revocations.tell(self._end_revoked)
        self._new_follower = new_follower
        self._queue_limit = queue_limit
        self._heartbeat_seconds = heartbeat_seconds
        self._renewal_seconds = renewal_seconds
        self._open: dict[ClientKey, Watch] = {}
        self._part = 0
        self._parts: list[set[Watch]] = [set() for _ in range(PARTS)]
        self._reconnects = 0
        self._none_open = asyncio.Event()
        self._none_open.set()

    @contextlib.asynccontextmanager
    async def open(self, caller: Caller, request: play_pb2.WatchRequest) -> AsyncIterator[Stream]:
        """Inside the block, a stream of serialized WatchResponses: everything current, CaughtUp, then what changes.

        Raises InvalidInput (BAD_REQUEST), Busy (LIMIT_REACHED). The stream ends with NotFound (TABLE_NOT_FOUND), Denied
        (SPECTATORS_FORBIDDEN), Conflict (SUPERSEDED), Busy (SLOW_READER, LIMIT_REACHED), Unauthenticated
        (TOKEN_EXPIRED, TOKEN_REVOKED), Unreachable (UNREACHABLE, SHUTTING_DOWN).
        """
        _check(request)
        wanted = lobby_filter.read(request.lobby) if request.HasField("lobby") else None
        watch = self._register(caller, request.client_id)
        try:
            await self._registry.announce(watch.held)
            watch.moves = await self._whereabouts.follow(watch.player_id, functools.partial(self._moved, watch))
            watch.opening = asyncio.create_task(self._fill(watch, request, wanted))
            yield watch.stream
        finally:
            self._unregister(watch)
            if wanted is not None:
                self._lobby.leave(watch.stream, wanted)
            await watch.stop()

    async def move_away(self, seconds: float) -> None:
        """Tells every client to open its next stream elsewhere; closes what is left after some seconds."""
        self._presence.move_away()
        for watch in tuple(self._open.values()):
            watch.move()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._none_open.wait(), seconds)
        for watch in tuple(self._open.values()):
            watch.stream.close(shutting_down())

    async def beat(self) -> None:
        """For ever: looks after each stream at its turn."""
        for part in itertools.cycle(range(PARTS)):
            await asyncio.sleep(self._heartbeat_seconds / PARTS)
            self._part = part
            due, self._parts[part] = self._parts[part], set()
            now, monotonic = time.time(), time.monotonic()
            for watch in due:
                self._check_token(watch, now)
                watch.follower.listen()
                watch.part = (part + self._parts_left(watch, monotonic)) % PARTS
                self._parts[watch.part].add(watch)

    def _parts_left(self, watch: Watch, monotonic: float) -> int:
        """In how many parts of a beat a stream has its next turn: when nothing will have been sent for a whole beat.

        One that has been silent for so long gets its heartbeat now.
        """
        metrics.STREAM_WAITING.observe(watch.stream.waiting)
        left = int((watch.silence - (monotonic - watch.stream.last_put)) * PARTS / self._heartbeat_seconds)
        if left > 0:
            return left
        watch.silence = self._heartbeat_seconds
        watch.stream.put_live(_heartbeat(watch.follower))
        if (seek := self._seeks.status(watch.player_id)) is not None:
            watch.stream.put_live(seek)
        return PARTS

    async def repair(self) -> None:
        """For ever, in each beat: fetches what a worker that died between append and fan-out did not send."""
        for turn in itertools.count():
            await asyncio.sleep(self._heartbeat_seconds / PARTS)
            await asyncio.gather(*map(self._find_own_table, self._lookers(turn)))
            await self._comparison.compare(turn % PARTS)

    def _lookers(self, turn: int) -> Sequence[Watch]:
        """Whose own tables are looked for: everybody's when the connection was lost, else some at each turn.

        Where players sit is heard as it changes. Only a lost connection loses that, or a full queue. Who is seen to sit
        at the own table is nowhere else: that this is still so comes from the table.
        """
        watches, reconnects = tuple(self._open.values()), self._whereabouts.reconnects
        if reconnects != self._reconnects:
            self._reconnects = reconnects
            return watches
        return [watch for watch in watches[turn % _LOOKING_TURNS :: _LOOKING_TURNS] if not watch.follower.at_own_table]

    def _register(self, caller: Caller, client_id: str) -> Watch:
        player_id, stream = caller.player_id, Stream(self._queue_limit)
        held = self._registry.open(player_id, client_id, stream)
        follower = self._new_follower(player_id, stream)
        part = (self._part + random.randrange(_OPENING_PARTS, PARTS + 1)) % PARTS
        watch = Watch(caller, stream, follower, held, part)
        self._open[player_id, client_id] = watch
        self._mutes.join(player_id)
        self._seeks.join(player_id, client_id, stream)
        self._parts[part].add(watch)
        self._none_open.clear()
        return watch

    def _unregister(self, watch: Watch) -> None:
        player_id, client_id = watch.player_id, watch.held.client_id
        if self._open.get((player_id, client_id)) is watch:
            del self._open[player_id, client_id]
        self._mutes.leave(player_id)
        self._seeks.leave(player_id, client_id, watch.stream)
        self._parts[watch.part].discard(watch)
        if not self._open:
            self._none_open.set()
        self._registry.close(watch.held)

    def _check_token(self, watch: Watch, now: float) -> None:
        """A stream ends with its token, by a beat at most; its client is told before to come again with a new one."""
        if now > watch.caller.expires:
            watch.stream.close(token_expired())
        elif now > watch.caller.expires - self._renewal_seconds:
            watch.move()
        self._check_revoked(watch)

    def _end_revoked(self) -> None:
        for watch in tuple(self._open.values()):
            self._check_revoked(watch)

    def _check_revoked(self, watch: Watch) -> None:
        try:
            self._revocations.check(watch.player_id, watch.caller.token_id, watch.caller.issued)
        except Unauthenticated as error:
            watch.stream.close(error)

    async def _fill(self, watch: Watch, request: play_pb2.WatchRequest, wanted: Filter | None) -> None:
        """Puts everything current into a new stream; an error closes it."""
        try:
            filling = self._seeks.fill(watch.player_id, request.client_id, watch.stream)
            await asyncio.gather(self._follow_all(watch, request.tables), filling)
            if wanted is not None:
                await self._lobby.join(watch.stream, wanted)
            watch.stream.put(_CAUGHT_UP)
        except TrucoError as error:
            watch.stream.close(error)
        except Exception as error:
            watch.stream.close(InternalError("INTERNAL", "internal error", id=log_bug("watch not opened", error)))
        finally:
            watch.opening = None

    async def _follow_all(self, watch: Watch, asked: Iterable[play_pb2.WatchTable]) -> None:
        wanted = {table.table_id: (table.epoch, table.version) for table in asked}
        own = await self._whereabouts.get(watch.player_id) or tables_pb2.Whereabouts()
        await asyncio.gather(
            *(
                watch.follower.follow(table_id, since, own.seat if table_id == own.table_id else None)
                for table_id, since in wanted.items()
            )
        )
        if own.table_id and own.table_id not in wanted:
            # A hint may be out of date: a table that is gone is no error when nobody asked for it.
            with contextlib.suppress(NotFound, Denied):
                await watch.follower.follow(own.table_id, (0, 0), own.seat)
        watch.follower.moved(own)

    async def _find_own_table(self, watch: Watch) -> None:
        whereabouts = await self._whereabouts.get(watch.player_id)
        if whereabouts is not None:
            self._moved(watch, whereabouts)

    def _moved(self, watch: Watch, whereabouts: tables_pb2.Whereabouts) -> None:
        watch.follower.moved(whereabouts)
        self._seeks.moved(watch.player_id, whereabouts)


def _check(request: play_pb2.WatchRequest) -> None:
    check_id("client_id", request.client_id, "BAD_REQUEST")
    if len(request.tables) > TABLES_PER_STREAM:
        raise InvalidInput("BAD_REQUEST", f"at most {TABLES_PER_STREAM} tables in one Watch", field="tables")
    for table in request.tables:
        check_table_id(table.table_id)


def _heartbeat(follower: Follower) -> bytes:
    heartbeat = play_pb2.Heartbeat(versions=follower.versions(), now_ms=time.time_ns() // 1_000_000)
    return play_pb2.WatchResponse(heartbeat=heartbeat).SerializeToString()


def shutting_down() -> Unreachable:
    """The refusal of a gateway that goes away."""
    return Unreachable("SHUTTING_DOWN", "this gateway is going away; connect again").retrying_after(0)
