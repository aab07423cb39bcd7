"""Counts what the load does, and decides when a seat that is to move acts: at once, or when the pacer says so."""

import random
import time
from collections.abc import Callable

Move = Callable[[float], None]
"""Acts in a seat that is awaited; takes the moment from which the answer's time counts (perf_counter seconds)."""


class Meter:
    """One for the whole load."""

    def __init__(self) -> None:
        self.paced = False
        self._waiting: list[Move] = []
        self._failure: BaseException | None = None
        self.clear()

    def clear(self) -> None:
        """Begins to count anew."""
        self.acknowledged: list[float] = []
        self.rival_saw: list[float] = []
        self.records = self.refused = self.missed = 0

    def awaited(self, move: Move) -> None:
        """A seat is to move."""
        if self.paced:
            self._waiting.append(move)
        else:
            move(time.perf_counter())

    def act_somewhere(self, due: float) -> None:
        """Lets one of the seats that are to move act, as planned for this moment."""
        if not self._waiting:
            self.missed += 1
            return
        place = random.randrange(len(self._waiting))
        self._waiting[place], self._waiting[-1] = self._waiting[-1], self._waiting[place]
        self._waiting.pop()(due)

    def act_on_all_waiting(self) -> None:
        """Lets every seat act that still waits from a paced time, unless this is one."""
        if not self.paced:
            waiting, self._waiting = self._waiting, []
            for move in waiting:
                move(time.perf_counter())

    def failed(self, error: BaseException) -> None:
        """Keeps the first failure."""
        self._failure = self._failure or error

    def raise_failure(self) -> None:
        """Raises what went wrong, if anything did: figures of a failing platform mean nothing."""
        if self._failure:
            raise self._failure
