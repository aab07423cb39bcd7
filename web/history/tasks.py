"""The history's jobs, for Celery."""

import structlog
from celery import shared_task

from web.history.cleanup import clean_up_guests


@shared_task(name="history.clean_up_guests", ignore_result=True)
def clean_up() -> None:
    """Deletes or anonymises guests who do not come back."""
    structlog.get_logger().info("guests cleaned up", **clean_up_guests())
