"""Answers to queries: one table as a viewer may see it, the versions of many, as the store has them; and the rules
in words, which the engine tells."""

from collections.abc import Sequence
from typing import Final

from services.common.errors import Denied, InternalError, InvalidInput, NotFound, TrucoError
from services.common.forms import is_table_code
from services.common.logging import log_bug
from services.common.subjects import is_table_id
from services.tables.domain import spectating
from services.tables.domain.seats import seat_of
from services.tables.domain.status import running
from services.tables.domain.table import Table, is_over
from services.tables.domain.updates import hand_for_spectators, presence_of, update_for, update_since
from services.tables.handlers.lines import Lines
from services.tables.handlers.matches import match_record
from services.tables.handlers.ports import Ports, Store
from services.tables.handlers.refusals import refused
from truco.play.v1.play_pb2 import TableInfo
from truco.tables.v1.tables_pb2 import (
    GetTable,
    GetTalk,
    Query,
    QueryReply,
    SeatUpdate,
    Talk,
    Updates,
)

MOST_MISSED: Final = 200
"""Who missed more records than that gets those of the current hand."""

MOST_LINES_AGAIN: Final = 50
"""What was said further back is not told again."""


async def answer(ports: Ports, lines: Lines, query: Query) -> QueryReply:
    """Answers a query; a refusal is an answer.

    Errors: TABLE_NOT_FOUND, SPECTATORS_FORBIDDEN, CODE_NOT_FOUND, those of match_record, BAD_REQUEST, the engine's.
    """
    try:
        return await _answer(ports, lines, query)
    except TrucoError as error:
        return QueryReply(refused=refused(error))
    except Exception as error:
        bug = InternalError("INTERNAL", "internal error", id=log_bug("query failed", error))
        return QueryReply(refused=refused(bug))


async def _answer(ports: Ports, lines: Lines, query: Query) -> QueryReply:
    match query.WhichOneof("body"):
        case "get":
            return QueryReply(updates=await _get(ports, query.get))
        case "versions":
            return QueryReply(versions=await ports.positions.of(ports.store, query.versions.table_ids))
        case "describe":
            return QueryReply(description=await ports.engine.describe(query.describe))
        case "talk":
            return QueryReply(talk=await _talk(lines, query.talk))
        case "find":
            return QueryReply(found=await _find(ports, query.find.code))
        case "match_record":
            return QueryReply(match_record_json=await match_record(ports.store, query.match_record))
        case _:
            raise InvalidInput("BAD_REQUEST", "a query needs a body")


async def _get(ports: Ports, get: GetTable) -> Updates:
    table = await _last(ports.store, get.table_id)
    if table is None:
        raise NotFound("TABLE_NOT_FOUND", f"no table {get.table_id}")
    seat = seat_of(table.state, get.player_id) if get.player_id else None
    if seat is None:
        return await _for_spectator(ports, table)
    missed = await _missed(ports.store, table, _after(table, get)) if get.HasField("since") else []
    records = [each.record for each in missed]
    now_ms = ports.clock.now_ms()
    away = presence_of(get.table_id, ports.attendance.told(get.table_id), now_ms) if running(table.state) else None
    return Updates(seat=seat, update=update_since(records, table.record, seat, now_ms), presence=away)


async def _for_spectator(ports: Ports, table: Table) -> Updates:
    """The last hand that has ended, and the table where no hand is being played. Errors: SPECTATORS_FORBIDDEN.

    Before a match everybody may see who sits here, also where another match was played that only its seats may see.
    """
    state, allowed = table.state, spectating.allowed(table.state)
    if state.started_ms and not allowed:
        raise Denied("SPECTATORS_FORBIDDEN", "only who sits at this table may see its match")
    now_ms = ports.clock.now_ms()
    shown = table if spectating.shows_hand(table.record) else await _at(ports.store, state.shown_sequence)
    hand = hand_for_spectators(shown.record, now_ms) if shown and allowed else None
    alone = hand is None or (shown is not table and spectating.is_public(state))
    return Updates(hand=hand, update=update_for(table.record, None, now_ms) if alone else b"")


async def _at(store: Store, sequence: int) -> Table | None:
    return await store.at(sequence) if sequence else None


async def _find(ports: Ports, code: str) -> TableInfo:
    """The private table that has a code, as a stranger sees it."""
    table_id = await ports.lobby.table_of_code(code) if is_table_code(code) else None
    table = await ports.store.last(table_id) if table_id else None
    if table is None or is_over(table.state):
        raise NotFound("CODE_NOT_FOUND", "no private table has this code")
    seen = SeatUpdate.FromString(update_for(table.record, None, ports.clock.now_ms()))
    return TableInfo.FromString(seen.table)


def _after(table: Table, get: GetTable) -> int:
    """The version after which the viewer missed what happened."""
    since = get.since
    if (
        since.epoch == table.state.epoch
        and table.version - MOST_MISSED <= since.version <= table.version
        and since.version
    ):
        return since.version
    return max(0, table.state.hand_version - 1, table.version - MOST_MISSED)


async def _missed(store: Store, table: Table, after: int) -> Sequence[Table]:
    """The table after each version from there on, oldest first: each record leads to the one before it.

    None of an earlier match: others may have sat in the viewer's seat.
    """
    tables: list[Table] = []
    each: Table | None = table
    while each is not None and each.version > after and each.state.epoch == table.state.epoch:
        tables.append(each)
        each = await _at(store, each.record.previous_sequence)
    return tables[::-1]


async def _talk(lines: Lines, asked: GetTalk) -> Talk:
    if not is_table_id(asked.table_id):
        raise NotFound("TABLE_NOT_FOUND", f"no table {asked.table_id}")
    return Talk(lines=await lines.heard(asked.table_id, asked.player_id, MOST_LINES_AGAIN))


async def _last(store: Store, table_id: str) -> Table | None:
    return await store.last(table_id) if is_table_id(table_id) else None
