"""Hears messages of NATS as they are read from the connection.

nats-py keeps a queue and a task for each subscription: 30 objects and 6 kB of memory, and a turn of the loop from
reading a message to hearing it. One who hears without waiting for anything needs neither.
"""

import asyncio
from collections.abc import Callable

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from services.common.logging import log_bug

Hear = Callable[[Msg], None]


class Ear:
    """Hears what comes for any number of subjects, in the order in which the server sent it."""

    def __init__(self, client: Client, hear: Hear) -> None:
        """`hear` does not wait for anything; what it raises is logged as a bug."""
        self._client = client
        self._always = _Always(hear)

    async def listen(self, subject: str) -> Subscription:
        """Subscribes, until the subscription is ended; what is asked after it returns comes after the subscription."""
        subscription = await self._client.subscribe(subject, future=self._always)
        # Its four deques take 3 kB, and nothing ever waits in them.
        subscription._pending_queue = None  # type: ignore[assignment]
        return subscription


class _Always(asyncio.Future[Msg]):
    """Gets a result again and again. The client sets a subscription's future instead of queueing what comes."""

    def __init__(self, hear: Hear) -> None:
        super().__init__()
        self._hear = hear

    def set_result(self, message: Msg) -> None:
        """Hands a message over. Raises nothing: that would end the client's reading."""
        try:
            self._hear(message)
        except Exception as error:
            log_bug("message not taken", error, subject=message.subject)
