"""A player that acts at random through the public API and keeps a log of all that it was told."""

import asyncio
import time
from collections.abc import Awaitable, Coroutine
from dataclasses import dataclass, field
from random import Random
from typing import Any

from quiero import ENDED, Client, TrucoError, new_id
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2


@dataclass(frozen=True)
class Acted:
    """One action as its player lived it: sent, and acknowledged at a version or refused for a reason. Unix seconds."""

    player_id: str
    request_id: str
    table_id: str
    action: rules_pb2.Action
    sent: float
    answered: float
    version: int = 0
    epoch: int = 0
    refused: str = ""

    @property
    def waited(self) -> float:
        """Seconds from the first try to the answer."""
        return self.answered - self.sent


@dataclass(frozen=True)
class Seen:
    """One update as it arrived. Unix seconds."""

    player_id: str
    at: float
    update: play_pb2.TableUpdate
    watched: bool
    """Whether its Watch told it, and not the answer to a call."""


@dataclass
class Log:
    """What players did and saw, in order."""

    acted: list[Acted] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    seated: list[float] = field(default_factory=list)
    """How long players waited to open, join or start a table, seconds."""
    newest: dict[play_pb2.TableStatus, float] = field(default_factory=dict)
    """When a table of each status was seen last, Unix seconds."""

    def see(self, player_id: str, update: play_pb2.TableUpdate, *, watched: bool) -> None:
        """Notes an update that has just arrived."""
        now = time.time()
        self.seen.append(Seen(player_id, now, update, watched))
        self.newest[update.table.status] = now

    @property
    def longest_wait(self) -> float:
        """For the answer to any command, seconds."""
        return max((*self.seated, *(acted.waited for acted in self.acted)))


class RandomPlayer:
    """Plays any number of matches, one after the other. Use as a context: it watches as long as it is open."""

    def __init__(self, client: Client, log: Log, rng: Random, *, pause: float = 0.0) -> None:
        """`pause` is the longest time it thinks before an action, in seconds."""
        self.client = client
        self.player_id = client.account.player_id
        self._log = log
        self._rng = rng
        self._pause = pause
        self._tables: dict[str, play_pb2.TableUpdate] = {}
        self._news = asyncio.Condition()
        self._watching: asyncio.Task[None] | None = None
        self._failure: TrucoError | None = None

    async def __aenter__(self) -> "RandomPlayer":
        self._watching = asyncio.create_task(self._watch())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._watching:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)

    async def open_table(self, preset: str, seats: int, **more: Any) -> str:
        """Opens a table and returns its id; `more` as Client.open_table takes it."""
        return await self._seat(self.client.open_table(preset, seats, **more))

    async def join_table(self, table_id: str) -> None:
        """Takes the first empty seat."""
        await self._seat(self.client.join_table(table_id))

    async def play(self, table_id: str) -> None:
        """Plays until the table's match has ended."""
        acted_on = 0
        while True:
            update = await self._newer(table_id, acted_on)
            if update.table.status in ENDED:
                return
            acted_on = update.table.version
            if self._must_start(update.table):
                await self._start(table_id)
            elif self._must_move(update.view):
                await asyncio.sleep(self._rng.uniform(0, self._pause))
                acted_on = max(acted_on, await self._act(update))

    async def _seat(self, seating: Coroutine[Any, Any, play_pb2.TableUpdate]) -> str:
        sent = time.time()
        update = await seating
        self._log.seated.append(time.time() - sent)
        await self._take(update)
        return update.table.table_id

    def _must_start(self, table: play_pb2.TableInfo) -> bool:
        """Whether the match did not start when it was to, though nobody's credits are to blame."""
        return table.status == play_pb2.TABLE_STATUS_OPEN and (
            table.start_refusal.reason == "UNREACHABLE" and table.creator_id == self.player_id
        )

    async def _start(self, table_id: str) -> None:
        request = play_pb2.StartMatchRequest(table_id=table_id)
        await self._seat(_update_of(self.client.call(lambda stub: stub.StartMatch, request)))

    def _must_move(self, view: rules_pb2.View) -> bool:
        return bool(view.legal) and view.seat in view.awaited

    async def _act(self, update: play_pb2.TableUpdate) -> int:
        """Acts at random; returns the version before which nothing more is to be done here."""
        action = self._rng.choice(update.view.legal)
        careful = update.view.HasField("pending") or self._rng.random() < 0.5
        request = play_pb2.ActRequest(
            request_id=new_id(),
            table_id=update.table.table_id,
            action=action,
            expected_version=update.table.version if careful else None,
        )
        sent = time.time()
        try:
            reply = await self.client.call(lambda stub: stub.Act, request)
        except TrucoError as error:
            self._log.acted.append(self._acted(request, sent, refused=error.reason))
            return update.table.version
        self._log.acted.append(self._acted(request, sent, version=reply.version, epoch=reply.epoch))
        return reply.version - 1

    def _acted(
        self, request: play_pb2.ActRequest, sent: float, *, version: int = 0, epoch: int = 0, refused: str = ""
    ) -> Acted:
        return Acted(
            self.player_id,
            request.request_id,
            request.table_id,
            request.action,
            sent,
            time.time(),
            version,
            epoch,
            refused,
        )

    async def _newer(self, table_id: str, version: int) -> play_pb2.TableUpdate:
        async with self._news:
            await self._news.wait_for(lambda: self._failure or self._version(table_id) > version)
        if self._failure:
            raise self._failure
        return self._tables[table_id]

    def _version(self, table_id: str) -> int:
        known = self._tables.get(table_id)
        return known.table.version if known else 0

    async def _watch(self) -> None:
        try:
            async for update in self.client.updates():
                await self._take(update, watched=True)
        except TrucoError as error:
            self._failure = error
            async with self._news:
                self._news.notify_all()

    async def _take(self, update: play_pb2.TableUpdate, *, watched: bool = False) -> None:
        self._log.see(self.player_id, update, watched=watched)
        async with self._news:
            if update.table.version > self._version(update.table.table_id):
                self._tables[update.table.table_id] = update
            self._news.notify_all()


async def _update_of(answer: Awaitable[play_pb2.StartMatchResponse]) -> play_pb2.TableUpdate:
    return (await answer).update
