"""Subscriptions: commands and queries of this worker's shards, and fired timers of all."""

import asyncio
import time
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from typing import Any, Final

import nats.errors
import nats.js.errors
import structlog
from google.protobuf.message import DecodeError
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from services.common import subjects, tracing
from services.common.errors import TrucoError
from services.common.logging import log_bug
from services.common.nats import ANSWERS, INBOX
from services.tables.adapters.streams import CLOCK_HELD_SECONDS
from services.tables.handlers import metrics
from services.tables.handlers.aside import BODIES, Aside
from services.tables.handlers.asking import answer
from services.tables.handlers.clockwork import fired
from services.tables.handlers.deciding import Sender
from services.tables.handlers.keeper import Keeper
from services.tables.handlers.matches import match_stage
from services.tables.handlers.ports import OutcomeUnknown, Replies
from services.tables.handlers.presence import Presence
from services.tables.matchmaking.seeking import Seeking
from truco.tables.v1.seeks_pb2 import SeekCommand
from truco.tables.v1.tables_pb2 import Command, MatchQuery, PresenceReport, Query

_QUEUE: Final = "tables"
_CLOCKS_TOGETHER: Final = 64
_CLOCKS_WAIT_SECONDS: Final = 2.0
"""Also how long a frozen worker may still be given fired timers, and how long it takes to ask a NATS that was away."""
_RETRY_SECONDS: Final = 1.0
_LOOK_SECONDS: Final = 1.0
_MOST_HOLDS: Final = 30
"""Nothing that a fired timer waits for takes 20 s."""

log = structlog.get_logger()


class Serving:
    """Takes what comes in to the keeper, each message in a task of its own."""

    def __init__(
        self,
        client: Client,
        keeper: Keeper,
        aside: Aside,
        seeking: Seeking,
        presence: Presence,
        reply_to: Callable[[Msg], Replies],
    ) -> None:
        self._client = client
        self._keeper = keeper
        self._aside = aside
        self._seeking = seeking
        self._presence = presence
        self._reply_to = reply_to
        self._subscriptions: dict[int, list[Subscription]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._last_clocks = False
        self._running = 0
        metrics.COMMANDS_RUNNING.set_function(lambda: self._running)  # counted without the metric's lock

    async def serve(self, shards: Collection[int]) -> None:
        """Serves these shards and no others."""
        for shard in set(shards) - self._subscriptions.keys():
            self._subscriptions[shard] = await self._subscribe(shard)
        others = self._subscriptions.keys() - set(shards)
        given_up = [subscription for shard in others for subscription in self._subscriptions.pop(shard)]
        # All at once: a busy worker's lease would run out while it waits for a thousand answers one after another.
        await asyncio.gather(*(subscription.drain() for subscription in given_up))  # type: ignore[no-untyped-call]
        self._presence.keep(shards)
        metrics.SHARDS.set(len(self._subscriptions))
        await self._client.flush()

    async def run_presence(self) -> None:
        """Hears that gateways live, and looks for absent players, until cancelled."""
        await self._client.subscribe(subjects.GATEWAYS_ALIVE, cb=self._on_presence)
        async with asyncio.TaskGroup() as looking:  # a table that is busy holds up no other
            while True:
                for table_id in self._presence.due():
                    looking.create_task(self._presence.look(table_id))
                await asyncio.sleep(_LOOK_SECONDS)

    async def run_clocks(self) -> None:
        """Handles fired timers until told that it is enough. One that fails is not acknowledged and comes again."""
        js = self._client.jetstream()
        pulling = await js.pull_subscribe_bind(subjects.CLOCK_CONSUMER, subjects.STREAM)
        while not self._last_clocks:
            try:
                for message in await pulling.fetch(_CLOCKS_TOGETHER, timeout=_CLOCKS_WAIT_SECONDS):
                    self._spawn(self._clock(message))
            except (nats.errors.TimeoutError, TimeoutError):
                continue
            except (nats.errors.Error, nats.js.errors.Error) as error:
                log.warning("no timers", error=repr(error))
                await asyncio.sleep(_RETRY_SECONDS)

    def take_no_more_clocks(self) -> None:
        """Lets run_clocks end once it has what it asked for already."""
        self._last_clocks = True

    async def settle(self) -> None:
        """Waits for what has been taken in."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _subscribe(self, shard: int) -> list[Subscription]:
        people, bots, operators = subjects.commands_of(shard)
        taken = (
            (people, self._on_person),
            (bots, self._on_bot),
            (operators, self._on_operator),
            (subjects.query(shard), self._on_query),
            (subjects.seek_commands_of(shard), self._on_seek),
            (subjects.wakes_of(shard), self._on_wake),
            (subjects.match_query(shard), self._on_match),
        )
        shared = [await self._client.subscribe(subject, queue=_QUEUE, cb=callback) for subject, callback in taken]
        return [*shared, await self._client.subscribe(subjects.presence(shard), cb=self._on_presence)]

    async def _on_person(self, message: Msg) -> None:
        self._spawn(self._command(message, Sender.PERSON))

    async def _on_bot(self, message: Msg) -> None:
        self._spawn(self._command(message, Sender.PLATFORM_BOT))

    async def _on_operator(self, message: Msg) -> None:
        self._spawn(self._command(message, Sender.OPERATOR))

    async def _on_query(self, message: Msg) -> None:
        self._spawn(self._query(message))

    async def _on_presence(self, message: Msg) -> None:
        self._spawn(self._reported(message))

    async def _on_seek(self, message: Msg) -> None:
        self._spawn(self._seek(message))

    async def _on_wake(self, message: Msg) -> None:
        self._spawn(self._wake(message.subject.rpartition(".")[2]))

    async def _seek(self, message: Msg) -> None:
        if not _answerable(message):
            return
        try:
            command = SeekCommand.FromString(message.data)
        except DecodeError:
            log.warning("unreadable request about a seek", subject=message.subject)
            return
        command.DiscardUnknownFields()
        # The subject decides whose seek it is, so that one player's requests come to one worker after another.
        command.player.player_id = message.subject.rpartition(".")[2]
        which, request_id = command.WhichOneof("body") or "none", command.seek.request_id or command.cancel.request_id
        tracing.note_request(request_id)
        with tracing.span(f"tables {which}", command.traceparent, request=request_id):
            reply = await self._seeking.carry_out(command)
        if reply is not None:
            await message.respond(reply.SerializeToString())

    async def _wake(self, table_id: str) -> None:
        try:
            await fired(self._keeper, table_id)
        except (TrucoError, OutcomeUnknown) as error:
            log.warning("the table does not go on yet", table=table_id, error=repr(error))

    async def _on_match(self, message: Msg) -> None:
        self._spawn(self._match(message))

    async def _command(self, message: Msg, sender: Sender) -> None:
        if not _answerable(message):
            return
        try:
            command = Command.FromString(message.data)
        except DecodeError:
            log.warning("unreadable command", subject=message.subject)
            return
        # Fields that no release knows would stand in every later record, until none of them fits into a message.
        command.DiscardUnknownFields()
        # The subject decides which table is meant, so that nobody can reach one past its shard's worker.
        command.table_id = message.subject.rpartition(".")[2]
        which = command.WhichOneof("body") or "none"
        tracing.note_request(command.request_id)
        with tracing.span(f"tables {which}", command.traceparent, table=command.table_id, request=command.request_id):
            began = time.monotonic()
            self._running += 1
            try:
                if sender is Sender.PERSON and which in BODIES:
                    await self._aside.carry_out(command, self._reply_to(message))
                else:
                    await self._keeper.carry_out(command, sender, self._reply_to(message))
            finally:
                self._running -= 1
                metrics.command_seconds(which).observe(time.monotonic() - began)

    async def _query(self, message: Msg) -> None:
        if not _answerable(message):
            return
        try:
            query = Query.FromString(message.data)
        except DecodeError:
            log.warning("unreadable query", subject=message.subject)
            return
        if query.HasField("versions"):
            self._presence.attended(query.versions.gateway, query.versions.attending)
        reply = await answer(self._keeper.ports, self._aside.lines, query)
        await message.respond(reply.SerializeToString())

    async def _reported(self, message: Msg) -> None:
        try:
            report = PresenceReport.FromString(message.data)
        except DecodeError:
            log.warning("unreadable presence", subject=message.subject)
            return
        await self._presence.reported(report)

    async def _match(self, message: Msg) -> None:
        """Tells how a match stands; says nothing when that can't be known, so that who asks asks again."""
        if not _answerable(message):
            return
        try:
            query = MatchQuery.FromString(message.data)
            answer = await match_stage(self._keeper.ports.store, query)
        except (DecodeError, TrucoError) as error:
            log.warning("match not told", subject=message.subject, error=repr(error))
            return
        await message.respond(answer.SerializeToString())

    async def _clock(self, message: Msg) -> None:
        table_id = message.subject.split(".")[2]
        sequence = _count(message)
        holding = asyncio.create_task(_hold(message))
        try:
            await fired(self._keeper, table_id, sequence)
            await message.ack()
        except (TrucoError, OutcomeUnknown) as error:
            log.warning("timer comes again", table=table_id, error=repr(error))
            await message.nak(_RETRY_SECONDS)
        finally:
            holding.cancel()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, nats.errors.Error):
            log.warning("not answered", error=repr(error))
        elif error is not None:
            log_bug("handler failed", error)


def _count(message: Msg) -> int:
    """Counts a fired timer, and returns its sequence."""
    told = message.metadata
    metrics.CLOCKS_PENDING.set(told.num_pending)
    if told.num_delivered > 1:
        metrics.CLOCK_REDELIVERIES.inc()
    return told.sequence.stream


async def _hold(message: Msg) -> None:
    """Says for a while that a fired timer is being handled: a slow engine need not be asked by others, too."""
    with suppress(nats.errors.Error):
        for _ in range(_MOST_HOLDS):
            await asyncio.sleep(CLOCK_HELD_SECONDS / 3)
            await message.in_progress()


def _answerable(message: Msg) -> bool:
    """Whether the answer goes to another account or to an inbox in that of tables, if anywhere.

    Who asks from within the account names the subject of the answer, and tables may write anywhere (architecture 4.9).
    """
    if not message.reply or message.reply.startswith((INBOX, ANSWERS)):
        return True
    log.warning("answer wanted elsewhere", subject=message.subject, reply=message.reply)
    return False
