"""A NATS connection as every service wants it: own inbox prefix, quick failure detection, endless reconnects."""

import contextlib
from typing import Final

import nats
import nats.errors
import structlog
from nats.aio.client import Client
from prometheus_client import Counter, Gauge

from services.common.settings import NatsSettings

_FLUSH_SECONDS = 2

_PENDING: Final = Gauge("quiero_nats_pending_bytes", "Bytes that wait to be sent to NATS.")
_RECONNECTS: Final = Counter("quiero_nats_reconnects", "Connections to NATS that were lost and are back.")
_ERRORS: Final = Counter("quiero_nats_errors", "Errors of the NATS connection, by kind.", ["kind"])

INBOX = "_INBOX_"
"""What every inbox prefix begins with, before the user's name."""
ANSWERS: Final = "_R_."
"""Where the server takes answers to other accounts, and passes them on (architecture 4.9)."""


async def connect(settings: NatsSettings, name: str) -> Client:
    """Connects, and waits as long as it takes; a wrong password shows as a warning at every try."""
    log = structlog.get_logger()

    async def on_error(error: Exception) -> None:
        _ERRORS.labels(type(error).__name__).inc()
        log.warning("nats error", error=repr(error))

    async def on_disconnect() -> None:
        log.warning("nats disconnected")

    async def on_reconnect() -> None:
        _RECONNECTS.inc()
        log.info("nats reconnected")

    client = await nats.connect(
        settings.nats_url,
        name=name,
        user=settings.nats_user,
        password=settings.nats_password,
        inbox_prefix=f"{INBOX}{settings.nats_user}".encode(),
        ping_interval=2,
        max_outstanding_pings=2,
        max_reconnect_attempts=-1,
        reconnect_time_wait=0.25,
        allow_reconnect=True,
        pending_size=16 << 20,
        error_cb=on_error,
        disconnected_cb=on_disconnect,
        reconnected_cb=on_reconnect,
    )
    _PENDING.set_function(lambda: client.pending_data_size)
    return client


async def leave(client: Client) -> None:
    """Sends what waits to be sent, and disconnects."""
    with contextlib.suppress(nats.errors.Error):
        await client.flush(_FLUSH_SECONDS)
    await client.close()


def fault(client: Client) -> str | None:
    """What is wrong with the connection, for a health check."""
    return None if client.is_connected else "nats disconnected"
