"""What a worker counts. An action's times are observed where they end: a histogram's time() costs twice that."""

from functools import lru_cache

from prometheus_client import Counter, Gauge, Histogram

from truco.tables.v1.tables_pb2 import Command

COMMANDS = Counter("quiero_tables_commands", "Commands by kind and outcome.", ("kind", "outcome"))
CONFLICTS = Counter("quiero_tables_conflicts", "Appends that another worker's append came before.")
COMMANDS_RUNNING = Gauge(
    "quiero_tables_commands_running", "Commands that are being carried out or wait for their table."
)
COMMAND_SECONDS = Histogram(
    "quiero_tables_command_seconds",
    "From taking a command to what follows from it, by kind.",
    ("kind",),
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
RECORDS = Counter("quiero_tables_records", "Records stored, by what was done.", ("action",))
READS = Counter("quiero_tables_reads", "Tables read from the store because they were not at hand, or might be stale.")
CACHED = Gauge("quiero_tables_cached_tables", "Tables at hand.")
SHARDS = Gauge("quiero_tables_shards", "Shards that this worker serves.")
OUTAGES = Counter("quiero_tables_outages", "Outages of the platform that this worker has noted.")
OUTAGE_SECONDS = Counter("quiero_tables_outage_seconds", "How long they were; it is given back to all deadlines.")
UNKNOWN_APPENDS = Counter(
    "quiero_tables_unknown_appends", "Appends of which the store did not say what became of them."
)
CLOCK_REDELIVERIES = Counter("quiero_tables_clock_redeliveries", "Fired timers that came again.")
CLOCKS_PENDING = Gauge("quiero_tables_clocks_pending", "Fired timers that no worker has taken yet, as last heard.")
ENGINE_CALLS = Gauge(
    "quiero_tables_engine_calls_running", "Actions that the engine owes an answer for, or that wait to go."
)
ENGINE_STREAMS_LOST = Counter("quiero_tables_engine_streams_lost", "Streams to the engine that broke.")
ENGINE_SENT_AGAIN = Counter("quiero_tables_engine_calls_sent_again", "Actions sent again, to the next engine.")
ENGINE_SECONDS = Histogram(
    "quiero_tables_engine_seconds",
    "From giving an action to the engine's answer.",
    buckets=(0.002, 0.003, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2, 10),
)
HOLD_SECONDS = Histogram(
    "quiero_tables_hold_seconds",
    "From asking the credits to hold a match's stakes to their answer.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2),
)
STARTS = Counter(
    "quiero_tables_staked_starts", "Staked matches that began, or the reason why they did not.", ("outcome",)
)
CLAIMS_LOST = Counter("quiero_tables_claims_lost", "Claims of a player that another claim came before.")
WRONG_PASSWORDS = Counter("quiero_tables_wrong_passwords", "Wrong passwords at private tables.")
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
    _commands(command.WhichOneof("body") or "none", outcome).inc()


# Children are remembered: prometheus_client takes 1 µs, a lock and new strings to find one.
@lru_cache(maxsize=1024)
def _commands(kind: str, outcome: str) -> Counter:
    return COMMANDS.labels(kind, outcome)


@lru_cache(maxsize=64)
def command_seconds(kind: str) -> Histogram:
    """COMMAND_SECONDS of a kind of command."""
    return COMMAND_SECONDS.labels(kind)


@lru_cache(maxsize=64)
def records(action: str) -> Counter:
    """RECORDS of what was done."""
    return RECORDS.labels(action)
