"""How late a process's event loop does what is due: the first thing to look at when everything is slow."""

import asyncio
import time
from typing import Final

from prometheus_client import Histogram

LOOP_LAG: Final = Histogram(
    "quiero_loop_lag_seconds",
    "How late the event loop does what is due.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)

_LOOK_SECONDS: Final = 0.25


async def watch_loop() -> None:
    """For ever: measures how late the loop is."""
    while True:
        due = time.monotonic() + _LOOK_SECONDS
        await asyncio.sleep(_LOOK_SECONDS)
        LOOP_LAG.observe(max(0.0, time.monotonic() - due))
