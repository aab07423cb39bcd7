"""The HTTP server of the Connect face: uvicorn in the process's own event loop."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator

import uvicorn
from starlette.types import ASGIApp

from services.common.settings import split_address


class WebServer:
    """Serves an ASGI application at an address until stopped; the address is taken at once."""

    def __init__(self, app: ASGIApp, address: str, grace: float) -> None:
        host, port = split_address(address)
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._socket = socket.create_server((host, port), family=family, backlog=2048)
        self._server = _Server(
            uvicorn.Config(
                app,
                log_config=None,
                log_level="warning",
                access_log=False,
                server_header=False,
                lifespan="off",
                ws="none",
                timeout_keep_alive=75,
                timeout_graceful_shutdown=max(1, round(grace)),
            )
        )
        self._serving: asyncio.Task[None] | None = None

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._socket.getsockname()[1])

    def start(self) -> None:
        """Starts serving."""
        self._serving = asyncio.create_task(self._server.serve(sockets=[self._socket]))

    async def stop(self) -> None:
        """Stops accepting, lets running calls end for the grace, then stops."""
        self._server.should_exit = True
        if self._serving:
            await self._serving


class _Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leaves signals to services.common.run."""
        yield
