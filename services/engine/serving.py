"""Serves the engine: what `python -m services.engine` does when it is given no command."""

import asyncio

import structlog

from services.common.health import Health
from services.common.run import run
from services.common.settings import load
from services.engine.codec import StateCodec
from services.engine.operations import Operations
from services.engine.server import engine_server
from services.engine.settings import EngineSettings

_GRACE_SECONDS = 5.0


def serve() -> None:
    """Serves the rules until told to stop."""
    settings = load(EngineSettings)

    async def live(health: Health, stopping: asyncio.Event) -> None:
        codec = StateCodec(bytes.fromhex(settings.engine_state_key))
        server = engine_server(settings.engine_address, Operations(codec))
        await server.start()
        health.ready()
        structlog.get_logger().info("serving", grpc_port=server.port)
        await stopping.wait()
        health.draining()
        await server.stop(_GRACE_SECONDS)

    run("engine", settings, live)
