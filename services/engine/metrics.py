"""What the engine counts."""

from prometheus_client import Counter

APPLIED = Counter("quiero_engine_applied", "Actions applied.")
REFUSALS = Counter("quiero_engine_refusals", "Requests refused, by operation and reason.", ["operation", "reason"])
