"""The processes beside the platform: the loads, and the floor."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from deploy.local import ports
from deploy.local.environment import HOST, ROOT
from deploy.local.stack import Stack
from tests.bench.platform import usage
from tests.bench.platform.figures import Figures, Order, from_line
from tests.bench.platform.floor.tables import EXCHANGES
from tests.bench.platform.usage import Usage

Look = Callable[[], Mapping[str, Usage]]
"""Looks at what the measured programs have used."""


@dataclass(frozen=True)
class Measured:
    """One measurement: what the load saw, and what each program used meanwhile and holds at its end."""

    figures: Figures
    cpu: Mapping[str, float]
    """Seconds."""
    rss: Mapping[str, int]
    """Bytes."""

    def microseconds(self, *programs: str) -> float:
        """CPU of some programs per acknowledged action."""
        return sum(self.cpu.get(name, 0.0) for name in programs) / max(1, self.figures.actions) * 1e6


class Load:
    """A load process."""

    def __init__(self, process: "subprocess.Popen[str]", look: Look) -> None:
        self._process = process
        self._look = look

    def carry_out(self, order: Order) -> Measured:
        """Has the load carry out an order, and compares what the programs use at its beginning and its end."""
        print(json.dumps(asdict(order)), file=self._process.stdin, flush=True)
        _line(self._process)
        before = self._look()
        figures = from_line(_line(self._process))
        after = self._look()
        cpu = {name: used.cpu - (before[name].cpu if name in before else 0.0) for name, used in after.items()}
        return Measured(figures, cpu, {name: used.rss for name, used in after.items()})


@contextmanager
def load(kind: str, gateway: str, tokens: Path, seats: int, look: Look) -> Iterator[Load]:
    """A load against a gateway; kind is `platform` or `floor`."""
    arguments = [kind, gateway, str(tokens), str(seats)]
    with _started("tests.bench.platform.load", *arguments) as process:
        yield Load(process, look)


@dataclass(frozen=True)
class Floor:
    """The floor's processes."""

    gateway: str
    pids: Mapping[str, int]

    def look(self) -> Mapping[str, Usage]:
        """What they have used."""
        return usage.of(self.pids)


@contextmanager
def floor(stack: Stack, preset: str, seats: int, payloads: Path) -> Iterator[Floor]:
    """Engine, tables and gateway that only pass on, over the stack's NATS."""
    user = {"QUIERO_NATS_USER": "operator", "QUIERO_NATS_PASSWORD": stack.env["NATS_PASSWORD_OPERATOR"]}
    env = {**stack.env, **user}
    taken = ports.free()
    address = f"{HOST}:{taken['GATEWAY_GRPC']}"
    with ExitStack() as started:
        started.callback(taken.close)
        engine = started.enter_context(_started("tests.bench.engine.echo", preset, str(seats), str(EXCHANGES), env=env))
        arguments = [f"{HOST}:{int(_line(engine))}", preset, str(seats), str(payloads)]
        tables = started.enter_context(_started("tests.bench.platform.floor.tables", *arguments, env=env))
        _line(tables)
        gateway = started.enter_context(_started("tests.bench.platform.floor.gateway", address, str(payloads), env=env))
        _line(gateway)
        yield Floor(address, {"engine": engine.pid, "tables": tables.pid, "gateway": gateway.pid})


@contextmanager
def _started(module: str, *arguments: str, env: Mapping[str, str] | None = None) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", module, *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=ROOT, env=dict(env or os.environ), stdin=pipe, stdout=pipe, text=True
    ) as process:
        try:
            yield process
        finally:
            process.terminate()


def _line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout
    if not (line := process.stdout.readline()):
        raise SystemExit("a process of the benchmark ended; its error stands above")
    return line
