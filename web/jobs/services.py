"""Noting how jobs go, and asking how they stand."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone

from web.jobs.models import JobRun as JobRun  # what the console lists
from web.jobs.plan import JOBS

_ERROR_LENGTH = 1000


@dataclass(frozen=True)
class Standing:
    """How a job stands: late when its success is missing for longer than its patience."""

    job: str
    overdue: timedelta
    late: bool
    error: str


def began(job: str) -> None:
    """Notes that a job begins to run."""
    JobRun.objects.update_or_create(job=job, defaults={"began_at": timezone.now()})


def ended(job: str, error: str = "") -> None:
    """Notes that a job has run, and what it failed of, if it did."""
    now = timezone.now()
    run = JobRun.objects.filter(job=job)
    if error:
        run.update(ended_at=now, error=error[:_ERROR_LENGTH], runs=F("runs") + 1, failures=F("failures") + 1)
    else:
        run.update(ended_at=now, succeeded_at=now, error="", runs=F("runs") + 1)


def is_well(run: JobRun) -> bool:
    """Whether its latest run succeeded and its next is not late. A job that is not planned any more is never late."""
    since = run.succeeded_at or run.began_at
    late = (job.overdue(since) > job.patience for job in JOBS if job.task == run.job)
    return not run.error and not any(late)


def standings(since: datetime) -> list[Standing]:
    """How every job stands; for one that never succeeded time runs from `since`."""
    runs = {run.job: run for run in JobRun.objects.all()}
    return [
        Standing(
            job=job.task,
            overdue=(overdue := job.overdue((run and run.succeeded_at) or since)),
            late=overdue > job.patience,
            error=run.error if run else "",
        )
        for job in JOBS
        for run in [runs.get(job.task)]
    ]
