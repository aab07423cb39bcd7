"""What the handlers need of the world. The adapters are the real ones; tests may put their own in front of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from services.tables.domain.attendance import Attendance
from services.tables.domain.table import Table, Timer
from services.tables.domain.talk import Said
from services.tables.domain.times import Times
from services.tables.domain.updates import Update
from services.tables.handlers.guesses import Guesses
from services.tables.handlers.positions import Positions
from truco.engine.v1.engine_pb2 import ApplyResponse, DescribeRequest, DescribeResponse, NewMatchResponse
from truco.play.v1.play_pb2 import TableInfo
from truco.rules.v1.rules_pb2 import Action, Ruleset
from truco.tables.v1.tables_pb2 import PlayerReport, Reply


class SequenceConflict(Exception):
    """Another worker's record was stored first, or the table's timer has fired."""


class OutcomeUnknown(Exception):
    """The store did not say whether the record was stored. Whoever asked must ask again with the same request id."""


class Store(Protocol):
    """The tables' records."""

    async def last(self, table_id: str) -> Table | None:
        """The table as stored, or None."""

    async def at(self, sequence: int) -> Table | None:
        """The table as it was by the record of a sequence, or None."""

    async def counts(self, shard: int) -> Mapping[str, int]:
        """How many records each table of a shard has: with another record, another count. Some may be missing."""

    async def fired(self, table_id: str) -> int:
        """The sequence of the table's timer that fired last; 0 for none."""

    async def append(self, table_id: str, kind: str, data: bytes, after: Table | None) -> int:
        """Stores a record durably after a table as it was seen, or as its first one, and returns its sequence.

        Raises SequenceConflict when there is a newer record, or the table's timer has fired since; or OutcomeUnknown.
        """

    async def purge(self, table_id: str, sequence: int) -> bool:
        """Deletes all of a table if the portal has acknowledged the record of the sequence; says whether it did."""

    async def drop_fired(self, table_id: str) -> None:
        """Deletes the fired timer of a table that is not there."""


class TalkStore(Protocol):
    """What was said at the tables."""

    async def last(self, table_id: str) -> Said | None:
        """The table's last line, or None."""

    async def at(self, sequence: int) -> Said | None:
        """The line of a sequence, or None when it is not kept any more."""

    async def append(self, table_id: str, audience: str, data: bytes, after: int) -> int:
        """Stores a line durably after the one of a sequence, or as the first (0), and returns its sequence.

        Raises SequenceConflict when there is a newer line, or OutcomeUnknown.
        """


class Reports(Protocol):
    """The way to the moderators."""

    async def file(self, report: PlayerReport) -> None:
        """Stores a report durably; filing it again changes nothing. Raises OutcomeUnknown."""


class Timers(Protocol):
    """The tables' durable timers."""

    async def ensure(self, table_id: str, at_ms: int, known: Timer | None = None) -> Timer:
        """Makes sure that the table's timer fires at that time or earlier, and returns it.

        Never moves one to a later time. The timer that is known of, if it is still there, need not be read.
        """


class Engine(Protocol):
    """The rules. Raises the engine's refusals as TrucoError, and Unreachable."""

    async def new_match(self, ruleset: Ruleset, seats: int, dealer: int) -> NewMatchResponse:
        """Begins a match."""

    async def apply(self, state: bytes, seat: int, action: Action) -> ApplyResponse:
        """Applies an action."""

    async def describe(self, request: DescribeRequest) -> DescribeResponse:
        """Tells the rules of a table in words."""


class Updates(Protocol):
    """The fan-out."""

    async def publish(self, updates: Sequence[Update]) -> None:
        """Sends updates; nothing is lost for good when they do not arrive. Errors: UNREACHABLE."""


class Place(NamedTuple):
    """Where a player sits, or is about to."""

    table_id: str
    """Empty for nowhere."""
    seat: int
    since_ms: int
    """When the player took it, Unix milliseconds."""
    revision: int
    """What says so, or said so last."""


NOWHERE: Final = Place("", 0, 0, 0)
"""Of a player of whom nothing was ever said."""


class Lobby(Protocol):
    """Where to find things: hints, the record is the truth (architecture 4.10)."""

    async def place(self, player_id: str) -> Place:
        """Where the player may sit."""

    async def claim(self, player_id: str, place: Place) -> bool:
        """Says that a player sits there, unless somebody has said something else since the place's revision."""

    async def sit(self, player_id: str, table_id: str, seat: int, since_ms: int) -> None:
        """Says that a player sits there, if it does not sit, and is not about to sit, at another table."""

    async def rise(self, player_id: str, table_id: str) -> None:
        """Says that a player does not sit at that table any more."""

    async def show(self, table: TableInfo) -> None:
        """Lists a table."""

    async def hide(self, table_id: str) -> None:
        """Takes a table off the list."""

    async def shows(self, table_id: str) -> bool:
        """Whether a table is on the list, as far as is known."""

    async def new_code(self, table_id: str) -> str:
        """A code that no other table has, kept for this one."""

    async def table_of_code(self, code: str) -> str | None:
        """The table that has this code, or None."""

    async def forget_code(self, code: str, table_id: str) -> None:
        """No table is found by this code any more."""


class Credits(Protocol):
    """The portal's credits. Raises its refusals as TrucoError, and Unreachable."""

    async def hold(self, match_id: str, stakes: Mapping[str, int]) -> None:
        """Holds every player's stake, all or none; the same again changes nothing."""

    async def available(self, player_id: str) -> int:
        """The credits that a player can stake."""


class Seeks(Protocol):
    """The players who look for a match."""

    async def leave(self, player_id: str) -> str | None:
        """Ends the player's seek, for who takes a seat; returns the table made of it lately, if there is one."""


class Clock(Protocol):
    """The time, and the platform's outages."""

    def now_ms(self) -> int:
        """Unix milliseconds."""

    async def outage_ms(self, since_ms: int) -> int:
        """For how much of the time since then the platform was out, as far as is known at this moment."""

    async def longest_outage_ms(self, since_ms: int) -> int:
        """How long the longest of the outages lasted that were over after that time; 0 when there was none."""


class Replies(Protocol):
    """Where the answer to a command goes."""

    async def send(self, reply: Reply) -> None:
        """Sends it."""


@dataclass(frozen=True, slots=True)
class Ports:
    """All of them, and the durations."""

    store: Store
    timers: Timers
    engine: Engine
    updates: Updates
    lobby: Lobby
    credits: Credits
    seeks: Seeks
    talk: TalkStore
    reports: Reports
    clock: Clock
    new_seed: Callable[[], bytes]
    """Makes a shuffle's seed: 32 unpredictable bytes."""
    times: Times
    attendance: Attendance
    """Who has a stream open, as far as this worker was told. No port to the world: it is memory."""
    positions: Positions = field(default_factory=Positions)
    """How far tables were when gateways asked."""
    guesses: Guesses = field(default_factory=Guesses)
