"""What the workers did between two moments: CPU, and the matchmaker's own counters."""

import urllib.request
from dataclasses import dataclass

import psutil
from prometheus_client.parser import text_string_to_metric_families

_TABLES = "quiero_matchmaking_tables_total"
_PASSES = "quiero_matchmaking_pass_seconds"
_BEGUN = "quiero_tables_clocks_total"
_REFUSED = "quiero_matchmaking_refused_batches_total"


@dataclass(frozen=True)
class Reading:
    """One process at one moment."""

    cpu: float
    """Seconds."""
    tables: float
    """Tables made by its leaders."""
    passes: float
    pass_seconds: float
    begun: float
    """Matches begun, and other acts of fired timers and wakes."""
    refused: float
    rss: int


def read(pid: int, health: str) -> Reading:
    """Reads a worker."""
    with urllib.request.urlopen(f"http://{health}/metrics", timeout=5) as answer:
        text = answer.read().decode()
    samples: dict[str, float] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            if sample.name != _BEGUN or sample.labels.get("outcome") == "acted":
                samples[sample.name] = samples.get(sample.name, 0) + sample.value
    return Reading(
        cpu=cpu_of(pid),
        tables=samples.get(_TABLES, 0),
        passes=samples.get(f"{_PASSES}_count", 0),
        pass_seconds=samples.get(f"{_PASSES}_sum", 0),
        begun=samples.get(_BEGUN, 0),
        refused=samples.get(_REFUSED, 0),
        rss=psutil.Process(pid).memory_info().rss,
    )


def cpu_of(pid: int) -> float:
    """A process's user and system time, seconds."""
    used = psutil.Process(pid).cpu_times()
    return used.user + used.system
