"""The process of Celery's clock, with /healthz: it turns at least every five seconds."""

from typing import Any

from celery.beat import Scheduler

from services.common.settings import load
from web.jobs.pulse import Pulse, serve_health
from web.settings.environment import BeatSettings

SILENCE_SECONDS = 20
PULSE = Pulse("beat", SILENCE_SECONDS)


class WatchedScheduler(Scheduler):
    """Celery's own, in memory, that notes its turns. After a start every job waits one interval."""

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """One turn; returns the seconds until the next."""
        PULSE.beat()
        return super().tick(*args, **kwargs)


def main() -> None:
    """Ticks until SIGTERM or SIGINT."""
    from web.celery import app

    serve_health("beat", load(BeatSettings)).ready(PULSE.fault)
    app.start(["beat", "--pidfile=", "--loglevel=INFO"])
