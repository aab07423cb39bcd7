"""Celery tells when a job begins and ends; a database that is away meanwhile keeps no job from running."""

from collections.abc import Callable
from typing import Any

import structlog
from celery import Task
from celery.signals import task_postrun, task_prerun
from celery.states import SUCCESS

from web.common.database import AWAY
from web.jobs import services
from web.jobs.plan import JOBS

_NAMES = {job.task for job in JOBS}


def connect() -> None:
    """Listens from now on, in this process."""
    task_prerun.connect(_began, weak=False)
    task_postrun.connect(_ended, weak=False)


def _began(task: "Task[Any, Any]", **_signal: object) -> None:
    if task.name in _NAMES:
        _note(lambda: services.began(task.name))


def _ended(task: "Task[Any, Any]", state: str, retval: object, **_signal: object) -> None:
    if task.name in _NAMES:
        _note(lambda: services.ended(task.name, "" if state == SUCCESS else repr(retval)))


def _note(noting: Callable[[], None]) -> None:
    try:
        noting()
    except AWAY as error:
        structlog.get_logger().warning("a job's run is not noted", error=repr(error))
