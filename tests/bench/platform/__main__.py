"""`make bench-platform`: what an action costs on the whole platform and how long people wait, beside the floor: the
same hops with nothing behind them. See ../README.md."""

import argparse
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

from deploy.local.stack import Stack
from tests.bench.platform import processes, usage
from tests.bench.platform.figures import Order
from tests.bench.platform.floor import payloads
from tests.bench.platform.report import FULL, IDLE, RESUMING, SAME, Column, report
from tests.harness.signing import Signer

_SETTINGS = {
    "QUIERO_TABLES_DEAL_PAUSE_MS": "0",
    "QUIERO_BOTS_PAUSE_MS": "0",
    "QUIERO_TABLES_TURN_SECONDS": "300",  # among 5,000 tables it takes a while until it is a table's turn
    "QUIERO_GATEWAY_SEATINGS_PER_MINUTE": "100000",
    "QUIERO_LOG_LEVEL": "WARNING",
}
_PROGRAMS = (
    *("nats", "postgres", "valkey", "migrate", "engine"),
    *("tables", "portal", "credits", "bots", "gateway", "consumer"),
)
_LIFE_SECONDS = 24 * 3600
_PRESET = "maestro"


class Bench:
    """Tables of one size, ever more of them."""

    def __init__(self, stack: Stack, folder: Path, seats: int, options: argparse.Namespace) -> None:
        self._stack = stack
        self._folder = folder
        self._seats = seats
        self._options = options
        self._columns: list[Column] = []

    def run(self) -> None:
        """Measures each number of tables: so many actions under way, the same rate for all, and nobody acting."""
        tokens = self._tokens()
        with ExitStack() as open_:
            platform = open_.enter_context(
                processes.load("platform", self._stack.address("GATEWAY_GRPC"), tokens, self._seats, self._look)
            )
            first = self._options.tables[0]
            options = self._options
            full = platform.carry_out(Order(first, options.seconds, options.warmup, in_flight=options.in_flight))
            platform.carry_out(Order(first, 0, 0))
            file = self._folder / "payloads"
            payloads.write(file, self._stack.nats_options("operator"))
            floor = open_.enter_context(processes.floor(self._stack, _PRESET, self._seats, file))
            below = open_.enter_context(processes.load("floor", floor.gateway, tokens, self._seats, floor.look))
            rate = full.figures.actions_per_second / 2
            share = full.figures.records_per_action - 1
            for tables in self._options.tables:
                for title, order in self._orders(tables, rate, share):
                    self._columns.append(self._measure(title, order, platform, below))
        report(self._columns, self._seats)

    def _orders(self, tables: int, rate: float, share: float) -> Iterator[tuple[str, Order]]:
        seconds, warmup = self._options.seconds, self._options.warmup
        yield FULL, Order(tables, seconds, warmup, in_flight=self._options.in_flight, follow_share=share)
        yield SAME, Order(tables, seconds, warmup, rate, follow_share=share)
        yield RESUMING, Order(tables, seconds, warmup, rate, resumes=self._options.resumes)
        yield IDLE, Order(tables, seconds, warmup)

    def _measure(self, title: str, order: Order, platform: processes.Load, floor: processes.Load) -> Column:
        measured = platform.carry_out(order)
        platform.carry_out(Order(order.tables, 0, 0))
        below = None
        if order.follow_share:
            below = floor.carry_out(order)
            floor.carry_out(Order(order.tables, 0, 0))
        rate = f"{measured.figures.actions_per_second:.0f} actions/s"
        print(f"  {self._seats} seats, {order.tables} tables, {title}: {rate}", flush=True)
        return Column(title, order.tables, measured, below)

    def _look(self) -> Mapping[str, usage.Usage]:
        return usage.of_stack(self._stack, [name for name in _PROGRAMS if name != "migrate"])

    def _tokens(self) -> Path:
        file, signer = self._folder / "tokens", Signer(self._stack)
        ids = [uuid.uuid4().hex for _ in range(max(self._options.tables) * self._seats)]
        file.write_text("".join(f"{each} {signer.token(each, seconds=_LIFE_SECONDS)}\n" for each in ids))
        return file


def main() -> None:
    """Measures each number of seats on a platform of its own."""
    options = _options()
    for seats in options.seats:
        with tempfile.TemporaryDirectory() as folder, Stack(Path(folder) / "stack", overrides=_SETTINGS) as stack:
            print(f"starting the platform for {seats} seats", flush=True)
            stack.start(*_PROGRAMS)
            Bench(stack, Path(folder), seats, options).run()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 4], help="sizes of tables")
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 500, 1000, 2000, 5000], help="how many, growing")
    parser.add_argument("--seconds", type=float, default=10, help="how long each measurement counts")
    parser.add_argument("--warmup", type=float, default=3, help="how long each runs before it is counted")
    parser.add_argument("--in-flight", type=int, default=64, help="actions under way at saturation")
    parser.add_argument("--resumes", type=int, default=200, help="streams that break off and resume")
    return parser.parse_args()


if __name__ == "__main__":
    main()
