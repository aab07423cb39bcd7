"""The ratings' jobs, for Celery."""

import structlog
from celery import shared_task

from web.ratings.upkeep import close_seasons, tell_idle


@shared_task(name="ratings.close_seasons", ignore_result=True)
def look_at_seasons() -> None:
    """Closes seasons that are over."""
    if closed := close_seasons():
        structlog.get_logger().info("seasons closed", closed=closed)


@shared_task(name="ratings.tell_idle", ignore_result=True)
def look_at_idle_players() -> None:
    """Has pairing told of ratings that grew less certain."""
    structlog.get_logger().info("idle ratings told", told=tell_idle())
