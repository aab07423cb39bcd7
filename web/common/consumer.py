"""A durable consumer of JetStream messages that are written into the database, each exactly once.

A message is acknowledged after its transaction has committed, so a crash between the two brings it again, and then it
is there already and nothing changes. One that cannot be stored is logged and comes again every hour, until a
release can store it: terminated, it would count as handled and be purged (architecture 4.7). While the database is
away, messages are given back for some seconds.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import ExitStack

import structlog
from django.db import IntegrityError
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.errors import TimeoutError as NatsTimeoutError
from nats.js import JetStreamContext
from prometheus_client import Counter, Gauge, Histogram

from services.common import tracing
from services.common.errors import Unreachable
from services.common.logging import log_bug
from web.common.database import on_thread

FETCH_SECONDS = 2.0
TOGETHER = 64
"""Messages that are stored in one transaction, at most."""
TOGETHER_SECONDS = 0.1
"""How long those that wait are waited for; another consumer may have taken them."""
LONGEST_DELAY_SECONDS = 60
SET_ASIDE_SECONDS = 3600
TRIES_ON_CONFLICT = 5

PENDING = Gauge("quiero_portal_pending_messages", "Messages that wait to be stored, as last heard.", ["noun"])
REDELIVERIES = Counter("quiero_portal_redeliveries", "Messages that came again.", ["noun"])
STORE_SECONDS = Histogram(
    "quiero_portal_store_seconds",
    "Writing messages into the database, those that wait together.",
    ["noun"],
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)

Store = Callable[[Sequence[tuple[str, bytes]]], Sequence[bool]]
"""Writes messages, by their subjects and data; for each whether it was new. What it raises is looked into message by
message: then each is written by itself."""


class DurableConsumer:
    """Fetches messages and stores them: those that wait together, in the order in which they came."""

    def __init__(self, client: Client, stream: str, name: str, noun: str, store: Store, handled: Counter) -> None:
        """`noun` is what a message is called in the log; `handled` counts by result."""
        self._client = client
        self._stream = stream
        self._name = name
        self._noun = noun
        self._store = store
        self._handled = handled
        self._fault: str | None = None
        self._log = structlog.get_logger()

    def fault(self) -> str | None:
        """What keeps it from working, or None."""
        return self._fault

    async def run(self, stopping: asyncio.Event) -> None:
        """Consumes until told to stop."""
        subscription = await self._client.jetstream().pull_subscribe_bind(self._name, self._stream)
        while not stopping.is_set():
            if messages := await self._next(subscription):
                await self.handle(messages)

    async def handle(self, messages: Sequence[Msg]) -> None:
        """Stores messages, then acknowledges them; gives back those that can't be stored."""
        PENDING.labels(self._noun).set(messages[-1].metadata.num_pending)
        REDELIVERIES.labels(self._noun).inc(sum(message.metadata.num_delivered > 1 for message in messages))
        try:
            new = await self._stored(messages)
        except Unreachable as error:
            for message in messages:
                await self._refuse(message, error)
        except Exception as error:
            await self._one_by_one(messages, error)
        else:
            for message, was_new in zip(messages, new, strict=True):
                await self._acknowledge(message, new=was_new)

    async def _one_by_one(self, messages: Sequence[Msg], error: Exception) -> None:
        """None of them was stored: one alone is refused, several are tried each by itself."""
        if len(messages) == 1:
            await self._refuse(messages[0], error)
            return
        for message in messages:
            await self.handle([message])

    async def _stored(self, messages: Sequence[Msg]) -> Sequence[bool]:
        with ExitStack() as spans, STORE_SECONDS.labels(self._noun).time():
            for message in messages:
                parent = (message.headers or {}).get(tracing.HEADER, "")
                spans.enter_context(tracing.span(f"{self._noun} stored", parent, subject=message.subject))
            return await on_thread(self._store, [(message.subject, message.data) for message in messages])

    async def _acknowledge(self, message: Msg, *, new: bool) -> None:
        await message.ack()
        self._handled.labels("new" if new else "repeated").inc()
        self._log.info(f"{self._noun} stored", subject=message.subject, new=new)

    async def _next(self, subscription: JetStreamContext.PullSubscription) -> Sequence[Msg]:
        """The next messages: one as soon as it comes, and with it those that wait already, as many as go together."""
        messages = list[Msg]()
        try:
            messages += await subscription.fetch(1, FETCH_SECONDS)
            if waiting := min(messages[0].metadata.num_pending, TOGETHER - 1):
                messages += await subscription.fetch(waiting, TOGETHER_SECONDS)
        except NatsTimeoutError:
            pass
        except NatsError as error:
            await self._wait_out(error)
            return messages
        self._fault = None
        return messages

    async def _wait_out(self, error: NatsError) -> None:
        """The consumer is not there: tables makes it when it first starts."""
        if self._fault is None:
            self._log.warning("nothing to be had", consumer=self._name, error=repr(error))
        self._fault = f"no consumer {self._name}: {type(error).__name__}"
        await asyncio.sleep(1)

    async def _refuse(self, message: Msg, error: Exception) -> None:
        tries = message.metadata.num_delivered
        if isinstance(error, Unreachable) or (isinstance(error, IntegrityError) and tries < TRIES_ON_CONFLICT):
            self._handled.labels("later").inc()
            await message.nak(delay=min(2**tries, LONGEST_DELAY_SECONDS))
            return
        sequence = str(message.metadata.sequence.stream)
        log_bug(f"{self._noun} set aside", error, subject=message.subject, stream_sequence=sequence)
        self._handled.labels("set_aside").inc()
        await message.nak(delay=SET_ASIDE_SECONDS)
