"""A gateway of its own for a test that needs other settings or its end."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.local import ports
from deploy.local.environment import HOST, ROOT
from deploy.local.stack import Stack

_SECONDS = 30.0


@dataclass
class Gateway:
    """A gateway process."""

    process: "subprocess.Popen[bytes]"
    grpc: str
    connect: str
    health: str

    def fault(self) -> str:
        """What /healthz says: "ok", or what is wrong; empty while it does not answer."""
        try:
            with urllib.request.urlopen(f"http://{self.health}/healthz", timeout=2) as answer:
                return str(answer.read().decode().strip())
        except urllib.error.HTTPError as error:
            return error.read().decode().strip()
        except OSError:
            return ""

    def metrics(self) -> str:
        """What /metrics says."""
        with urllib.request.urlopen(f"http://{self.health}/metrics", timeout=2) as answer:
            return str(answer.read().decode())

    def wait_until(self, health: str) -> None:
        """Waits until /healthz says something."""
        until = time.monotonic() + _SECONDS
        while (fault := self.fault()) != health:
            assert time.monotonic() < until and self.process.poll() is None, fault
            time.sleep(0.05)


@contextmanager
def gateway(stack: Stack, log: Path, **settings: str) -> Iterator[Gateway]:
    """Starts a gateway beside the stack's own, with settings on top of its, and ends it."""
    taken = ports.free()
    grpc, connect, health = (f"{HOST}:{taken[p]}" for p in ("GATEWAY_GRPC", "GATEWAY_CONNECT", "GATEWAY_HEALTH"))
    taken.close()
    addresses = {
        "QUIERO_GATEWAY_GRPC_ADDRESS": grpc,
        "QUIERO_GATEWAY_CONNECT_ADDRESS": connect,
        "QUIERO_HEALTH_ADDRESS": health,
    }
    env = {**os.environ, **stack.env_of("gateway"), **addresses, **settings}
    with log.open("ab") as output:
        command = [sys.executable, "-m", "services.gateway"]
        process = subprocess.Popen(command, env=env, cwd=ROOT, stdout=output, stderr=output)
    try:
        yield Gateway(process, grpc, connect, health)
    finally:
        process.kill()
        process.wait()
