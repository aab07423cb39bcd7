"""Answers of an ApplyStream on their way out: those that wait while a message is being sent go together in the next."""

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Callable
from typing import Final

from services.common.errors import InvalidInput
from services.engine.metrics import ANSWERS, STREAMS
from services.engine.rules import Reason
from truco.engine.v1 import engine_pb2

MOST_TOGETHER: Final = 64
"""Answers in one message: far below a client's message limit, and enough to make the message's own cost small."""

_MOST_WAITING: Final = 1024
"""Answers that may wait for a slow reader before no more calls are read."""

_TURNS: Final = 3
"""Turns of the loop for calls that have arrived already, before an answer leaves: microseconds that save messages."""

Answer = Callable[[engine_pb2.ApplyCall], engine_pb2.ApplyResult]


class Streams:
    """The streams that are open: an engine that stops ends them, so that tables turns to another."""

    def __init__(self) -> None:
        self._reading: set[asyncio.Task[None]] = set()

    async def answered(
        self, requests: AsyncIterable[engine_pb2.ApplyStreamRequest], answer: Answer
    ) -> AsyncIterator[engine_pb2.ApplyStreamResponse]:
        """Answers every call of a stream. Raises InvalidInput (BAD_REQUEST) for a message without calls."""
        waiting: asyncio.Queue[engine_pb2.ApplyResult | None] = asyncio.Queue(_MOST_WAITING)
        reading = asyncio.create_task(_read(requests, answer, waiting))
        self._reading.add(reading)
        STREAMS.set(len(self._reading))
        try:
            while results := await _ready(waiting):
                ANSWERS.observe(len(results))
                yield _together(results)
            await asyncio.wait([reading])
            if not reading.cancelled():
                reading.result()
        finally:
            while not waiting.empty():
                waiting.get_nowait()  # so that there is room for the end, or the task would never see its own
            reading.cancel()
            self._reading.discard(reading)
            STREAMS.set(len(self._reading))

    def end(self) -> None:
        """Reads no more calls; what has been read is answered, then the streams end."""
        for reading in self._reading:
            reading.cancel()


async def _read(
    requests: AsyncIterable[engine_pb2.ApplyStreamRequest],
    answer: Answer,
    waiting: "asyncio.Queue[engine_pb2.ApplyResult | None]",
) -> None:
    try:
        async for request in requests:
            if not request.calls:
                raise InvalidInput(Reason.BAD_REQUEST, "a message of the stream has at least one call")
            for call in request.calls:
                await waiting.put(answer(call))
    finally:
        await waiting.put(None)


def _together(results: list[engine_pb2.ApplyResult]) -> engine_pb2.ApplyStreamResponse:
    response = engine_pb2.ApplyStreamResponse()
    for result in results:
        response.results.add().CopyFrom(result)  # half of what it takes to give them to the constructor
    return response


async def _ready(waiting: "asyncio.Queue[engine_pb2.ApplyResult | None]") -> list[engine_pb2.ApplyResult]:
    """The next answer and those that wait behind it; none at the end."""
    first = await waiting.get()
    if first is None:
        return []
    for _ in range(_TURNS):
        await asyncio.sleep(0)
    results = [first]
    while len(results) < MOST_TOGETHER and not waiting.empty():
        result = waiting.get_nowait()
        if result is None:
            waiting.put_nowait(None)  # so that the next look finds the end
            break
        results.append(result)
    return results
