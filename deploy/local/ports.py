"""The ports of the platform, by name: the usual ones, or free ones that parallel runs don't fight over."""

import fcntl
import os
import random
import socket
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from deploy.local.errors import LocalError, PortTaken

DEFAULTS: Mapping[str, int] = {
    "NATS": 4222,
    "NATS_MONITOR": 8222,
    "POSTGRES": 15432,
    "VALKEY": 16379,
    "ENGINE": 50052,
    "GATEWAY_GRPC": 50051,
    "GATEWAY_CONNECT": 8080,
    "PORTAL": 8000,
    "CREDITS": 50053,
    "ENGINE_HEALTH": 9101,
    "TABLES_HEALTH": 9102,
    "BOTS_HEALTH": 9103,
    "GATEWAY_HEALTH": 9104,
    "CREDITS_HEALTH": 9105,
    "CONSUMER_HEALTH": 9106,
    "WORKER_HEALTH": 9107,
    "BEAT_HEALTH": 9108,
    "RELAY_HEALTH": 9109,
}
"""Ports by name. PostgreSQL and Valkey leave their well-known ports to those that a developer has running anyway."""

_FREE = range(20_000, 32_000)
"""Where free ports are looked for: below the ports that systems hand to outgoing connections."""


class Ports(Mapping[str, int]):
    """Ports by name. Free ones stay reserved, also while their service is down, until closed."""

    def __init__(self, chosen: Mapping[str, int], held: ExitStack) -> None:
        self._chosen = dict(chosen)
        self._held = held

    def __getitem__(self, name: str) -> int:
        return self._chosen[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._chosen)

    def __len__(self) -> int:
        return len(self._chosen)

    def check_free(self, programs: Iterable[str]) -> None:
        """Raises PortTaken, naming the first port of these programs on which something listens."""
        wanted = set(programs)
        for name, port in self._chosen.items():
            if _program(name) in wanted and not _is_free(port):
                raise PortTaken(
                    f"port {port} is taken, and {_program(name)} needs it: stop what listens there, "
                    f"or choose another, as in: make run ARGS=--port={name.lower()}={port + 1}"
                )

    def close(self) -> None:
        """Gives reserved ports back."""
        self._held.close()


def usual(changes: Mapping[str, int]) -> Ports:
    """The usual ports, save those changed; raises LocalError for a name that is not a port's."""
    for name in changes:
        if name not in DEFAULTS:
            raise LocalError(f"no port is called {name.lower()}; there are {', '.join(DEFAULTS).lower()}")
    return Ports({**DEFAULTS, **changes}, ExitStack())


def free() -> Ports:
    """Free ports, reserved against every other run on this machine that takes its ports here."""
    held = ExitStack()
    candidates = iter(random.sample(_FREE, len(_FREE)))
    return Ports({name: next(port for port in candidates if _reserve(port, held)) for name in DEFAULTS}, held)


def _reserve(port: int, held: ExitStack) -> bool:
    folder = Path(tempfile.gettempdir()) / f"quiero-ports-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    lock: IO[str] = (folder / str(port)).open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return False
    held.enter_context(lock)
    return _is_free(port)


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        # Without it, the last connections of a server that has just ended would count as its being there.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _program(name: str) -> str:
    return name.partition("_")[0].lower()
