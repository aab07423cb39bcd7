"""The people of the chaos run: so many matches, so many tables at once, all by the client library."""

import asyncio
import json
import subprocess
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from random import Random

from quiero import Account, Client
from tests.harness.random_player import Log, RandomPlayer
from tests.harness.replicas import Platform
from truco.rules.v1.rules_pb2 import Options

KINDS = (
    ("maestro", 2),
    ("maestro", 4),
    ("estrella", 2),
    ("ludoteka", 4),
    ("uruguayo", 2),
    ("granronda", 2),
)
_TARGET = 15
_TURN_SECONDS, _BANK_SECONDS = 20, 20
_CREDITS = 5_000
_MOST_SEATS = 4


@dataclass(frozen=True)
class People:
    """How many matches there are, and what the people are like."""

    matches: int
    at_once: int
    stake: int
    pause: float
    """The longest time that somebody thinks, seconds."""


class Matches:
    """They go on until all are over."""

    def __init__(self, platform: Platform, people: People, rng: Random) -> None:
        self.log = Log()
        self.opened: list[str] = []
        self.over = 0
        self.reopened = 0
        self._platform = platform
        self._people = people
        self._rng = rng
        self._numbers = iter(range(people.matches))

    async def run(self) -> None:
        """Plays them all."""
        accounts = await asyncio.to_thread(self._accounts)
        slots = [accounts[i : i + _MOST_SEATS] for i in range(0, len(accounts), _MOST_SEATS)]
        async with asyncio.TaskGroup() as group:
            for slot in slots:
                group.create_task(self._slot(slot))

    def _accounts(self) -> Sequence[Account]:
        stack = self._platform.stack
        count = min(self._people.at_once, self._people.matches) * _MOST_SEATS
        command = [stack.env["LOCAL_PYTHON"], "-m", "web", "seed_players"]
        arguments = [f"--count={count}", f"--credits={_CREDITS}"]
        made = subprocess.run(
            [*command, *arguments], cwd=stack.env["LOCAL_ROOT"], env=stack.env, check=True, capture_output=True
        )
        return [self._account(**json.loads(line)) for line in made.stdout.splitlines()]

    def _account(self, player_id: str, name: str, secret: str, token: str, expires_at: float) -> Account:
        return Account(player_id, token, portal=self._platform.portal, name=name, secret=secret, expires=expires_at)

    async def _slot(self, accounts: Sequence[Account]) -> None:
        """One table after another, with the same people."""
        async with AsyncExitStack() as opened:
            clients = [await opened.enter_async_context(self._client(account)) for account in accounts]
            people = [
                await opened.enter_async_context(RandomPlayer(client, self.log, self._rng, pause=self._people.pause))
                for client in clients
            ]
            for _ in self._numbers:
                preset, seats = self._rng.choice(KINDS)
                await self._match(preset, people[:seats])
            self.reopened += sum(client.reopened for client in clients)

    def _client(self, account: Account) -> Client:
        gateways = list(self._platform.gateways)
        self._rng.shuffle(gateways)
        return Client(gateways, account)

    async def _match(self, preset: str, people: Sequence[RandomPlayer]) -> None:
        first, *others = people
        table = await first.open_table(
            preset,
            len(people),
            options=Options(target=_TARGET),
            stake=self._people.stake,
            turn_seconds=_TURN_SECONDS,
            bank_seconds=_BANK_SECONDS,
            unlisted=True,
        )
        self.opened.append(table)
        for other in others:
            await other.join_table(table)
        await asyncio.gather(*(player.play(table) for player in people))
        self.over += 1
