"""What operators see of the bots."""

from prometheus_client import Counter, Gauge, Histogram

TURNS = Counter(
    "quiero_bots_turns",
    "Turns by what came of them: acted, refused, superseded, crowded_out, unreachable, unreadable, failed",
    ["outcome"],
)

RUNNING = Gauge("quiero_bots_turns_running", "Turns being played")

WAITING = Gauge("quiero_bots_commands_waiting", "Commands that wait for their turn to be sent, or for their answer")

RETRIES = Counter("quiero_bots_retries", "Commands sent again because nobody answered")

CHOOSING = Histogram(
    "quiero_bots_choosing_seconds",
    "Time to choose a move",
    buckets=(0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3),
)
