"""Asks over NATS: one inbox for all answers, each heard the moment it is read."""

import asyncio
import itertools

from nats import errors as nats_errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.api import Header

from services.common.listening import Ear

_STATUS = str(Header.STATUS.value)
_NOBODY_LISTENS = "503"


class Asker:
    """As the client's own `request`, at half its price (25 µs): no task, no token of random letters, no `wait_for`."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._inbox = f"{client.new_inbox()}."
        self._numbers = itertools.count()
        self._waiting: dict[str, asyncio.Future[bytes]] = {}

    async def start(self) -> None:
        """Begins to hear answers."""
        await Ear(self._client, self._hear).listen(f"{self._inbox}*")

    async def ask(self, subject: str, payload: bytes, seconds: float) -> bytes:
        """The first answer. Raises nats.errors.Error: TimeoutError, NoRespondersError, or what sending raises."""
        loop, number = asyncio.get_running_loop(), str(next(self._numbers))
        answer: asyncio.Future[bytes] = loop.create_future()
        self._waiting[number] = answer
        timer = loop.call_later(seconds, self._give_up, number)
        try:
            await self._client.publish(subject, payload, reply=self._inbox + number)
            return await answer
        finally:
            timer.cancel()
            del self._waiting[number]

    def _hear(self, message: Msg) -> None:
        answer = self._waiting.get(message.subject[len(self._inbox) :])
        if answer is None or answer.done():
            return
        if message.headers and message.headers.get(_STATUS) == _NOBODY_LISTENS:
            answer.set_exception(nats_errors.NoRespondersError())
        else:
            answer.set_result(message.data)

    def _give_up(self, number: str) -> None:
        answer = self._waiting.get(number)
        if answer is not None and not answer.done():
            answer.set_exception(nats_errors.TimeoutError())
