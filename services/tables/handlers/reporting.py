"""Reporting a player: the report is with the moderators when it is in the stream that the portal reads."""

from typing import Final

from services.common.errors import from_code
from services.tables.domain.report import check_report, report_of
from services.tables.handlers.asking import answer
from services.tables.handlers.deciding import check_time
from services.tables.handlers.lines import Lines
from services.tables.handlers.ports import Ports
from services.tables.handlers.talking import seated_table
from truco.play.v1.play_pb2 import TableVersion
from truco.tables.v1.tables_pb2 import Command, GetTable, Query

MOST_TALK: Final = 100
"""Lines that go with a report."""


async def report(ports: Ports, lines: Lines, command: Command) -> str:
    """Files a report and returns its id. A repeated request files the same one.

    Errors: TABLE_NOT_FOUND, those of `check_report`, TOO_LATE, UNREACHABLE.
    """
    table = await seated_table(ports, command)
    check_report(table.state, command)
    player_id = command.player.player_id
    hand = await _hand(ports, lines, command.table_id, player_id)
    talk = await lines.heard(command.table_id, player_id, MOST_TALK)
    filed = report_of(table, command, hand, talk, ports.clock.now_ms())
    check_time(ports, command)
    await ports.reports.file(filed)
    return filed.report_id


async def _hand(ports: Ports, lines: Lines, table_id: str, player_id: str) -> bytes:
    """The current hand, by the very query with which a player resumes."""
    query = Query(get=GetTable(table_id=table_id, player_id=player_id, since=TableVersion()))
    reply = await answer(ports, lines, query)
    if reply.HasField("refused"):
        raise from_code(reply.refused.code, reply.refused.reason, reply.refused.message, reply.refused.metadata)
    return reply.updates.update
