"""Jobs are noted as they run, and one that is missing or fails is told of, once."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from celery.schedules import crontab
from django.utils import timezone
from prometheus_client import REGISTRY
from structlog.testing import capture_logs
from structlog.typing import EventDict

from web.jobs import services
from web.jobs.models import JobRun
from web.jobs.plan import JOBS, Job
from web.jobs.services import Standing
from web.jobs.watchman import Watchman

JOB = JOBS[0].task
MINUTE = timedelta(minutes=1)


@pytest.fixture
def logged() -> Iterator[list[EventDict]]:
    """What is logged."""
    with capture_logs() as lines:
        yield lines


def _standing(*, late: bool = False, error: str = "") -> Standing:
    return Standing(JOB, 3 * MINUTE if late else -MINUTE, late, error)


def test_every_job_is_a_task_of_ours_and_has_a_name_of_its_own() -> None:
    from web.celery import app

    app.loader.import_default_modules()
    assert len({job.task for job in JOBS}) == len(JOBS)
    assert {job.task for job in JOBS} <= set(app.tasks)
    assert app.conf.beat_schedule[JOB]["task"] == JOB


@pytest.mark.django_db
def test_a_run_is_noted_with_what_it_failed_of() -> None:
    services.began(JOB)
    services.ended(JOB, "RuntimeError('no')")
    services.began(JOB)
    services.ended(JOB)
    services.began(JOB)
    services.ended(JOB, "RuntimeError('again')")

    run = JobRun.objects.get(job=JOB)
    assert (run.runs, run.failures, run.error) == (3, 2, "RuntimeError('again')")
    assert run.succeeded_at is not None and run.ended_at is not None
    assert run.succeeded_at < run.began_at <= run.ended_at


@pytest.mark.django_db
def test_a_job_is_late_when_its_success_is_missing_for_longer_than_its_patience() -> None:
    def late(job: str) -> bool:
        (standing,) = (each for each in services.standings(timezone.now()) if each.job == job)
        return standing.late

    for job in JOBS:
        assert not late(job.task)  # time begins now
    services.began(JOB)
    services.ended(JOB)
    assert not late(JOB)
    JobRun.objects.filter(job=JOB).update(succeeded_at=timezone.now() - timedelta(days=2))
    assert late(JOB)
    services.ended(JOB, "RuntimeError('no')")
    assert late(JOB)


@pytest.mark.django_db
def test_one_that_never_ran_is_late_some_time_after_the_start() -> None:
    standings = services.standings(timezone.now() - timedelta(days=3))

    assert {standing.job for standing in standings if standing.late} == {job.task for job in JOBS}


@pytest.mark.django_db
def test_a_job_is_well_that_succeeded_and_is_not_late() -> None:
    services.began(JOB)
    services.ended(JOB)
    run = JobRun.objects.get(job=JOB)
    assert services.is_well(run)

    assert run.succeeded_at is not None
    run.succeeded_at -= timedelta(days=2)
    assert not services.is_well(run)
    services.ended(JOB, "RuntimeError('no')")
    assert not services.is_well(JobRun.objects.get(job=JOB))


def test_a_nightly_job_is_due_at_its_hour() -> None:
    now = datetime.now(UTC)
    hour = (now - timedelta(hours=3)).hour
    job = Job("x", crontab(hour=str(hour), minute="0"), MINUTE, MINUTE)

    assert job.overdue(now - timedelta(hours=25)) > timedelta(hours=2)
    assert job.overdue(now - timedelta(hours=1)) < timedelta(0)


def test_an_alarm_is_told_once_and_again_when_it_comes_back(logged: list[EventDict]) -> None:
    watchman = Watchman()
    for late in (False, True, True, False, True):
        watchman.look([_standing(late=late)])
        assert REGISTRY.get_sample_value("quiero_job_late", {"job": JOB}) == late

    assert [line["event"] for line in logged] == ["a job is late"] * 2
    assert all(line["log_level"] == "error" for line in logged)


def test_a_failure_is_told_once_for_each_error(logged: list[EventDict]) -> None:
    watchman = Watchman()
    for error in ("", "RuntimeError('a')", "RuntimeError('a')", "RuntimeError('b')"):
        watchman.look([_standing(error=error)])
        assert REGISTRY.get_sample_value("quiero_job_failed", {"job": JOB}) == bool(error)

    assert [line["error"] for line in logged] == ["RuntimeError('a')", "RuntimeError('b')"]
