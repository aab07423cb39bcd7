"""The load: random 2-seat matches over native gRPC, every seat a connection of its own. Runs in its own process.

Reads orders (figures.Order as JSON) from standard input; answers each with the line `measuring` when counting begins
and a line of figures when it ends. Matches go on from one order to the next.
"""

import asyncio
import json
import random
import sys
import time

import uvloop

from quiero import Account
from tests.bench.platform.figures import Figures, Order, percentiles, to_line
from tests.bench.platform.match import Match
from tests.bench.platform.meter import Meter


async def main(gateway: str, portal: str) -> None:
    """Carries out orders until standard input ends."""
    load = _Load(gateway, portal)
    while line := await asyncio.to_thread(sys.stdin.readline):
        figures = await load.carry_out(Order(**json.loads(line)))
        print(to_line(figures), flush=True)


class _Load:
    def __init__(self, gateway: str, portal: str) -> None:
        self._gateway = gateway
        self._portal = portal
        self._meter = Meter()
        self._matches: list[Match] = []

    async def carry_out(self, order: Order) -> Figures:
        self._meter.paced = order.rate > 0
        await self._play(order.matches)
        pacer = asyncio.create_task(self._pace(order.rate)) if order.rate else None
        self._meter.act_on_all_waiting()
        await asyncio.sleep(order.warmup)
        print("measuring", flush=True)
        figures = await self._count(order.seconds)
        if pacer:
            pacer.cancel()
        return figures

    async def _play(self, matches: int) -> None:
        """Has at least so many matches going."""
        wanted = 2 * (matches - len(self._matches))
        guests = [await Account.new_guest(self._portal) for _ in range(wanted)]
        for first, second in zip(guests[::2], guests[1::2], strict=True):
            self._matches.append(Match(self._gateway, (first, second), self._meter))
            await self._matches[-1].start()

    async def _pace(self, rate: float) -> None:
        """Acts at random moments, so many a second on average, whatever the answers do."""
        due = time.perf_counter()
        while True:
            due += random.expovariate(rate)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self._meter.act_somewhere(due)

    async def _count(self, seconds: float) -> Figures:
        meter = self._meter
        meter.clear()
        cpu, start = time.process_time(), time.perf_counter()
        await asyncio.sleep(seconds)
        took, cpu = time.perf_counter() - start, time.process_time() - cpu
        meter.raise_failure()
        return Figures(
            seconds=took,
            actions=len(meter.acknowledged),
            records=meter.records,
            refused=meter.refused,
            missed=meter.missed,
            acknowledged=percentiles(meter.acknowledged),
            rival_saw=percentiles(meter.rival_saw),
            load_cpu=cpu,
        )


if __name__ == "__main__":
    uvloop.run(main(*sys.argv[1:3]))
