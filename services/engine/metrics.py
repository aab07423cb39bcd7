"""What the engine counts."""

from prometheus_client import Counter, Gauge

APPLIED = Counter("quiero_engine_applied", "Actions applied.")
REFUSALS = Counter("quiero_engine_refusals", "Requests refused, by operation and reason.", ["operation", "reason"])
STREAMS = Gauge("quiero_engine_streams_open", "Streams of calls that are open.")
RULES = Gauge("quiero_engine_rules_info", "1, labelled with how the rules run: compiled or interpreted.", ["form"])
