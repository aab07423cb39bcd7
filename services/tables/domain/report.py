"""A report of one player by another, complete in itself: the moderators have nothing else to look at."""

import hashlib
from collections.abc import Sequence
from typing import Final

from services.common import subjects
from services.common.errors import InvalidInput
from services.tables.domain.seats import own_seat, people
from services.tables.domain.table import Table
from services.tables.domain.talk import check_text
from truco.play.v1.play_pb2 import ReportCause, TalkLine
from truco.tables.v1.tables_pb2 import Command, PlayerReport, TableState

TEXT_CHARACTERS: Final = 500
_CAUSES: Final = frozenset(ReportCause.values()) - {0}


def report_id(command: Command) -> str:
    """The report's id: the same for every retry."""
    parts = (command.table_id, command.player.player_id, command.request_id)
    return hashlib.sha256("|".join(parts).encode()).hexdigest()[:32]


def check_report(state: TableState, command: Command) -> None:
    """Refuses what is no report. Errors: NOT_SEATED, UNKNOWN_SEAT, BAD_TEXT, BAD_REQUEST."""
    own, body = own_seat(state, command.player.player_id), command.report
    if not 0 <= body.seat < len(state.seats):
        raise InvalidInput("UNKNOWN_SEAT", f"no seat {body.seat} at a table of {len(state.seats)}")
    if body.seat == own or body.seat not in people(state):
        raise InvalidInput("BAD_REQUEST", "only another person can be reported", field="seat")
    if body.cause not in _CAUSES:
        raise InvalidInput("BAD_REQUEST", f"no cause {body.cause}", field="cause")
    check_text(body.text, TEXT_CHARACTERS)


def report_of(table: Table, command: Command, hand: bytes, talk: Sequence[TalkLine], now_ms: int) -> PlayerReport:
    """The report, with the hand and the talk as the reporter saw them."""
    state, body = table.state, command.report
    own = own_seat(state, command.player.player_id)
    return PlayerReport(
        report_id=report_id(command),
        reporter=state.seats[own].player,
        reporter_seat=own,
        reported=state.seats[body.seat].player,
        reported_seat=body.seat,
        cause=body.cause,
        text=body.text.strip(),
        table_id=state.table_id,
        match_id=subjects.match_id(state.table_id, state.epoch) if state.started_ms else "",
        time_ms=now_ms,
        hand=hand,
        talk=talk,
    )
