"""The history's jobs, for Celery."""

import structlog
from celery import shared_task

from services.common.settings import load
from web.history.cleanup import clean_up_guests
from web.history.nightly import check_books
from web.history.orphans import release_orphans
from web.settings.environment import WorkerSettings


@shared_task(name="history.clean_up_guests", ignore_result=True)
def clean_up() -> None:
    """Deletes or anonymises guests who do not come back."""
    structlog.get_logger().info("guests cleaned up", **clean_up_guests())


@shared_task(name="history.check_books", ignore_result=True)
def look_at_books() -> None:
    """Proves the books, or says what is wrong with them."""
    check = check_books(load(WorkerSettings))
    log = structlog.get_logger()
    if check.found:
        log.error("the books are wrong", found=check.found, first=check.findings[0], check=check.pk)
    else:
        log.info("the books are right", held=check.held)


@shared_task(name="history.release_orphans", ignore_result=True)
def look_at_holds() -> None:
    """Gives stakes back behind which no match stands."""
    done = release_orphans(load(WorkerSettings))
    if done["asked"]:
        structlog.get_logger().info("holds looked at", **done)
