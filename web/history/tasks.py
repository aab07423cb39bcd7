"""The history's jobs, for Celery."""

import structlog
from celery import shared_task

from services.common.settings import load
from web.history.cleanup import clean_up_guests
from web.history.orphans import release_orphans
from web.settings.environment import WorkerSettings


@shared_task(name="history.clean_up_guests", ignore_result=True)
def clean_up() -> None:
    """Deletes or anonymises guests who do not come back."""
    structlog.get_logger().info("guests cleaned up", **clean_up_guests())


@shared_task(name="history.release_orphans", ignore_result=True)
def look_at_holds() -> None:
    """Gives stakes back behind which no match stands."""
    done = release_orphans(load(WorkerSettings))
    if done["asked"]:
        structlog.get_logger().info("holds looked at", **done)
