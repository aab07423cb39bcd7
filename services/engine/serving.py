"""Serves the engine: what `python -m services.engine` does when it is given no command."""

import asyncio

import structlog

from services.common.health import Health
from services.common.run import run
from services.common.settings import load
from services.engine import WHY_INTERPRETED
from services.engine.codec import StateCodec
from services.engine.metrics import RULES
from services.engine.operations import Operations
from services.engine.server import engine_server
from services.engine.settings import EngineSettings
from services.engine.stream import Streams

_GRACE_SECONDS = 5.0
_NOTICE_SECONDS = 0.1


def serve() -> None:
    """Serves the rules until told to stop."""
    settings = load(EngineSettings)

    async def live(health: Health, stopping: asyncio.Event) -> None:
        _tell_form()
        codec = StateCodec(bytes.fromhex(settings.engine_state_key))
        streams = Streams()
        server = engine_server(settings.engine_address, Operations(codec), streams)
        await server.start()
        health.ready()
        structlog.get_logger().info("serving", grpc_port=server.port)
        await stopping.wait()
        health.draining()
        stopped = asyncio.create_task(server.stop(_GRACE_SECONDS))
        # By then the clients know that they must connect elsewhere for the next stream.
        await asyncio.sleep(_NOTICE_SECONDS)
        streams.end()
        await stopped

    run("engine", settings, live)


def _tell_form() -> None:
    """Says once whether the rules run compiled: interpreted they are many times slower."""
    RULES.labels("interpreted" if WHY_INTERPRETED else "compiled").set(1)
    log = structlog.get_logger()
    if WHY_INTERPRETED:
        log.warning("the rules run interpreted", why=WHY_INTERPRETED)
    else:
        log.info("the rules run compiled")
