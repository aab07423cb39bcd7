"""What a table keeps of a match for its record: every table record since the match began, in short."""

from functools import lru_cache

from services.common.fairness.seal import BY_THE_TABLE, Entry
from services.common.fairness.shuffle import commitment
from truco.rules.v1.rules_pb2 import ACTION_KIND_DEAL, Action, ActionKind
from truco.tables.v1.tables_pb2 import Beginning, LogEntry, MatchLog, TableRecord


def words(action: Action) -> str:
    """An action as match records write it: "play 4c", "envido", "deal"."""
    kind = word(action.kind)
    return f"{kind} {action.card}" if action.card else kind


@lru_cache(maxsize=64)
def word(kind: ActionKind.ValueType) -> str:
    """A kind of action as match records write it."""
    return ActionKind.Name(kind).removeprefix("ACTION_KIND_").lower()


def entry_of(record: TableRecord) -> Entry:
    """The record as its seal covers it; its state must be there."""
    return Entry(record.time_ms, record.seat if record.HasField("seat") else None, record.actor, _done(record))


def beginning(before: bytes, entry: Entry) -> bytes:
    """The log of a match that begins with this entry; the chain of the record before is given."""
    return MatchLog(began=Beginning(before=before, record=_note(entry))).SerializeToString()


def logged(record: TableRecord, entry: Entry) -> bytes:
    """What a record of a match, and its entry, add to the match's log."""
    return MatchLog(entries=[_entry(record, entry)]).SerializeToString()


def _entry(record: TableRecord, entry: Entry) -> LogEntry:
    if not record.HasField("acted"):
        return _note(entry)
    action = record.acted.action
    usual = BY_THE_TABLE if action.kind == ACTION_KIND_DEAL else record.state.seats[record.seat].player.player_id
    by = "" if entry.by == usual else entry.by
    return LogEntry(seat=entry.seat, action=action, time_ms=entry.time_ms, by=by)


def _note(entry: Entry) -> LogEntry:
    return LogEntry(seat=entry.seat, time_ms=entry.time_ms, by=entry.by, do=entry.do)


def _done(record: TableRecord) -> str:
    """What was done, in words (services/common/fairness/README.md)."""
    if record.HasField("acted"):  # first, for nearly all records are such
        action = record.acted.action
        return " ".join([words(action), *action.deck])
    return _done_besides(record)


def _done_besides(record: TableRecord) -> str:
    match record.WhichOneof("action"):
        case "opened" | "seated":
            return f"open {commitment(record.state.server_seed)}"
        case "joined":
            return f"join {record.joined.client_seed}"
        case "bots_added":
            return f"add_bots {record.bots_added.count}"
        case "started":
            return "start"
        case "left":
            return "leave"
        case "time_given_back":
            return f"time_given_back {record.time_given_back.outage_ms}"
        case "closed":
            return "close"
        case "seat_changed":
            return f"change_seat {record.seat_changed.seat}"
        case "player_removed":
            return f"remove {record.player_removed.seat}"
        case "rematch_wanted":
            return "no_rematch" if record.rematch_wanted.decline else f"rematch {record.rematch_wanted.client_seed}"
        case "rematch_closed":
            return "close_rematch"
        case "begun":
            return "begin"
        case "voided":
            return f"void {record.voided.reason}"
        case "stood_in":
            return "stand_in"
        case "seat_taken_back":
            return "take_back"
        case "match_abandoned":
            return "abandon"
    raise ValueError("a record without an action")
