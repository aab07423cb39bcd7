"""What a load process is told and what it measures, each a line of JSON between it and the benchmark."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Order:
    """What a load process is to do: have so many tables, act at them, and count for `seconds` after `warmup`."""

    tables: int
    seconds: float
    warmup: float
    rate: float = 0.0
    """Actions per second at random moments, whatever the answers do; 0 keeps `in_flight` actions under way instead."""
    in_flight: int = 0
    """How many actions are under way at any moment; with no rate and none under way nobody acts."""
    resumes: int = 0
    """How many streams break off and resume while it is counted."""
    follow_share: float = 0.0
    """For the floor: which share of the actions has the table act once more by itself, as it does when it deals."""


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
    matches: int
    """How many came to their end."""
    refused: int
    missed: int
    """Moments of the plan at which no seat was to move."""
    unanswered: int
    """Calls that were broken off and sent again."""
    streams: int
    acknowledged: Percentiles
    rival_saw: Percentiles
    resumed: Percentiles
    """From opening the connection anew to the first message of the table."""
    wrong_after_resuming: int
    """First messages after a resume that were older than what somebody had seen before."""
    load_cpu: float
    """Seconds of CPU that the load process itself used."""

    @property
    def actions_per_second(self) -> float:
        """Acknowledged actions per second."""
        return self.actions / self.seconds

    @property
    def records_per_action(self) -> float:
        """How many records an action comes to, deals included."""
        return self.records / max(1, self.actions)


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
    for name in ("acknowledged", "rival_saw", "resumed"):
        fields[name] = Percentiles(**fields[name])
    return Figures(**fields)
