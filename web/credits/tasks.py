"""The credits' jobs, for Celery."""

import structlog
from celery import shared_task

from web.credits import cashier


@shared_task(name="credits.expire_requests", ignore_result=True)
def expire_requests() -> None:
    """Closes cashiers' requests that nobody decided in time."""
    if expired := cashier.expire():
        structlog.get_logger().info("cashiers' requests expired", expired=expired)
