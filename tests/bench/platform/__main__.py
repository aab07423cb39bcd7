"""`make bench`: how much CPU an action costs on the whole platform, and how long people wait. See ../README.md."""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from deploy.local.environment import ROOT
from deploy.local.stack import Stack
from tests.bench.platform.cpu import PYTHON_SERVICES, cpu_seconds
from tests.bench.platform.figures import Figures, Order, from_line

_NO_PAUSES = {
    "QUIERO_TABLES_DEAL_PAUSE_MS": "0",
    "QUIERO_BOTS_PAUSE_MS": "0",
    "QUIERO_GATEWAY_SEATINGS_PER_MINUTE": "100000",
    "QUIERO_LOG_LEVEL": "WARNING",
}
_PROGRAMS = (
    *("nats", "postgres", "valkey", "migrate", "engine"),
    *("tables", "portal", "credits", "bots", "gateway", "consumer"),
)


@dataclass(frozen=True)
class Measured:
    """One measurement: what the load saw, and the CPU seconds that each program used meanwhile."""

    name: str
    figures: Figures
    cpu: Mapping[str, float]

    def microseconds(self, program: str) -> float:
        """CPU of a program per acknowledged action."""
        return self.cpu[program] / max(1, self.figures.actions) * 1e6


class Bench:
    """A stack and a load process."""

    def __init__(self, stack: Stack, load: "subprocess.Popen[str]") -> None:
        self._stack = stack
        self._load = load

    def measure(self, name: str, order: Order) -> Measured:
        """Has the load carry out an order, and compares the CPU times of its beginning and its end."""
        print(json.dumps(asdict(order)), file=self._load.stdin, flush=True)
        self._line()
        before = cpu_seconds(self._stack)
        figures = from_line(self._line())
        after = cpu_seconds(self._stack)
        print(f"  {name}: {figures.actions_per_second:.0f} actions/s", flush=True)
        return Measured(name, figures, {name: after[name] - before.get(name, 0.0) for name in after})

    def _line(self) -> str:
        assert self._load.stdout
        if not (line := self._load.stdout.readline()):
            raise SystemExit("the load process ended; its error stands above")
        return line


def main() -> None:
    """Finds saturation with ever more matches, then measures at half that load."""
    options = _options()
    with tempfile.TemporaryDirectory() as folder, Stack(Path(folder), overrides=_NO_PAUSES) as stack:
        print("starting the platform", flush=True)
        stack.start(*_PROGRAMS)
        with _load(stack) as load:
            bench = Bench(stack, load)
            closed = [
                bench.measure(f"{matches} matches", Order(matches, options.seconds, options.warmup, 0))
                for matches in options.matches
            ]
            full = max(closed, key=lambda measured: measured.figures.actions_per_second)
            rate = full.figures.actions_per_second / 2
            order = Order(max(options.matches), 2 * options.seconds, options.warmup, rate)
            _print([*closed, bench.measure("half load", order)])


@contextmanager
def _load(stack: Stack) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", "tests.bench.platform.load"]
    addresses = [stack.address("GATEWAY_GRPC"), f"http://{stack.address('PORTAL')}"]
    pipe = subprocess.PIPE
    with subprocess.Popen([*command, *addresses], cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as load:
        try:
            yield load
        finally:
            load.terminate()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, nargs="+", default=[8, 16, 32, 64], help="concurrent matches to try")
    parser.add_argument("--seconds", type=float, default=6, help="how long each is counted")
    parser.add_argument("--warmup", type=float, default=2, help="how long each runs before it is counted")
    return parser.parse_args()


def _print(measured: list[Measured]) -> None:
    _row("", *(item.name for item in measured))
    _row("actions/s", *(f"{item.figures.actions_per_second:.0f}" for item in measured))
    _row("records/s", *(f"{item.figures.records / item.figures.seconds:.0f}" for item in measured))
    _row("refused", *(item.figures.refused for item in measured))
    _row("planned moves missed", *(item.figures.missed for item in measured))
    for title, of in (("to the acknowledgement", "acknowledged"), ("to the rival's update", "rival_saw")):
        for share in ("p50", "p99", "most"):
            _row(f"ms {title}, {share}", *(f"{getattr(getattr(item.figures, of), share):.1f}" for item in measured))
    for program in measured[-1].cpu:
        _row(f"CPU µs/action, {program}", *(f"{item.microseconds(program):.0f}" for item in measured))
    services = [name for name in measured[-1].cpu if name in PYTHON_SERVICES]
    _row("CPU µs/action, Python services", *(f"{sum(map(item.microseconds, services)):.0f}" for item in measured))
    _row(
        "CPU µs/action, load",
        *(f"{item.figures.load_cpu / max(1, item.figures.actions) * 1e6:.0f}" for item in measured),
    )


def _row(title: str, *cells: object) -> None:
    print(f"{title:34}" + "".join(f"{cell!s:>13}" for cell in cells))


if __name__ == "__main__":
    main()
