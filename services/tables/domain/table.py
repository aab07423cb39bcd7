"""A stored table, what is to be stored next, and how the one follows from the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from services.common.fairness.seal import link
from services.tables.domain import spectating
from services.tables.domain.match_log import beginning, entry_of, logged
from services.tables.domain.match_opening import opening_of
from services.tables.domain.match_record import match_record
from truco.engine.v1.engine_pb2 import AddressedEvent
from truco.play.v1.play_pb2 import TABLE_STATUS_CLOSED, TABLE_STATUS_FINISHED, TABLE_STATUS_PLAYING
from truco.rules.v1.rules_pb2 import PHASE_DEAL
from truco.tables.v1.tables_pb2 import (
    Act,
    AddBots,
    JoinTable,
    LeaveTable,
    OpenTable,
    StartMatch,
    TableClosed,
    TableRecord,
    TableState,
    TimeGivenBack,
)

FORMAT: Final = 1
"""The layout of records and states that this release writes."""

Done = OpenTable | JoinTable | AddBots | StartMatch | Act | LeaveTable | TimeGivenBack | TableClosed

_FIELD_OF: Final[dict[type[Done], str]] = {
    OpenTable: "opened",
    JoinTable: "joined",
    AddBots: "bots_added",
    StartMatch: "started",
    Act: "acted",
    LeaveTable: "left",
    TimeGivenBack: "time_given_back",
    TableClosed: "closed",
}


@dataclass(frozen=True, slots=True)
class Table:
    """A table as stored: its last record, that record's sequence in the stream, and what is known of its timer."""

    record: TableRecord
    sequence: int
    seen: int = 0
    """The last sequence of the table's records and fired timers. Nothing is stored over a table that has another."""
    timer_ms: int = 0
    """The timer fires then or earlier unless it has fired since `seen`. Unix milliseconds; 0 when not known."""

    @property
    def state(self) -> TableState:
        """The whole table."""
        return self.record.state

    @property
    def version(self) -> int:
        """The table's version."""
        return self.record.version


def is_over(state: TableState) -> bool:
    """Whether the table has come to its end: after such a record there is none."""
    return state.status in (TABLE_STATUS_FINISHED, TABLE_STATUS_CLOSED)


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


def seal(before: Table | None, draft: Draft, now_ms: int) -> TableRecord:
    """The record of a draft, chained to the record before."""
    record = TableRecord(time_ms=now_ms, actor=draft.actor, seat=draft.seat)
    action = getattr(record, _FIELD_OF[type(draft.done)])
    action.CopyFrom(draft.done)
    action.SetInParent()
    record.format = FORMAT
    record.version = before.version + 1 if before else 1
    record.previous_sequence = before.sequence if before else 0
    record.request_id = draft.request_id
    record.events.extend(draft.events)
    record.state.CopyFrom(draft.state)
    _chain(before, record)
    if draft.state.status == TABLE_STATUS_FINISHED:
        record.match_record_json = match_record(record.state, now_ms, record.chain)
    return record


def _chain(before: Table | None, record: TableRecord) -> None:
    """Gives a record that is being made its hash, and its place in the match's log."""
    previous = before.record.chain if before else b""
    begins = record.state.started_ms != (before.state.started_ms if before else 0)
    opening = opening_of(record.state) if begins else None
    record.chain = bytes.fromhex(link(previous.hex(), entry_of(record), opening))
    if begins:
        record.state.log = beginning(previous, record)
        spectating.begin(record.state)
    elif record.state.started_ms and before:
        record.state.log += logged(record)
        spectating.see(record, before.record, before.sequence)


def kind(record: TableRecord) -> str:
    """The last token of the record's subject."""
    if record.state.status == TABLE_STATUS_FINISHED:
        return "finished"
    if record.state.status == TABLE_STATUS_CLOSED:
        return "abandoned"
    return "open" if record.version == 1 else "commit"
