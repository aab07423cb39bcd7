"""A platform with two replicas of each service: supervisord keeps the first of them alive, a Keeper the second."""

import asyncio
import os
import signal
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Self

from deploy.local import ports
from deploy.local.environment import HOST
from deploy.local.errors import LocalError
from deploy.local.stack import Stack
from tests.harness.keeper import Keeper

REPLICATED = ("engine", "tables", "bots", "gateway", "consumer", "credits")
_SERVES: Mapping[str, Mapping[str, str]] = {
    "engine": {"QUIERO_ENGINE_ADDRESS": "ENGINE"},
    "credits": {"QUIERO_CREDITS_ADDRESS": "CREDITS"},
    "gateway": {
        "QUIERO_GATEWAY_GRPC_ADDRESS": "GATEWAY_GRPC",
        "QUIERO_GATEWAY_CONNECT_ADDRESS": "GATEWAY_CONNECT",
    },
}
"""The addresses that a program listens on, by the names of their ports; its health is one more."""


class Replica:
    """One process of a replicated program."""

    def __init__(self, name: str, number: int, stack: Stack, keeper: Keeper | None) -> None:
        self.name = name
        self.number = number
        self._stack = stack
        self._keeper = keeper

    @property
    def pid(self) -> int:
        """The process id; 0 when it does not run at the moment."""
        if self._keeper:
            return self._keeper.pid
        try:
            return self._stack.pid(self.name)
        except LocalError:
            return 0

    def signal(self, number: signal.Signals) -> int:
        """Sends a signal; returns the pid that got it, 0 when there was none."""
        if pid := self.pid:
            os.kill(pid, number)
        return pid


class Platform:
    """All of them. Use as an async context."""

    def __init__(self, data: Path, overrides: Mapping[str, str]) -> None:
        self._first, self._second = ports.free(), ports.free()
        shared = {"LOCAL_ENGINES": self._both("ENGINE"), "LOCAL_CREDITS": self._both("CREDITS")}
        self.stack = Stack(data, self._first, {**overrides, **shared})
        self.replicas: list[Replica] = []
        self._opened = AsyncExitStack()

    async def __aenter__(self) -> Self:
        self._opened.callback(self._second.close)
        self._opened.enter_context(self.stack)
        await asyncio.to_thread(self.stack.start)
        for name in REPLICATED:
            keeper = await self._opened.enter_async_context(self.beside(name))
            self.replicas += [Replica(name, 1, self.stack, None), Replica(name, 2, self.stack, keeper)]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._opened.aclose()

    @property
    def gateways(self) -> Sequence[str]:
        """Where the gateways serve gRPC."""
        return self._both("GATEWAY_GRPC").split(",")

    @property
    def portal(self) -> str:
        """The portal's URL."""
        return f"http://{self.stack.address('PORTAL')}"

    def beside(self, name: str, command: Sequence[str] = (), **env: str) -> Keeper:
        """Another process of a program, on ports of its own, started in its own way where one is given."""
        serves = {variable: self._address(port) for variable, port in _SERVES.get(name, {}).items()}
        health = {"QUIERO_HEALTH_ADDRESS": self._address(f"{name.upper()}_HEALTH")}
        return Keeper(
            command or self.stack.programs[name].command,
            {**self.stack.env_of(name), **serves, **health, **env},
            Path(self.stack.env["LOCAL_ROOT"]),
            self.stack.log_path(f"{name}-2"),
        )

    def _address(self, port: str) -> str:
        return f"{HOST}:{self._second[port]}"

    def _both(self, port: str) -> str:
        return f"{HOST}:{self._first[port]},{HOST}:{self._second[port]}"
