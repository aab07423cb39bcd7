"""What the engine counts."""

from prometheus_client import Counter, Gauge, Histogram

APPLIED = Counter("quiero_engine_applied", "Actions applied.")
REFUSALS = Counter("quiero_engine_refusals", "Requests refused, by operation and reason.", ["operation", "reason"])
STREAMS = Gauge("quiero_engine_streams_open", "Streams of calls that are open.")
ANSWERS = Histogram(
    "quiero_engine_answers_per_message", "Answers that share a message of a stream.", buckets=(1, 2, 4, 8, 16, 32, 64)
)
RULES = Gauge("quiero_engine_rules_info", "1, labelled with how the rules run: compiled or interpreted.", ["form"])
