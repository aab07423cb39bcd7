"""Following a part of a stream from its beginning, or from some time on: in order and without a gap, or not at all."""

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final, Self

import nats.errors
import nats.js.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy

from services.common.errors import Unreachable

_BATCH: Final = 2_000
"""Messages asked for at a time; as many may be on their way again when half of them have come."""
_EXPIRES_SECONDS: Final = 30
_HEARTBEAT_SECONDS: Final = 2
_SILENCE_SECONDS: Final = 6.0
_FORGOTTEN_SECONDS: Final = 10.0
"""The server forgets a consumer that nobody has asked for so long."""
_POLL_SECONDS: Final = 0.02
_SECOND: Final = 1_000_000_000
_SLICE_SECONDS: Final = 0.005
"""Others on this thread wait so long at most for messages that have come together."""

Hear = Callable[[str, int, Msg], None]
"""Told each message: its subject, its sequence in the stream, and itself."""


class Following:
    """A consumer of one's own, pulled, never acknowledged: what is lost on the way shows as a gap, and ends it."""

    def __init__(
        self,
        client: Client,
        stream: str,
        subject: str,
        hear: Hear,
        since_ms: int | None = None,
        after: int | None = None,
        until: int | None = None,
    ) -> None:
        """From a time on, or from what comes after a sequence; without both from the stream's first message on. Nothing
        is told that comes after the sequence `until`."""
        self._client = client
        self._js = client.jetstream()
        self._stream = stream
        self._subject = subject
        self._hear = hear
        self._since_ms = since_ms
        self._after = after
        self._until = until
        self._reached = False
        self._consumer = ""
        self._subscription: Subscription | None = None
        self._asked = 0
        self._heard = 0
        self._last_sign = self._slice_began = time.monotonic()
        self._reconnects = 0
        self._ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def __aenter__(self) -> Self:
        """Begins. Errors: UNREACHABLE."""
        try:
            self._reconnects = self._client.stats["reconnects"]
            info = await self._js.add_consumer(self._stream, self._config())
            self._consumer = info.name
            self._inbox = self._client.new_inbox()
            self._subscription = await self._client.subscribe(self._inbox, cb=self._take)
            await self._ask()
        except (nats.errors.Error, nats.js.errors.Error, TimeoutError) as error:
            raise Unreachable("UNREACHABLE", f"{self._subject} cannot be followed now") from error
        return self

    async def __aexit__(self, *_: object) -> None:
        self._ended.cancel()
        with suppress(nats.errors.Error, nats.js.errors.Error, TimeoutError):
            if self._subscription is not None:
                await self._subscription.unsubscribe()
            await self._js.delete_consumer(self._stream, self._consumer)

    async def loaded(self) -> None:
        """Returns when all that there was has been told. Errors: UNREACHABLE."""
        while True:
            self.check()
            if self._reached:
                return
            try:
                info = await self._js.consumer_info(self._stream, self._consumer)
            except (nats.errors.Error, nats.js.errors.Error, TimeoutError) as error:
                raise Unreachable("UNREACHABLE", f"{self._subject} cannot be followed now") from error
            if not info.num_pending and self._heard >= (info.delivered.consumer_seq if info.delivered else 0):
                return
            await asyncio.sleep(_POLL_SECONDS)

    def check(self) -> None:
        """Raises UNREACHABLE when a message may have been missed: whoever follows must begin anew."""
        if self._ended.done():
            self._ended.result()
        if self._client.stats["reconnects"] != self._reconnects or not self._client.is_connected:
            raise Unreachable("UNREACHABLE", "the connection was lost meanwhile")
        if time.monotonic() - self._last_sign > _SILENCE_SECONDS:
            raise Unreachable("UNREACHABLE", f"nothing comes of {self._subject}, not even a heartbeat")

    def _config(self) -> ConsumerConfig:
        policy = DeliverPolicy.ALL
        if self._since_ms is not None:
            policy = DeliverPolicy.BY_START_TIME
        elif self._after is not None:
            policy = DeliverPolicy.BY_START_SEQUENCE
        return ConsumerConfig(
            filter_subject=self._subject,
            ack_policy=AckPolicy.NONE,
            deliver_policy=policy,
            opt_start_time=None if self._since_ms is None else datetime.fromtimestamp(self._since_ms / 1000, UTC),
            opt_start_seq=None if self._after is None else self._after + 1,
            inactive_threshold=_FORGOTTEN_SECONDS,
            mem_storage=True,
            num_replicas=1,
        )

    async def _ask(self) -> None:
        self._asked += _BATCH
        request = {
            "batch": _BATCH,
            "expires": _EXPIRES_SECONDS * _SECOND,
            "idle_heartbeat": _HEARTBEAT_SECONDS * _SECOND,
        }
        subject = f"$JS.API.CONSUMER.MSG.NEXT.{self._stream}.{self._consumer}"
        await self._client.publish(subject, json.dumps(request).encode(), reply=self._inbox)

    async def _take(self, message: Msg) -> None:
        self._last_sign = time.monotonic()
        if self._ended.done() or self._reached:
            return
        if not message.reply.startswith("$JS.ACK"):
            self._status(message)
        else:
            tokens = message.reply.split(".")
            self._message(message, int(tokens[5]), int(tokens[6]))
        if self._asked <= _BATCH // 2:
            await self._ask()
        if self._last_sign - self._slice_began > _SLICE_SECONDS:
            await asyncio.sleep(0)
            self._slice_began = time.monotonic()

    def _message(self, message: Msg, sequence: int, number: int) -> None:
        if number != self._heard + 1:
            self._ended.set_exception(Unreachable("UNREACHABLE", f"messages of {self._subject} were lost"))
            return
        if self._until is not None and sequence > self._until:
            self._reached = True
            return
        self._heard = number
        self._asked -= 1
        try:
            self._hear(message.subject, sequence, message)
        except Exception as error:
            self._ended.set_exception(error)

    def _status(self, message: Msg) -> None:
        """A heartbeat, or the end of a request: its headers say how many messages of it did not come."""
        headers = message.headers or {}
        if headers.get("Status") == "100":
            return
        self._asked -= int(headers.get("Nats-Pending-Messages", "0"))
        if headers.get("Status") not in ("404", "408"):
            error = Unreachable("UNREACHABLE", f"{self._subject} is not sent any more: {headers.get('Description')}")
            self._ended.set_exception(error)
