"""The run that the kill tests look at: people play over the public API while the services are killed under them."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from deploy.local.stack import Stack
from quiero import Account, Client
from tests.harness.faults import FAULTS_FILE, FAULTS_TIMES, deaths
from tests.harness.keeper import Keeper
from tests.harness.random_player import Log, RandomPlayer
from tests.harness.records import Stored, read_tables
from truco.rules.v1.rules_pb2 import Options

PROGRAMS = ("tables", "engine", "bots", "gateway")
KILLS = 20
"""How often each program is killed, and how often a worker of tables dies at each of its moments."""

_PAUSE = 0.3
_WELL_SECONDS = (2.0, 6.0)
"""How long a program is well between two kills. Four die at this pace, so something dies about every second."""
_LIMIT_SECONDS = 300.0


@dataclass(frozen=True)
class Kill:
    """One kill -9 from outside. Unix seconds."""

    program: str
    at: float
    running_matches: int


@dataclass(frozen=True)
class Evidence:
    """What is left of the run: what the players were told, and what is stored."""

    log: Log
    opened: Sequence[str]
    """The tables that were opened, by the answers."""

    tables: Mapping[str, Sequence[Stored]]
    kills: Sequence[Kill]
    deaths: Mapping[str, int]
    """How often the faulty worker died at which moment."""

    watches_reopened: int


class Run:
    """Some people at some tables, until everything has been killed often enough."""

    def __init__(self, stack: Stack, rng: Random) -> None:
        self._stack = stack
        self._rng = rng
        self._log = Log()
        self._opened: list[str] = []
        self._running: set[str] = set()
        self._clients: list[Client] = []
        self._kills: list[Kill] = []
        self._enough = asyncio.Event()
        self._faults = stack.data / "faults"

    async def evidence(self) -> Evidence:
        """Plays and kills, and returns what is left."""
        # Whoever does not come to an end shows in the records; the tests say so.
        with suppress(TimeoutError):
            async with asyncio.timeout(_LIMIT_SECONDS):
                await self._play_and_kill()
        return Evidence(
            self._log,
            self._opened,
            await read_tables(self._stack.nats_options("operator")),
            self._kills,
            deaths(self._faults),
            sum(client.reopened for client in self._clients),
        )

    async def _play_and_kill(self) -> None:
        async with AsyncExitStack() as opened, self._faulty_worker():
            people = [await opened.enter_async_context(await self._person(opened)) for _ in range(8)]
            await _together(
                self._kill_everything(),
                *(self._pair(*people[i : i + 2]) for i in (0, 2, 4)),
                self._alone(people[6], seats=2),
                self._alone(people[7], seats=4),
            )

    async def _person(self, opened: AsyncExitStack) -> RandomPlayer:
        account = await Account.new_guest(f"http://{self._stack.address('PORTAL')}")
        client = Client(self._stack.address("GATEWAY_GRPC"), account, patience=120)
        self._clients.append(await opened.enter_async_context(client))
        return RandomPlayer(client, self._log, self._rng, pause=_PAUSE)

    async def _pair(self, first: RandomPlayer, second: RandomPlayer) -> None:
        while not self._enough.is_set():
            table = await first.open_table("maestro", 2, options=Options(target=self._rng.choice((15, 30))))
            await second.join_table(table)
            await self._finish(table, first, second)

    async def _alone(self, person: RandomPlayer, *, seats: int) -> None:
        while not self._enough.is_set():
            table = await person.open_table("maestro", seats, bots=seats - 1, options=Options(target=15))
            await self._finish(table, person)

    async def _finish(self, table: str, *players: RandomPlayer) -> None:
        self._opened.append(table)
        self._running.add(table)
        await _together(*(player.play(table) for player in players))
        self._running.remove(table)

    async def _kill_everything(self) -> None:
        await _together(*(self._kill_often(program) for program in PROGRAMS))
        await _until(lambda: all(times >= KILLS for times in deaths(self._faults).values()))
        self._enough.set()

    async def _kill_often(self, program: str) -> None:
        """Kills a program each time when it has come back and has been well for a moment."""
        for _ in range(KILLS):
            await asyncio.to_thread(self._stack.wait_until_well, program)
            await asyncio.sleep(self._rng.uniform(*_WELL_SECONDS))
            await _until(lambda: bool(self._running))
            self._kills.append(Kill(program, time.time(), len(self._running)))
            await asyncio.to_thread(self._stack.kill9, program)

    def _faulty_worker(self) -> Keeper:
        """A second worker of tables that kills itself at the moments that matter."""
        env = {
            **self._stack.env_of("tables"),
            # Its place in the hashing goes by its health port; this one's own program does not run here.
            "QUIERO_HEALTH_ADDRESS": self._stack.address("CREDITS_HEALTH"),
            FAULTS_FILE: str(self._faults),
            FAULTS_TIMES: str(KILLS),
        }
        root = Path(env["LOCAL_ROOT"])
        command = [env["LOCAL_PYTHON"], "-m", "tests.harness.tables_with_faults"]
        return Keeper(command, env, root, self._stack.log_path("tables_with_faults"))


async def _until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 - what is waited for happens in files and other processes, too
        await asyncio.sleep(0.1)


async def _together(*jobs: Coroutine[Any, Any, None]) -> None:
    """Runs everything at once; the first failure ends all."""
    async with asyncio.TaskGroup() as group:
        for job in jobs:
            group.create_task(job)
