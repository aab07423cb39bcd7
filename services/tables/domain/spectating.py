"""What spectators see: each hand when it has ended, and of the running one nothing (issue 4: one hand late).

A table keeps what everybody could see of the running hand with its state, so that the end of a hand is one message.
"""

from services.tables.domain.status import running
from truco.rules.v1.rules_pb2 import PHASE_PLAY
from truco.tables.v1.tables_pb2 import SeenHand, TableRecord, TableState


def allowed(state: TableState) -> bool:
    """Whether who does not sit here may watch the match: not where the host forbids it, nor at a private table.

    A table that the matchmaker made is listed nowhere either, but not private.
    """
    return not state.no_spectators and (state.matched or not state.unlisted)


def shows_hand(record: TableRecord) -> bool:
    """Whether the record ended a hand, or the match: spectators may see all that has happened so far."""
    return record.state.shown_version == record.version


def is_public(state: TableState) -> bool:
    """Whether everybody may see the table as it is, for no hand is being played."""
    return not running(state) or state.deals == 0


def shown_version(record: TableRecord) -> int:
    """How far spectators may see."""
    return record.version if is_public(record.state) else record.state.shown_version


def begin(state: TableState) -> None:
    """Forgets what was seen before, in a state that is being built: a match begins."""
    state.seen = b""
    state.shown_version = state.shown_sequence = 0


def move_on(state: TableState, before: TableRecord, sequence: int) -> None:
    """Notes in a state that is being made where the hand lies that the record before, of that sequence, has ended."""
    if shows_hand(before):
        state.seen = b""
        state.shown_sequence = sequence


def see(record: TableRecord, before: TableState) -> None:
    """Adds what everybody could see of a record that is being made, in a match."""
    state = record.state
    if events := [event.event for event in record.events if event.all_seats]:
        added = SeenHand()
        added.steps.add(version=record.version, time_ms=record.time_ms, events=events)
        state.seen += added.SerializeToString()
    if _ends_hand(before, state):
        state.shown_version = record.version


def seen_hand(record: TableRecord, table: bytes) -> bytes:
    """The SeenHand of a record that ended a hand, serialized, with the TableInfo that is given."""
    return record.state.seen + SeenHand(table=table, view=record.state.spectator_view).SerializeToString()


def _ends_hand(before: TableState, after: TableState) -> bool:
    """Whether a hand has ended, or the match. A deal too can end its hand: by a flor that wins the chico at once."""
    if running(before) and not running(after):
        return True
    was_played = before.position.phase == PHASE_PLAY or after.deals > before.deals
    return was_played and after.position.phase != PHASE_PLAY
