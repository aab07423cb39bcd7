"""What the matchmaker counts."""

from prometheus_client import Counter, Gauge, Histogram

SEEKS = Counter(
    "quiero_matchmaking_seeks", "Seeks by what became of them: sought, cancelled, dropped, orphaned, seated.", ("what",)
)
WAITING = Gauge("quiero_matchmaking_waiting", "Players who wait.", ("preset", "seats", "stake", "ranked", "bots"))
LEADING = Gauge("quiero_matchmaking_leading", "Queue shards that this worker leads.")
TABLES = Counter("quiero_matchmaking_tables", "Tables made.")
REFUSED = Counter("quiero_matchmaking_refused_batches", "Batches refused, by why: changed, stale, unknown.", ("why",))
PASS_SECONDS = Histogram(
    "quiero_matchmaking_pass_seconds",
    "From looking at the first who waits to the batch's acknowledgement.",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)
LOAD_SECONDS = Histogram(
    "quiero_matchmaking_load_seconds",
    "What a new leader took to know all who wait.",
    buckets=(0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10),
)
WAITED_SECONDS = Histogram(
    "quiero_matchmaking_waited_seconds",
    "How long those who were seated had waited.",
    buckets=(0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 900),
)
