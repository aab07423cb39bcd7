"""The moderation's jobs, for Celery."""

import structlog
from celery import shared_task

from web.moderation import services
from web.settings.environment import environment


@shared_task(name="moderation.delete_old_reports", ignore_result=True)
def delete_old_reports() -> None:
    """Deletes reports that were kept long enough."""
    deleted = services.delete_old(environment().report_days)
    structlog.get_logger().info("old reports deleted", deleted=deleted)
