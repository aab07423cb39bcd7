"""Saying something at a table: kept first, then told to those who may hear it."""

from collections import OrderedDict
from collections.abc import Collection, Sequence
from typing import Final

from services.common.errors import NotFound, Reused
from services.tables.domain.table import Table
from services.tables.domain.talk import Said, fan_out, recorded, said_by, spoken
from services.tables.domain.talk_limits import check_limit
from services.tables.handlers.deciding import check_time
from services.tables.handlers.lines import Lines
from services.tables.handlers.ports import Engine, Ports
from truco.engine.v1.engine_pb2 import DescribeRequest
from truco.play.v1.play_pb2 import TalkLine
from truco.tables.v1.tables_pb2 import Command, TableState

_REMEMBERED: Final = 256
_ANY_LANGUAGE: Final = "es-AR"


class Senas:
    """Which señas a table has, as the engine says. Few tables differ, so what was told once is remembered."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._known: OrderedDict[bytes, Collection[str]] = OrderedDict()

    async def of(self, state: TableState) -> Collection[str]:
        """The señas of a table. Errors: UNREACHABLE."""
        request = DescribeRequest(ruleset=state.ruleset, seats=len(state.seats), language=_ANY_LANGUAGE)
        key = request.SerializeToString(deterministic=True)
        if key not in self._known:
            self._known[key] = tuple((await self._engine.describe(request)).senas)
        self._known.move_to_end(key)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return self._known[key]


async def say(ports: Ports, lines: Lines, senas: Senas, command: Command) -> TalkLine:
    """Says something, under the table's lock of talk. A repeated request is told again, and said once.

    It is told before it is answered: an acknowledged line has left for everybody who hears it.
    Errors: TABLE_NOT_FOUND, those of `spoken` and `check_limit`, REQUEST_ID_REUSED, TOO_LATE, UNREACHABLE.
    """
    said: Said | None = None
    while said is None:
        before = await lines.of(command.table_id)
        said = _said_before(before, command) or await _say(ports, lines, senas, command, before)
    await ports.updates.publish(fan_out(said.record))
    return said.record.line


async def _say(ports: Ports, lines: Lines, senas: Senas, command: Command, before: Sequence[Said]) -> Said | None:
    table = await seated_table(ports, command)
    known = await senas.of(table.state) if command.say.HasField("sena") else ()
    line = spoken(table.state, command.player.player_id, command.say, known)
    line.time_ms = ports.clock.now_ms()
    check_limit((said.record.line for said in before), line, line.time_ms)
    check_time(ports, command)
    record = recorded(table.state, table.version, line, command.request_id, before[-1] if before else None)
    return await lines.append(record, before)


async def seated_table(ports: Ports, command: Command) -> Table:
    """The table as stored: what is at hand may be stale, and a line must meet those who sit there now.

    Errors: TABLE_NOT_FOUND, UNREACHABLE.
    """
    table = await ports.store.last(command.table_id)
    if table is None:
        raise NotFound("TABLE_NOT_FOUND", f"no table {command.table_id}")
    return table


def _said_before(lines: Sequence[Said], command: Command) -> Said | None:
    """The line that the request made, or None. Errors: REQUEST_ID_REUSED when it was another one."""
    for said in lines:
        if said.record.request_id == command.request_id and said.record.line.player_id == command.player.player_id:
            if said_by(said.record.line) != said_by(command.say):
                raise Reused("REQUEST_ID_REUSED", "this request id was used before with another body")
            return said
    return None
