"""What is looked for: who looks for the same waits in the same queue."""

import hashlib
from dataclasses import dataclass
from functools import cached_property, lru_cache

from services.common.subjects import QUEUE_SHARDS
from truco.play.v1.play_pb2 import SeekRequest


@dataclass(frozen=True)
class Queue:
    """One kind of match."""

    preset: str
    """The ruleset family."""
    seats: int
    stake: int
    """What each head stakes, credits."""
    ranked: bool

    @cached_property
    def key(self) -> str:
        """The queue's name in subjects and keys."""
        text = f"{self.preset}|{self.seats}|{self.stake}|{int(self.ranked)}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @cached_property
    def shard(self) -> int:
        """The shard whose leader pairs it, for ever the same."""
        return int(self.key, 16) % QUEUE_SHARDS

    @property
    def team(self) -> int:
        """How many seats a team has."""
        return self.seats // 2


def queue_of(seek: SeekRequest) -> Queue:
    """The queue in which a seek waits."""
    return _shared(seek.preset, seek.seats, seek.stake, ranked=seek.ranked)


@lru_cache(maxsize=1_024)
def _shared(preset: str, seats: int, stake: int, *, ranked: bool) -> Queue:
    """One object for all who wait there: its key and shard are worked out once."""
    return Queue(preset, seats, stake, ranked)
