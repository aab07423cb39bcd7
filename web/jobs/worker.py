"""The process of Celery's worker, with /healthz: its heartbeat goes out over the broker every two seconds."""

from celery.signals import heartbeat_sent, worker_ready

from services.common.settings import load
from web.celery import app
from web.jobs.pulse import Pulse, serve_health
from web.settings.environment import WorkerSettings

SILENCE_SECONDS = 20
THREADS = 2


def main() -> None:
    """Works until SIGTERM or SIGINT."""
    pulse = Pulse("worker", SILENCE_SECONDS)
    heartbeat_sent.connect(pulse.beat, weak=False)
    health = serve_health("worker", load(WorkerSettings))
    worker_ready.connect(lambda **_signal: health.ready(pulse.fault), weak=False)
    threads = ["--pool=threads", f"--concurrency={THREADS}"]
    app.worker_main(["worker", *threads, "--without-gossip", "--without-mingle", "--loglevel=INFO"])
