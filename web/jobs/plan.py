"""Every job: when it runs, and how late it may be. All may run twice, or two at once, without harm."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from celery.schedules import BaseSchedule, crontab, schedule

from web.settings.environment import environment


@dataclass(frozen=True)
class Job:
    """A Celery task that runs by the clock."""

    task: str
    """The task's name, and the job's."""
    when: BaseSchedule
    expires: timedelta
    """What waited longer for a worker is not worth doing twice."""
    patience: timedelta
    """How long after it is due its success may be missing until the alarm is raised."""

    def entry(self) -> dict[str, Any]:
        """As Celery's beat has it."""
        return {"task": self.task, "schedule": self.when, "options": {"expires": self.expires.total_seconds()}}

    def overdue(self, since: datetime) -> timedelta:
        """How long ago it was due, when its last success, or the beginning of all, was then; negative before."""
        return -self.when.remaining_estimate(since)


def _every(minutes: float) -> BaseSchedule:
    return schedule(timedelta(minutes=minutes))


_ENV = environment()
_HOUR: Final = timedelta(hours=1)

JOBS: Final = (
    Job("history.clean_up_guests", _every(_ENV.cleanup_minutes), _HOUR / 6, 2 * _HOUR),
    Job("history.release_orphans", _every(_ENV.hold_check_minutes), _HOUR / 60, _HOUR / 6),
    Job("history.check_books", crontab(hour=str(_ENV.ledger_check_hour), minute="0"), _HOUR, 2 * _HOUR),
    Job("credits.expire_requests", _every(_ENV.cleanup_minutes), _HOUR / 6, 2 * _HOUR),
    Job("ratings.close_seasons", _every(_ENV.season_check_minutes), _HOUR / 6, _HOUR),
    Job("ratings.tell_idle", _every(_ENV.idle_check_minutes), _HOUR / 6, 6 * _HOUR),
    Job("moderation.delete_old_reports", _every(_ENV.cleanup_minutes), _HOUR / 6, 2 * _HOUR),
)
