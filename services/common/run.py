"""How a process runs: uvloop, logs, health, and an orderly end on SIGTERM or SIGINT."""

import asyncio
import contextlib
import gc
import signal
from collections.abc import Awaitable, Callable

import structlog
import uvloop

from services.common import tracing
from services.common.health import Health
from services.common.lateness import watch_loop
from services.common.logging import configure
from services.common.settings import ServiceSettings

Main = Callable[[Health, asyncio.Event], Awaitable[None]]
"""A process's life: starts everything, calls health.ready, waits for the event, stops everything."""


def run(service: str, settings: ServiceSettings, main: Main) -> None:
    """Runs a process until SIGTERM or SIGINT. Metrics and health are served from the first moment."""
    configure(service, settings.log_level)
    tracing.configure(service, settings.traces_url, settings.traces_ratio)
    # What was imported stays: a full garbage collection would look at its 80,000 objects each time, for 50 ms.
    gc.collect()
    gc.freeze()
    try:
        uvloop.run(_live(settings, main))
    finally:
        tracing.shutdown()


async def _live(settings: ServiceSettings, main: Main) -> None:
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    health = Health(settings.health_address)
    log = structlog.get_logger()
    log.info("starting", health_port=health.port)
    lateness = asyncio.create_task(watch_loop())
    try:
        await _until_stopped(main, health, stopping)
    finally:
        lateness.cancel()
        health.close()
        log.info("stopped")


async def _until_stopped(main: Main, health: Health, stopping: asyncio.Event) -> None:
    """Runs a process's life; one that is told to stop while it still waits for others to start is cut short."""
    life = asyncio.ensure_future(main(health, stopping))
    told = asyncio.ensure_future(stopping.wait())
    await asyncio.wait({life, told}, return_when=asyncio.FIRST_COMPLETED)
    told.cancel()
    if not life.done() and not health.started:
        life.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await life
