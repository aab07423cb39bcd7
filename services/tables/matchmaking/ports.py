"""What the matchmaker needs of the world. The adapters are the real ones."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

from services.tables.domain.times import Times
from services.tables.handlers.ports import Credits, Engine, Lobby, Store
from services.tables.matchmaking.queue import Queue
from services.tables.matchmaking.rules import Rules
from truco.play.v1.play_pb2 import SeekStatus
from truco.portal.v1.standing_pb2 import Standing
from truco.tables.v1.seeks_pb2 import QueueNews, Ticket
from truco.tables.v1.tables_pb2 import TableRecord

Hear = Callable[[str, int, Ticket], None]
"""Told a player's ticket: player id, sequence in the stream, the ticket."""

HearStanding = Callable[[str, Standing], None]
"""Told a player's standing."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A ticket as stored."""

    ticket: Ticket
    sequence: int


@dataclass(frozen=True, slots=True)
class Tabled:
    """A table to be opened."""

    table_id: str
    record: TableRecord
    timer_ms: int
    marks: Sequence[Stored]
    """The tickets as they are to be, each with the sequence of what it is written over."""


class Following(Protocol):
    """Something that is followed."""

    async def loaded(self) -> None:
        """Returns when all that there was has been told. Errors: UNREACHABLE."""

    def check(self) -> None:
        """Raises UNREACHABLE when something may have been missed: whoever follows must begin anew."""


class Tickets(Protocol):
    """The players' tickets."""

    async def last(self, player_id: str) -> Stored | None:
        """The player's last ticket, over all queues, or None."""

    async def store(self, ticket: Ticket, after: Stored | None) -> int:
        """Stores a ticket in the place of the player's last one and returns its sequence.

        Raises SequenceConflict or OutcomeUnknown.
        """


class Passes(Protocol):
    """What leaders read and write."""

    async def since_ms(self, shard: int) -> int | None:
        """When the first of the tickets of a queue shard was written, Unix milliseconds; None when there is none."""

    def read(self, shard: int, until: int, hear: Hear) -> AbstractAsyncContextManager[Following]:
        """Tells the tickets of a queue shard that were written up to a sequence and are still there, in their order."""

    def follow(self, shard: int, after: int, hear: Hear) -> AbstractAsyncContextManager[Following]:
        """Tells what is written of the tickets of a queue shard after a sequence."""

    async def drop_older(self, shard: int, player_id: str, sequence: int) -> None:
        """Deletes what is under a ticket."""

    async def claim(self, shard: int, leader: str) -> int:
        """Makes a worker the one whose passes count, and returns the sequence that its first one must follow.

        Raises SequenceConflict or OutcomeUnknown.
        """

    async def passed(self, shard: int) -> int:
        """The sequence of the last pass."""

    async def commit(self, shard: int, leader: str, tables: Sequence[Tabled], after: int) -> int:
        """Opens tables and marks their tickets, all or none, and returns the pass's sequence.

        Raises SequenceConflict when the leader's time is over or a ticket is not as it was, and OutcomeUnknown.
        """


class Standings(Protocol):
    """The players' standings, as the portal says."""

    async def get(self, player_id: str) -> Standing:
        """One player's; empty for who has none."""

    def follow(self, since_ms: int, hear: HearStanding) -> AbstractAsyncContextManager[Following]:
        """Tells all that were written since a time, and then what changes."""


class Gateways(Protocol):
    """Which gateways are alive."""

    async def alive(self) -> frozenset[str]:
        """Those whose lease has not run out."""


class News(Protocol):
    """What players and gateways are told; nothing is lost for good when it does not arrive."""

    async def tell(self, gateway: str, player_id: str, status: SeekStatus) -> None:
        """Tells a player, through the gateway that holds the seek."""

    async def wake(self, table_ids: Iterable[str]) -> None:
        """Tells tables to look at what they have to do."""

    async def queues(self, shard: int) -> Mapping[Queue, QueueNews]:
        """What was last said of the queues of a shard."""

    async def publish(self, news: QueueNews) -> None:
        """Says how a queue does."""


@dataclass(frozen=True, slots=True)
class MatchmakingPorts:
    """All of them, and the settings."""

    tickets: Tickets
    passes: Passes
    standings: Standings
    gateways: Gateways
    news: News
    store: Store
    lobby: Lobby
    engine: Engine
    credits: Credits
    now_ms: Callable[[], int]
    new_seed: Callable[[], bytes]
    """Makes a shuffle's seed: 32 unpredictable bytes."""
    times: Times
    rules: Rules
