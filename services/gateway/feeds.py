"""Subscriptions to what seats and spectators hear, one for each seat and each table's spectators, shared by all streams
that hear the same."""

import asyncio
from collections.abc import Callable

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from services.common.listening import Ear
from services.gateway import metrics, updates

Listener = Callable[[updates.Update | updates.Note], None]


class Feeds:
    """Delivers what arrives of any kind (`seat.<id>.<n>.*`, `watch.<id>.*`) to its listeners, read once for all."""

    def __init__(self, nats: Client) -> None:
        self._nats = nats
        self._ear = Ear(nats, self._deliver)
        self._listeners: dict[str, tuple[Listener, ...]] = {}
        self._subscribing: dict[str, asyncio.Task[None]] = {}
        self._subscriptions: dict[str, Subscription] = {}

    @property
    def reconnects(self) -> int:
        """How often the connection was lost: what was sent meanwhile has not been heard."""
        return self._nats.stats["reconnects"]

    async def join(self, subject: str, listener: Listener) -> None:
        """Listens to all kinds of a subject; when it returns, any later request comes after the subscription."""
        others = _without(self._listeners.get(subject, ()), listener)
        self._listeners[subject] = (*others, listener)
        if subject in self._subscriptions:
            return
        if subject not in self._subscribing:
            self._subscribing[subject] = asyncio.create_task(self._subscribe(subject))
        await asyncio.shield(self._subscribing[subject])

    async def leave(self, subject: str, listener: Listener) -> None:
        """Stops listening."""
        self._listeners[subject] = _without(self._listeners.get(subject, ()), listener)
        if subscribing := self._subscribing.get(subject):
            await asyncio.wait({subscribing})
        if not self._listeners.get(subject):
            self._listeners.pop(subject, None)
            await self._unsubscribe(subject)

    async def _subscribe(self, subject: str) -> None:
        try:
            self._subscriptions[subject] = await self._ear.listen(subject)
        finally:
            del self._subscribing[subject]
        metrics.SUBSCRIPTIONS.set(len(self._subscriptions))

    async def _unsubscribe(self, subject: str) -> None:
        if subscription := self._subscriptions.pop(subject, None):
            metrics.SUBSCRIPTIONS.set(len(self._subscriptions))
            await subscription.unsubscribe()

    def _deliver(self, message: Msg) -> None:
        place, _, kind = message.subject.rpartition(".")
        listeners = self._listeners.get(f"{place}.*")
        heard = updates.heard(place, kind, message.data) if listeners else None
        if listeners and heard is not None:
            for listener in listeners:
                listener(heard)


def _without(listeners: tuple[Listener, ...], one: Listener) -> tuple[Listener, ...]:
    return tuple(each for each in listeners if each != one)
