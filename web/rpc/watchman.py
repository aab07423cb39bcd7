"""Who watches that the books are looked at every night, and raises the alarm when something was found or nobody looked.

It lives in the credits service, and not in Celery: then nobody would tell that Celery has stopped.
"""

import asyncio
from datetime import datetime
from typing import Final

import structlog
from django.utils import timezone
from prometheus_client import Gauge

from services.common.errors import Unreachable
from web.common.database import on_thread
from web.credits import checks

EVERY_SECONDS: Final = 60.0

FINDINGS = Gauge("quiero_ledger_findings", "What the latest look at the books found; 0 when they are right.")
AGE = Gauge("quiero_ledger_check_age_seconds", "For how long nobody has looked at the books.")
LATE = Gauge("quiero_ledger_check_late", "1 when the nightly look at the books is missing.")


class Watchman:
    """Reads the latest look at the books, tells the metrics, and logs an error once for each alarm."""

    def __init__(self) -> None:
        self._since = timezone.now()
        self._told: tuple[int | None, bool] = (None, False)

    async def watch(self, stopping: asyncio.Event) -> None:
        """Watches until told to stop."""
        while not stopping.is_set():
            try:
                self.look(await on_thread(lambda: checks.latest().first()), timezone.now())
            except Unreachable as error:
                structlog.get_logger().warning("the latest look at the books is not known", error=str(error))
            try:
                await asyncio.wait_for(stopping.wait(), EVERY_SECONDS)
            except TimeoutError:
                continue

    def look(self, check: checks.BooksCheck | None, now: datetime) -> None:
        """Sets the metrics by the latest look at the books; where there is none, its time began with this process."""
        age = now - (check.ended_at if check else self._since)
        late, found = age > checks.LATE, check.found if check else 0
        FINDINGS.set(found)
        AGE.set(age.total_seconds())
        LATE.set(late)
        self._tell(check, found, late=late)

    def _tell(self, check: checks.BooksCheck | None, found: int, *, late: bool) -> None:
        told = (check.pk if check and found else None, late)
        if told == self._told:
            return
        self._told = told
        if check and found:
            structlog.get_logger().error("the books are wrong", found=found, first=check.findings[0], check=check.pk)
        if late:
            last = check.ended_at.isoformat() if check else "never"
            structlog.get_logger().error("nobody has looked at the books", last=last)
