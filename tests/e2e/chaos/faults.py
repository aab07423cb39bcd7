"""What is done to the platform: services killed or frozen at random, the servers killed when stakes are under way."""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random

from deploy.local.errors import LocalError
from tests.e2e.chaos.matches import Matches
from tests.harness.replicas import Platform
from truco.play.v1 import play_pb2

SERVERS = ("nats", "postgres")
_HOLD, _SETTLEMENT = play_pb2.TABLE_STATUS_STARTING, play_pb2.TABLE_STATUS_FINISHED
_POLL_SECONDS = 0.01
_JUST_NOW_SECONDS = 0.1


@dataclass(frozen=True)
class Weather:
    """How bad it gets."""

    every: float
    """Seconds between two faults of services."""
    frozen: float
    """Seconds that a frozen one stands still."""
    server_kills: int
    """How often each server is killed."""


@dataclass(frozen=True)
class Fault:
    """One thing that was done. Unix seconds."""

    what: str
    """killed or frozen."""
    program: str
    at: float
    moment: str = ""
    """For servers: hold or settlement."""


class Faults:
    """Until told that it is enough."""

    def __init__(self, platform: Platform, matches: Matches, weather: Weather, rng: Random) -> None:
        self.done: list[Fault] = []
        self._platform = platform
        self._matches = matches
        self._weather = weather
        self._rng = rng
        self._thawing: set[asyncio.Task[None]] = set()

    async def services(self) -> None:
        """For ever: kills one or freezes one, every so often."""
        while True:
            await asyncio.sleep(self._weather.every)
            replica = self._rng.choice([each for each in self._platform.replicas if each.pid])
            if self._rng.random() < 0.5:
                replica.signal(signal.SIGKILL)
                self._note("killed", replica.name)
            else:
                self._freeze(replica.signal(signal.SIGSTOP))
                self._note("frozen", replica.name)

    async def servers(self, matches: int, moments: tuple[str, ...]) -> None:
        """Kills the servers in turn, spread over the run, each time when stakes are held or settled."""
        plan = [server for _ in range(self._weather.server_kills) for server in SERVERS]
        for number, server in enumerate(plan):
            moment = moments[number // len(SERVERS) % len(moments)]
            due = matches * (number + 1) / (len(plan) + 2)
            await self._until(partial(self._is_now, moment, due))
            await asyncio.to_thread(self._kill_server, server, moment)

    async def thaw(self) -> None:
        """Lets what is frozen go on."""
        await asyncio.gather(*self._thawing)

    def _kill_server(self, server: str, moment: str) -> None:
        stack = self._platform.stack
        with suppress(LocalError):
            stack.kill9(server)
            self._note("killed", server, moment)
        stack.wait_until_well(server)

    def _is_now(self, moment: str, due: float) -> bool:
        """Whether so many matches are over, and another one's stakes are just being held or settled."""
        if self._matches.over < due:
            return False
        status = _HOLD if moment == "hold" else _SETTLEMENT
        return time.time() - self._matches.log.newest.get(status, 0.0) < _JUST_NOW_SECONDS

    def _freeze(self, pid: int) -> None:
        task = asyncio.create_task(self._thaw_later(pid))
        self._thawing.add(task)
        task.add_done_callback(self._thawing.discard)

    async def _thaw_later(self, pid: int) -> None:
        await asyncio.sleep(self._weather.frozen)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)

    async def _until(self, condition: Callable[[], bool]) -> None:
        while not condition():  # noqa: ASYNC110 - what is waited for happens at the players
            await asyncio.sleep(_POLL_SECONDS)

    def _note(self, what: str, program: str, moment: str = "") -> None:
        self.done.append(Fault(what, program, time.time(), moment))
