"""What a worker counts."""

from prometheus_client import Counter, Histogram

from truco.tables.v1.tables_pb2 import Command

COMMANDS = Counter("quiero_tables_commands", "Commands by kind and outcome.", ("kind", "outcome"))
CONFLICTS = Counter("quiero_tables_conflicts", "Appends that another worker's append came before.")
UPDATES = Counter("quiero_tables_updates", "Updates sent to seats and spectators.")
CLOCKS = Counter("quiero_tables_clocks", "Fired timers by what came of them.", ("outcome",))
ABSENCES = Counter("quiero_tables_absences", "Bots that sat in for who was away, and matches given up.", ("done",))
APPEND_SECONDS = Histogram(
    "quiero_tables_append_seconds",
    "From publishing a record to its acknowledgement.",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2, 10),
)


def count(command: Command, outcome: str) -> None:
    """Counts a command: OK, UNKNOWN (the store did not say), or the reason why it was refused."""
    COMMANDS.labels(command.WhichOneof("body") or "none", outcome).inc()
