"""What a gateway counts."""

from prometheus_client import Counter, Gauge

from services.common.errors import TrucoError

CALLS = Counter("gateway_calls", "Calls by rpc and by outcome: OK or the reason of the refusal.", ["rpc", "outcome"])
STREAMS = Gauge("gateway_streams_open", "Watch streams that are open.")
SUBSCRIPTIONS = Gauge("gateway_subscriptions", "Seats and spectator views that are subscribed to.")
QUEUE_DROPS = Counter("gateway_queue_drops", "Messages dropped because their reader was too slow.")
RETRIES = Counter("gateway_retries", "Commands and queries sent to tables again, by why.", ["why"])
REPAIRS = Counter("gateway_repairs", "Tables whose updates were missed and fetched.")


def count(rpc: str, error: Exception | None = None) -> None:
    """Counts a call that ended."""
    outcome = "OK" if error is None else error.reason if isinstance(error, TrucoError) else "INTERNAL"
    CALLS.labels(rpc, outcome).inc()
