"""What the load process measures, and how it crosses to the benchmark as a line of JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Order:
    """What the load process is to do: play `matches` at once, and count for `seconds` after `warmup`."""

    matches: int
    seconds: float
    warmup: float
    rate: float
    """Actions per second, at random moments; 0 acts as soon as it is somebody's turn."""


@dataclass(frozen=True)
class Percentiles:
    """Milliseconds."""

    p50: float
    p99: float
    most: float


@dataclass(frozen=True)
class Figures:
    """What was counted. An action counts when it is acknowledged."""

    seconds: float
    actions: int
    records: int
    """Actions and deals: what was stored, as the players saw it."""

    refused: int
    missed: int
    """Moments of the plan at which no seat was to move."""

    acknowledged: Percentiles
    rival_saw: Percentiles
    load_cpu: float
    """Seconds of CPU that the load process itself used."""

    @property
    def actions_per_second(self) -> float:
        """Acknowledged actions per second."""
        return self.actions / self.seconds


def percentiles(seconds: Sequence[float]) -> Percentiles:
    """The percentiles of some durations in seconds; zeros where there are none."""
    ordered = sorted(seconds) or [0.0]
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.99, 1.0)]
    return Percentiles(*(value * 1000 for value in at))


def to_line(figures: Figures) -> str:
    """One line of JSON."""
    return json.dumps(asdict(figures))


def from_line(line: str) -> Figures:
    """Reads such a line."""
    fields = json.loads(line)
    for name in ("acknowledged", "rival_saw"):
        fields[name] = Percentiles(**fields[name])
    return Figures(**fields)
