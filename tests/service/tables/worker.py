"""One more tables worker, as a process of its own that may be killed."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from deploy.local import ports
from deploy.local.stack import Stack


class Worker:
    """A running worker."""

    def __init__(self, process: "subprocess.Popen[bytes]", health: str) -> None:
        self._process = process
        self._health = health

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def health(self) -> str:
        """Where it serves /healthz and /metrics."""
        return self._health

    def wait_until_well(self, seconds: float = 20) -> None:
        """Returns when it is healthy."""
        until = time.monotonic() + seconds
        while not self._well():
            assert time.monotonic() < until and self._process.poll() is None, "the worker is not well"
            time.sleep(0.05)

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal, e.g. SIGKILL, SIGSTOP, SIGCONT."""
        self._process.send_signal(number)

    def wait(self, seconds: float = 20) -> int:
        """Waits for its end and returns its exit status."""
        return self._process.wait(seconds)

    def _well(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://{self._health}/healthz", timeout=1) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False


@contextmanager
def worker(
    stack: Stack, log: Path, module: str = "services.tables", env: Mapping[str, str] | None = None
) -> Iterator[Worker]:
    """Starts a worker beside the stack's own, and ends it."""
    taken = ports.free()
    address = f"127.0.0.1:{taken['TABLES_HEALTH']}"
    taken.close()
    environment = {**os.environ, **stack.env_of("tables"), **(env or {}), "QUIERO_HEALTH_ADDRESS": address}
    with log.open("ab") as output:
        process = subprocess.Popen([sys.executable, "-m", module], env=environment, stdout=output, stderr=output)
    try:
        yield Worker(process, address)
    finally:
        process.kill()
        process.wait()
