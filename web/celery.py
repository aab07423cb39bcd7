"""Celery: the portal's jobs and when they run. `python -m web worker` and `python -m web beat`."""

import os
from datetime import timedelta

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "web.settings")

from celery import Celery
from celery.schedules import crontab

from web.settings.environment import environment

app = Celery("quiero")
app.conf.update(
    broker_url=environment().valkey_url,
    broker_connection_retry_on_startup=True,
    task_ignore_result=True,
    task_acks_late=True,
    task_time_limit=600,
    timezone="UTC",
    worker_hijack_root_logger=False,
    worker_redirect_stdouts=False,
    beat_scheduler="web.common.beat:WatchedScheduler",
    beat_max_loop_interval=5,
    beat_schedule={
        "clean-up-guests": {
            "task": "history.clean_up_guests",
            "schedule": timedelta(minutes=environment().cleanup_minutes),
            "options": {"expires": 600},  # what waited longer for a worker is not worth doing twice
        },
        "look-at-holds": {
            "task": "history.release_orphans",
            "schedule": timedelta(minutes=environment().hold_check_minutes),
            "options": {"expires": 60},
        },
        "check-books": {
            "task": "history.check_books",
            "schedule": crontab(hour=str(environment().ledger_check_hour), minute="0"),
            "options": {"expires": 3600},
        },
        "expire-requests": {
            "task": "credits.expire_requests",
            "schedule": timedelta(minutes=environment().cleanup_minutes),
            "options": {"expires": 600},
        },
        "close-seasons": {
            "task": "ratings.close_seasons",
            "schedule": timedelta(minutes=environment().season_check_minutes),
            "options": {"expires": 600},
        },
        "tell-idle-ratings": {
            "task": "ratings.tell_idle",
            "schedule": timedelta(minutes=environment().idle_check_minutes),
            "options": {"expires": 600},
        },
        "delete-old-reports": {
            "task": "moderation.delete_old_reports",
            "schedule": timedelta(minutes=environment().cleanup_minutes),
            "options": {"expires": 600},
        },
    },
)
app.autodiscover_tasks()
