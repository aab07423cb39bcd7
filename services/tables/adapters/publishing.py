"""Publishing into a stream and waiting for the server's word, for what each action needs.

It is what nats-py's JetStream publish does, without an inbox, a random token and a wait_for for each message, which
cost as much as the rest of it.
"""

import asyncio
import json
from typing import Any, Final

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.errors import APIError, NoStreamResponseError

SECONDS: Final = 5.0
"""How long the server may take, unless said otherwise."""


class Publisher:
    """Publishes over one connection. All answers come on one subscription, which is made with the first message."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._inbox = ""
        self._last = 0
        self._waiting: dict[str, asyncio.Future[Msg]] = {}

    async def publish(self, subject: str, data: bytes, headers: dict[str, str], seconds: float = SECONDS) -> int:
        """Stores a message durably and returns its sequence.

        Raises TimeoutError, nats.errors.Error, and nats.js.errors.Error; APIError among them is the server's refusal.
        """
        if not self._inbox:
            await self._subscribe()
        self._last += 1
        inbox = f"{self._inbox}{self._last}"
        loop = asyncio.get_running_loop()
        answer = self._waiting[inbox] = loop.create_future()
        patience = loop.call_later(seconds, _give_up, answer)
        try:
            await self._client.publish(subject, data, inbox, headers)
            return _sequence(await answer)
        finally:
            patience.cancel()
            del self._waiting[inbox]

    async def _subscribe(self) -> None:
        self._inbox = f"{self._client.new_inbox()}."
        await self._client.subscribe(f"{self._inbox}*", cb=self._hear)

    async def _hear(self, message: Msg) -> None:
        answer = self._waiting.get(message.subject)
        if answer is not None and not answer.done():
            answer.set_result(message)


def _give_up(answer: "asyncio.Future[Msg]") -> None:
    if not answer.done():
        answer.set_exception(TimeoutError("the server does not answer"))


def _sequence(message: Msg) -> int:
    if not message.data:
        raise NoStreamResponseError  # a status only: nobody stores what is sent there now
    told: dict[str, Any] = json.loads(message.data)
    if "error" in told:
        raise APIError.from_error(told["error"])
    sequence: int = told["seq"]
    return sequence
