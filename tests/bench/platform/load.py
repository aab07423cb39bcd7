"""A load in a process of its own: `python -m tests.bench.platform.load {platform|floor} GATEWAY TOKENS SEATS`.

Reads orders (figures.Order as JSON) from standard input; answers each with the line `measuring` when counting begins
and a line of figures when it ends. Tables go on from one order to the next.
"""

import asyncio
import json
import random
import sys
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Protocol

import uvloop

from tests.bench.platform.figures import Figures, Order, to_line
from tests.bench.platform.floor.playing import FloorTable
from tests.bench.platform.meter import Meter
from tests.bench.platform.players import Player, players, together
from tests.bench.platform.playing import PlayedTable

_OPENED_AT_ONCE = 16


class Table(Protocol):
    """Some seats that act in turn."""

    async def open(self) -> None:
        """Begins."""

    def resume(self) -> None:
        """One of the seats comes back by a new connection."""


class _Load:
    def __init__(self, kind: str, gateway: str, tokens: Path, seats: int) -> None:
        self._kind = kind
        self._players = players(gateway, tokens)
        self._seats = seats
        self._meter = Meter()
        self._tables: list[Table] = []

    async def carry_out(self, order: Order) -> Figures:
        await self._have(order.tables)
        self._meter.begin(order)
        await asyncio.sleep(order.warmup)
        print("measuring", flush=True)
        self._meter.clear()
        await self._count(order)
        return self._meter.figures(len(self._tables) * self._seats)

    async def _have(self, count: int) -> None:
        new = [self._table(list(islice(self._players, self._seats))) for _ in range(count - len(self._tables))]
        await together([table.open for table in new], _OPENED_AT_ONCE)
        self._tables += new

    def _table(self, seated: Sequence[Player]) -> Table:
        return PlayedTable(seated, self._meter) if self._kind == "platform" else FloorTable(seated, self._meter)

    async def _count(self, order: Order) -> None:
        until = time.perf_counter() + order.seconds
        for number in range(order.resumes):
            await asyncio.sleep(max(0.0, until - time.perf_counter()) / (order.resumes - number + 1))
            random.choice(self._tables).resume()
        await asyncio.sleep(max(0.0, until - time.perf_counter()))


async def main(kind: str, gateway: str, tokens: str, seats: str) -> None:
    """Carries out orders until standard input ends."""
    load = _Load(kind, gateway, Path(tokens), int(seats))
    while line := await asyncio.to_thread(sys.stdin.readline):
        print(to_line(await load.carry_out(Order(**json.loads(line)))), flush=True)


if __name__ == "__main__":
    uvloop.run(main(*sys.argv[1:]))
