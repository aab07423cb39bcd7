"""Who raises the alarm when the nightly look at the books has found something. That nobody looked, `web.jobs` tells."""

import asyncio
from typing import Final

import structlog
from prometheus_client import Gauge

from services.common.errors import Unreachable
from web.common.database import on_thread
from web.credits import checks

EVERY_SECONDS: Final = 60.0

FINDINGS = Gauge("quiero_ledger_findings", "What the latest look at the books found; 0 when they are right.")


class BooksWatchman:
    """Reads the latest look at the books, tells the metric, and logs an error once for each that found something."""

    def __init__(self) -> None:
        self._told: int | None = None

    async def watch(self, stopping: asyncio.Event) -> None:
        """Watches until told to stop."""
        while not stopping.is_set():
            try:
                self.look(await on_thread(lambda: checks.latest().first()))
            except Unreachable as error:
                structlog.get_logger().warning("the latest look at the books is not known", error=str(error))
            try:
                await asyncio.wait_for(stopping.wait(), EVERY_SECONDS)
            except TimeoutError:
                continue

    def look(self, check: checks.BooksCheck | None) -> None:
        """Sets the metric by the latest look at the books, and tells once what it found."""
        found = check.found if check else 0
        FINDINGS.set(found)
        if check and found and check.pk != self._told:
            self._told = check.pk
            structlog.get_logger().error("the books are wrong", found=found, first=check.findings[0], check=check.pk)
