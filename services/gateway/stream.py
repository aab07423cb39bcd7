"""What waits to be sent to one Watch stream."""

import asyncio
import time

from services.common.errors import Busy, TrucoError
from services.gateway import metrics


class Stream:
    """Serialized WatchResponses in order, until closed with the error that the client is told.

    Live messages are bounded: when `limit` of them wait, the reader is too slow and the stream closes with SLOW_READER.
    What the client asked for by opening or resuming is not: it is bounded by what tables sends.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._waiting: list[bytes] = []  # an empty deque takes 620 bytes, and hardly ever more than one waits
        self._reader: asyncio.Future[None] | None = None
        self._end: TrucoError | None = None
        self.last_put = time.monotonic()
        """When the last message was put: any message tells the client that somebody is there."""

    @property
    def waiting(self) -> int:
        """How many messages wait for the reader."""
        return len(self._waiting)

    @property
    def closed(self) -> bool:
        """Whether nothing more will be sent."""
        return self._end is not None

    def put(self, message: bytes) -> None:
        """Adds a message, however many wait."""
        if not self.closed:
            self.last_put = time.monotonic()
            self._waiting.append(message)
            self._wake()

    def put_live(self, message: bytes) -> None:
        """Adds a message, unless too many wait already: then the stream closes."""
        if len(self._waiting) >= self._limit:
            metrics.QUEUE_DROPS.inc(len(self._waiting))
            self.close(Busy("SLOW_READER", f"{len(self._waiting)} messages waited; watch again and resume"))
        self.put(message)

    def close(self, error: TrucoError) -> None:
        """Ends the stream: what waits is dropped, and the reader gets the error. The first error stands."""
        if not self.closed:
            self._end = error
            metrics.STREAMS_CLOSED.labels(error.reason).inc()
            self._waiting.clear()
            self._wake()

    async def next(self) -> bytes:
        """The next message, for one reader; raises the error that the stream was closed with."""
        while not self._waiting:
            if self._end:
                raise self._end
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._waiting.pop(0)

    def _wake(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)
