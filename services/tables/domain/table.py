"""A stored table, what is to be stored next, and how the one follows from the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from services.common.fairness.seal import link
from services.common.subjects import match_id
from services.tables.domain import spectating
from services.tables.domain.match_log import beginning, entry_of, logged
from services.tables.domain.match_opening import opening_of
from services.tables.domain.match_record import match_record
from truco.engine.v1.engine_pb2 import AddressedEvent
from truco.play.v1.play_pb2 import (
    TABLE_STATUS_ABANDONED,
    TABLE_STATUS_CLOSED,
    TABLE_STATUS_FINISHED,
    TABLE_STATUS_PLAYING,
    TABLE_STATUS_VOIDED,
    TableStatus,
)
from truco.rules.v1.rules_pb2 import PHASE_DEAL
from truco.tables.v1.tables_pb2 import (
    Act,
    AddBots,
    ChangeSeat,
    EndedMatch,
    JoinTable,
    LeaveTable,
    MatchAbandoned,
    MatchBegun,
    MatchVoided,
    OpenTable,
    Rematch,
    RematchClosed,
    RemovePlayer,
    SeatAll,
    StandIn,
    StartMatch,
    TableClosed,
    TableRecord,
    TableState,
    TakeSeatBack,
    TimeGivenBack,
)

FORMAT: Final = 2
"""The layout of records and states that this release writes; formats.py reads the older ones."""
_ENDED_REMEMBERED: Final = 64

Done = (
    OpenTable
    | JoinTable
    | AddBots
    | StartMatch
    | Act
    | LeaveTable
    | TimeGivenBack
    | TableClosed
    | ChangeSeat
    | RemovePlayer
    | Rematch
    | MatchBegun
    | MatchVoided
    | RematchClosed
    | MatchAbandoned
    | StandIn
    | TakeSeatBack
    | SeatAll
)

_FIELD_OF: Final[dict[type[Done], str]] = {
    OpenTable: "opened",
    JoinTable: "joined",
    AddBots: "bots_added",
    StartMatch: "started",
    Act: "acted",
    LeaveTable: "left",
    TimeGivenBack: "time_given_back",
    TableClosed: "closed",
    SeatAll: "seated",
    ChangeSeat: "seat_changed",
    RemovePlayer: "player_removed",
    Rematch: "rematch_wanted",
    MatchBegun: "begun",
    MatchVoided: "voided",
    RematchClosed: "rematch_closed",
    MatchAbandoned: "match_abandoned",
    StandIn: "stood_in",
    TakeSeatBack: "seat_taken_back",
}

_ENDS: Final[tuple[TableStatus.ValueType, ...]] = (
    TABLE_STATUS_FINISHED,
    TABLE_STATUS_VOIDED,
    TABLE_STATUS_ABANDONED,
)


class Timer(NamedTuple):
    """A table's durable timer."""

    at_ms: int
    """When it fires, Unix milliseconds; 0 of none."""
    sequence: int
    """Where it lies in the stream; 0 of none."""


NO_TIMER: Final = Timer(0, 0)


@dataclass(frozen=True, slots=True)
class Table:
    """A table as stored: its last record, that record's sequence in the stream, and what is known of its timer."""

    record: TableRecord
    sequence: int
    seen: int = 0
    """The last sequence of the table's records and fired timers. Nothing is stored over a table that has another."""
    timer: Timer | None = None
    """As it was seen last: a timer fires then or earlier unless it has fired since `seen`. None when not known."""

    @property
    def state(self) -> TableState:
        """The whole table."""
        return self.record.state

    @property
    def version(self) -> int:
        """The table's version."""
        return self.record.version


def is_over(state: TableState) -> bool:
    """Whether nothing is played here and nobody waits for players: who sits here may sit down elsewhere.

    Only a rematch can follow, where one is offered.
    """
    return state.status == TABLE_STATUS_CLOSED or match_is_over(state)


def match_is_over(state: TableState) -> bool:
    """Whether the table's match has ended, one way or another."""
    return state.status in _ENDS


def ends_match(record: TableRecord) -> bool:
    """Whether it was this record that ended a match, or its start: it stays so when others follow."""
    return bool(record.ended_match_id)


def awaits_deal(state: TableState) -> bool:
    """Whether the table is to deal."""
    return state.status == TABLE_STATUS_PLAYING and state.position.phase == PHASE_DEAL


@dataclass(frozen=True, slots=True)
class Draft:
    """What is to be stored next: who did what, and the whole table after it."""

    actor: str
    """A player id, or "clock" or "table"."""
    done: Done
    state: TableState
    seat: int | None = None
    request_id: str = ""
    events: Sequence[AddressedEvent] = ()


def last_end(table: Table) -> int:
    """The sequence of the record that the portal must know of before an ended table may be forgotten."""
    if ends_match(table.record) or not table.state.ended:
        return table.sequence
    return table.state.ended[-1].sequence


def seal(before: Table | None, draft: Draft, now_ms: int) -> TableRecord:
    """The record of a draft, chained to the record before."""
    record = TableRecord(
        format=FORMAT,
        version=before.version + 1 if before else 1,
        time_ms=now_ms,
        actor=draft.actor,
        seat=draft.seat,
        request_id=draft.request_id,
        events=draft.events,
        previous_sequence=before.sequence if before else 0,
    )
    action = getattr(record, _FIELD_OF[type(draft.done)])
    action.CopyFrom(draft.done)
    action.SetInParent()
    record.state.CopyFrom(draft.state)
    _remember_ended(before, record.state)
    if before is not None:
        spectating.move_on(record.state, before.record, before.sequence)
    record.ended_match_id = _ended_match_id(before, record)
    if record.HasField("voided"):
        record.voided.match_id = record.ended_match_id
    _chain(before, record)
    if match_is_over(record.state) and ends_match(record):
        record.state.match_chain = record.chain
        if record.state.status == TABLE_STATUS_FINISHED:
            record.match_record_json = match_record(record.state, now_ms, record.chain)
    return record


def _remember_ended(before: Table | None, after: TableState) -> None:
    """Notes in a state that is being made where the record lies that ended the match before."""
    if before is not None and ends_match(before.record):
        epoch = int(before.record.ended_match_id.rpartition("-")[2])
        after.ended.append(EndedMatch(epoch=epoch, sequence=before.sequence))
        del after.ended[:-_ENDED_REMEMBERED]


def _ended_match_id(before: Table | None, record: TableRecord) -> str:
    """The match that a record being made ends; empty when it ends none."""
    if before is None or match_is_over(before.state):
        return ""
    ends = record.HasField("voided") or match_is_over(record.state)
    return match_id(before.state.table_id, before.state.epoch) if ends else ""


def _chain(before: Table | None, record: TableRecord) -> None:
    """Gives a record that is being made its hash, and its place in the match's log."""
    previous = before.record.chain if before else b""
    begins = record.state.started_ms > 0 and not _under_way(before, record.state.epoch)
    opening = opening_of(record.state) if begins else None
    entry = entry_of(record)
    record.chain = bytes.fromhex(link(previous.hex(), entry, opening))
    if begins:
        record.state.log = beginning(previous, entry)
        spectating.begin(record.state)
    elif before is not None and before.state.status == TABLE_STATUS_PLAYING:
        record.state.log += logged(record, entry)
        spectating.see(record, before.state)


def _under_way(before: Table | None, epoch: int) -> bool:
    """Whether the match had begun by the record before."""
    return before is not None and before.state.started_ms > 0 and before.state.epoch == epoch


def kind(record: TableRecord) -> str:
    """The last token of the record's subject."""
    if record.HasField("voided"):
        return "voided"
    if ends_match(record):
        return "finished" if record.state.status == TABLE_STATUS_FINISHED else "abandoned"
    if record.state.status == TABLE_STATUS_CLOSED:
        return "abandoned"
    return "open" if record.version == 1 else "commit"
