"""The servers that are measured, each a process of its own on a free port."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

import psutil

from deploy.local.environment import ROOT
from tests.bench.engine.recorded import KEY


@dataclass(frozen=True)
class Server:
    """A running server."""

    pid: int
    port: int

    def cpu_seconds(self) -> float:
        """User and system seconds so far."""
        times = psutil.Process(self.pid).cpu_times()
        return times.user + times.system


@contextmanager
def engine() -> Iterator[Server]:
    """The engine as `make run` starts it."""
    settings = {"STATE_KEY": KEY, "ADDRESS": "127.0.0.1:0"}
    variables = {f"QUIERO_ENGINE_{name}": value for name, value in settings.items()}
    variables["QUIERO_HEALTH_ADDRESS"] = "127.0.0.1:0"
    with _started(["services.engine"], variables) as process:
        yield Server(process.pid, _port(process.stderr, r'"grpc_port": (\d+)'))


@contextmanager
def echo(preset: str, seats: int, count: int) -> Iterator[Server]:
    """The engine without rules."""
    with _started(["tests.bench.engine.echo", preset, str(seats), str(count)], {}) as process:
        yield Server(process.pid, _port(process.stdout, r"(\d+)"))


@contextmanager
def _started(command: list[str], variables: Mapping[str, str]) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def _port(output: IO[str] | None, pattern: str) -> int:
    assert output
    for line in output:
        if found := re.search(pattern, line):
            return int(found[1])
    raise SystemExit("a server ended before it served")
