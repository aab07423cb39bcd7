"""Who watches that every job runs and succeeds, and raises the alarm when one is missing.

It lives in the credits service, and not in Celery: then nobody would tell that Celery has stopped.
"""

import asyncio
from collections.abc import Iterable
from typing import Final

import structlog
from django.utils import timezone
from prometheus_client import Gauge

from services.common.errors import Unreachable
from web.common.database import on_thread
from web.jobs.services import Standing, standings

EVERY_SECONDS: Final = 60.0

LATE = Gauge("quiero_job_late", "1 when a job's success is missing for longer than it may be.", ["job"])
FAILED = Gauge("quiero_job_failed", "1 when a job's latest run failed.", ["job"])
OVERDUE = Gauge("quiero_job_overdue_seconds", "How long ago a job was due; 0 when it is not.", ["job"])


class Watchman:
    """Looks at the jobs, tells the metrics, and logs an error once for each alarm."""

    def __init__(self) -> None:
        self._since = timezone.now()
        self._told: dict[str, tuple[bool, str]] = {}

    async def watch(self, stopping: asyncio.Event) -> None:
        """Watches until told to stop."""
        while not stopping.is_set():
            try:
                self.look(await on_thread(standings, self._since))
            except Unreachable as error:
                structlog.get_logger().warning("how the jobs stand is not known", error=str(error))
            try:
                await asyncio.wait_for(stopping.wait(), EVERY_SECONDS)
            except TimeoutError:
                continue

    def look(self, jobs: Iterable[Standing]) -> None:
        """Sets the metrics, and tells what is new about a job."""
        for standing in jobs:
            LATE.labels(standing.job).set(standing.late)
            FAILED.labels(standing.job).set(bool(standing.error))
            OVERDUE.labels(standing.job).set(max(standing.overdue.total_seconds(), 0))
            self._tell(standing)

    def _tell(self, standing: Standing) -> None:
        told = standing.late, standing.error
        if self._told.get(standing.job, (False, "")) == told:
            return
        self._told[standing.job] = told
        if standing.late:
            overdue = round(standing.overdue.total_seconds())
            structlog.get_logger().error("a job is late", job=standing.job, overdue_seconds=overdue)
        if standing.error:
            structlog.get_logger().error("a job failed", job=standing.job, error=standing.error)
