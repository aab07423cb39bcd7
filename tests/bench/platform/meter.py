"""Counts what a load does, and decides when a seat that is to move acts."""

import asyncio
import random
import time
from collections.abc import Callable, Coroutine
from typing import Any

from tests.bench.platform.figures import Figures, Order, percentiles

Move = Callable[[float], Coroutine[Any, Any, bool]]
"""Acts in a seat that is awaited; takes the moment from which the answer's time counts (perf_counter seconds). Says
whether it was acknowledged."""


class Meter:
    """One for a whole load. Either so many actions are under way at any moment, or they begin at planned moments."""

    def __init__(self) -> None:
        self._waiting: list[Move] = []
        self._under_way = 0
        self._in_flight = 0
        self.follow_share = 0.0
        self._pacer: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._failure: BaseException | None = None
        self.clear()

    def clear(self) -> None:
        """Begins to count anew."""
        self.acknowledged: list[float] = []
        self.rival_saw: list[float] = []
        self.resumed: list[float] = []
        self.records = self.refused = self.missed = self.matches = self.wrong_after_resuming = self.unanswered = 0
        self._since, self._cpu = time.perf_counter(), time.process_time()

    def begin(self, order: Order) -> None:
        """Acts as ordered from now on."""
        if self._pacer:
            self._pacer.cancel()
        self._pacer = asyncio.create_task(self._pace(order.rate)) if order.rate else None
        self._in_flight, self.follow_share = order.in_flight, order.follow_share
        self._fill()

    def awaited(self, move: Move) -> None:
        """A seat is to move."""
        self._waiting.append(move)
        self._fill()

    def spawn(self, job: Coroutine[Any, Any, None]) -> None:
        """Runs a job of the load; its failure is kept."""
        task = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def figures(self, streams: int) -> Figures:
        """What was counted. Raises what went wrong, if anything did: figures of a failing platform mean nothing."""
        if self._failure:
            raise self._failure
        return Figures(
            seconds=time.perf_counter() - self._since,
            actions=len(self.acknowledged),
            records=self.records,
            matches=self.matches,
            refused=self.refused,
            missed=self.missed,
            unanswered=self.unanswered,
            streams=streams,
            acknowledged=percentiles(self.acknowledged),
            rival_saw=percentiles(self.rival_saw),
            resumed=percentiles(self.resumed),
            wrong_after_resuming=self.wrong_after_resuming,
            load_cpu=time.process_time() - self._cpu,
        )

    async def _pace(self, rate: float) -> None:
        due = time.perf_counter()
        while True:
            due += random.expovariate(rate)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if self._waiting:
                self._act(due)
            else:
                self.missed += 1

    def _fill(self) -> None:
        while self._waiting and self._under_way < self._in_flight:
            self._act(time.perf_counter())

    def _act(self, since: float) -> None:
        place = random.randrange(len(self._waiting))
        self._waiting[place], self._waiting[-1] = self._waiting[-1], self._waiting[place]
        self._under_way += 1
        self.spawn(self._carry_out(self._waiting.pop(), since))

    async def _carry_out(self, move: Move, since: float) -> None:
        try:
            if await move(since):
                self.acknowledged.append(time.perf_counter() - since)
            else:
                self.refused += 1
        finally:
            self._under_way -= 1
            self._fill()

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self._failure = self._failure or error
