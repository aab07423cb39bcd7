"""Celery: what runs the portal's jobs (web/jobs/plan.py). `python -m web worker` and `python -m web beat`."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "web.settings")

from celery import Celery

from web.jobs.plan import JOBS
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
    beat_scheduler="web.jobs.beat:WatchedScheduler",
    beat_max_loop_interval=5,
    beat_schedule={job.task: job.entry() for job in JOBS},
)
app.autodiscover_tasks()
