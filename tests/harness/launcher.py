"""`python -m deploy.local` as a person starts it, in a process of its own, with what it printed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import psutil

from deploy.local import environment

_SECONDS = 60.0


class Launcher:
    """A running launcher and every process below it."""

    def __init__(self, data: Path, *options: str) -> None:
        command = [sys.executable, "-m", "deploy.local", "--data", str(data), *options]
        self._output = data.with_name(f"{data.name}.out")
        with self._output.open("w") as output:
            self.process = subprocess.Popen(
                command, cwd=environment.ROOT, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        family = self.family()
        self.process.kill()
        self.process.wait()
        gone(family)

    def until(self, text: str) -> Self:
        """Waits until it has printed something."""
        until = time.monotonic() + _SECONDS
        while text not in self.output():
            assert self.process.poll() is None, self.output()
            assert time.monotonic() < until, self.output()
            time.sleep(0.05)
        return self

    def end(self, number: signal.Signals = signal.SIGINT) -> int:
        """Sends a signal, to the launcher alone, and returns its exit status."""
        os.kill(self.process.pid, number)
        return self.status()

    def status(self) -> int:
        """Waits for its end and returns its exit status."""
        return self.process.wait(_SECONDS)

    def output(self) -> str:
        """All that it printed so far."""
        return self._output.read_text()

    def family(self) -> Sequence[psutil.Process]:
        """Every process that it started, directly or not."""
        if self.process.poll() is not None:
            return []
        return psutil.Process(self.process.pid).children(recursive=True)


def gone(family: Sequence[psutil.Process]) -> bool:
    """Whether all these processes end in time."""
    _, alive = psutil.wait_procs(family, timeout=_SECONDS)
    return not alive
