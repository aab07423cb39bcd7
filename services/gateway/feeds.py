"""Subscriptions to what seats and spectators hear, one for each seat and each table's spectators, shared by all streams
that hear the same."""

import asyncio
from collections.abc import Callable

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from services.gateway import metrics, updates

Listener = Callable[[updates.Update | updates.Note], None]


class Feeds:
    """Delivers what arrives of any kind (`seat.<id>.<n>.*`, `watch.<id>.*`) to its listeners, read once for all."""

    def __init__(self, nats: Client) -> None:
        self._nats = nats
        self._listeners: dict[str, set[Listener]] = {}
        self._subscriptions: dict[str, asyncio.Task[Subscription]] = {}

    @property
    def reconnects(self) -> int:
        """How often the connection was lost: what was sent meanwhile has not been heard."""
        return self._nats.stats["reconnects"]

    async def join(self, subject: str, listener: Listener) -> None:
        """Listens to all kinds of a subject; when it returns, any later request comes after the subscription."""
        self._listeners.setdefault(subject, set()).add(listener)
        if subject not in self._subscriptions:
            self._subscriptions[subject] = asyncio.create_task(self._nats.subscribe(subject, cb=self._deliver))
            metrics.SUBSCRIPTIONS.set(len(self._subscriptions))
        await asyncio.shield(self._subscriptions[subject])

    async def leave(self, subject: str, listener: Listener) -> None:
        """Stops listening."""
        listeners = self._listeners.get(subject, set())
        listeners.discard(listener)
        if not listeners and subject in self._subscriptions:
            del self._listeners[subject]
            subscribing = self._subscriptions.pop(subject)
            metrics.SUBSCRIPTIONS.set(len(self._subscriptions))
            await (await subscribing).unsubscribe()

    async def _deliver(self, message: Msg) -> None:
        place, _, kind = message.subject.rpartition(".")
        listeners = tuple(self._listeners.get(f"{place}.*", ()))
        heard = updates.heard(place, kind, message.data) if listeners else None
        if heard is not None:
            for listener in listeners:
                listener(heard)
