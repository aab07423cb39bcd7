"""What a gateway counts."""

import time
from functools import cache

from prometheus_client import Counter, Gauge, Histogram

from services.common.errors import TrucoError

CALLS = Counter(
    "quiero_gateway_calls", "Calls by rpc and by outcome: OK or the reason of the refusal.", ["rpc", "outcome"]
)
CALLS_RUNNING = Gauge("quiero_gateway_calls_running", "Unary calls that are being served, at both faces.")
CALL_SECONDS = Histogram(
    "quiero_gateway_call_seconds",
    "From taking a unary call to its answer, at both faces.",
    ["rpc"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15),
)
STREAMS = Gauge("quiero_gateway_streams_open", "Watch streams that are open.")
SUBSCRIPTIONS = Gauge("quiero_gateway_subscriptions", "Seats and spectator views that are subscribed to.")
STREAMS_CLOSED = Counter(
    "quiero_gateway_streams_closed", "Watch streams that the gateway closed, by reason.", ["reason"]
)
STREAM_WAITING = Histogram(
    "quiero_gateway_stream_waiting_messages",
    "Messages that wait for a stream's reader, looked at every 7 s.",
    buckets=(0, 1, 4, 16, 64, 256, 1024),
)
QUEUE_DROPS = Counter("quiero_gateway_queue_drops", "Messages dropped because their reader was too slow.")
LIMITS_SHARED = Gauge("quiero_gateway_limits_shared", "Whether limits hold across gateways: 1, or 0 while they do not.")
LIMIT_FAILURES = Counter("quiero_gateway_limit_failures", "Times that Valkey could not be asked for a limit.")
LOBBY_TABLES = Gauge("quiero_gateway_lobby_tables", "Open tables that wait for players.")
RETRIES = Counter("quiero_gateway_retries", "Commands and queries sent to tables again, by why.", ["why"])
REPAIRS = Counter("quiero_gateway_repairs", "Tables whose updates were missed and fetched.")
SEEKS = Gauge("quiero_gateway_seeks", "Seeks that this gateway holds.")


def count(rpc: str, error: Exception | None = None) -> None:
    """Counts a call that ended."""
    outcome = "OK" if error is None else error.reason if isinstance(error, TrucoError) else "INTERNAL"
    _calls(rpc, outcome).inc()


@cache
def _calls(rpc: str, outcome: str) -> Counter:
    return CALLS.labels(rpc, outcome)


@cache
def seconds_of(rpc: str) -> Histogram:
    """How long calls of an rpc take; looking for it costs as much as counting."""
    return CALL_SECONDS.labels(rpc)


def began() -> float:
    """Counts a unary call as running; returns the time."""
    CALLS_RUNNING.inc()
    return time.monotonic()


def ended(seconds: Histogram, began_at: float) -> None:
    """Counts a unary call as over, however it went."""
    CALLS_RUNNING.dec()
    seconds.observe(time.monotonic() - began_at)
