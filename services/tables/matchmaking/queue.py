"""What is looked for: who looks for the same waits in the same queue."""

import hashlib
from dataclasses import dataclass
from functools import cached_property, lru_cache

from services.common.subjects import QUEUE_SHARDS
from truco.tables.v1.seeks_pb2 import QueueNews, Ticket


@dataclass(frozen=True)
class Queue:
    """One kind of match."""

    preset: str
    """The ruleset family."""
    seats: int
    stake: int
    """What each head stakes, credits."""
    ranked: bool
    bots: bool = False
    """Whether it is that of bot accounts: they meet each other and no people."""

    @cached_property
    def key(self) -> str:
        """The queue's name in subjects and keys."""
        text = f"{self.preset}|{self.seats}|{self.stake}|{int(self.ranked)}" + ("|bots" if self.bots else "")
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @cached_property
    def shard(self) -> int:
        """The shard whose leader pairs it, for ever the same."""
        return int(self.key, 16) % QUEUE_SHARDS

    @property
    def team(self) -> int:
        """How many seats a team has."""
        return self.seats // 2


def queue_of(ticket: Ticket) -> Queue:
    """The queue in which a seek waits."""
    seek = ticket.seek
    return _shared(seek.preset, seek.seats, seek.stake, ranked=seek.ranked, bots=ticket.player.bot)


def queue_in(news: QueueNews) -> Queue:
    """The queue that something is said of."""
    return _shared(news.preset, news.seats, news.stake, ranked=news.ranked, bots=news.bots)


@lru_cache(maxsize=1_024)
def _shared(preset: str, seats: int, stake: int, *, ranked: bool, bots: bool) -> Queue:
    """One object for all who wait there: its key and shard are worked out once."""
    return Queue(preset, seats, stake, ranked, bots)
