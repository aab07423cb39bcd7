"""What a gateway counts."""

from prometheus_client import Counter, Gauge

from services.common.errors import TrucoError

CALLS = Counter(
    "quiero_gateway_calls", "Calls by rpc and by outcome: OK or the reason of the refusal.", ["rpc", "outcome"]
)
STREAMS = Gauge("quiero_gateway_streams_open", "Watch streams that are open.")
SUBSCRIPTIONS = Gauge("quiero_gateway_subscriptions", "Seats and spectator views that are subscribed to.")
QUEUE_DROPS = Counter("quiero_gateway_queue_drops", "Messages dropped because their reader was too slow.")
LIMITS_SHARED = Gauge("quiero_gateway_limits_shared", "Whether limits hold across gateways: 1, or 0 while they do not.")
LIMIT_FAILURES = Counter("quiero_gateway_limit_failures", "Times that Valkey could not be asked for a limit.")
LOBBY_TABLES = Gauge("quiero_gateway_lobby_tables", "Open tables that wait for players.")
RETRIES = Counter("quiero_gateway_retries", "Commands and queries sent to tables again, by why.", ["why"])
REPAIRS = Counter("quiero_gateway_repairs", "Tables whose updates were missed and fetched.")


def count(rpc: str, error: Exception | None = None) -> None:
    """Counts a call that ended."""
    outcome = "OK" if error is None else error.reason if isinstance(error, TrucoError) else "INTERNAL"
    CALLS.labels(rpc, outcome).inc()
