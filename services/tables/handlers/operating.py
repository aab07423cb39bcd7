"""What operators do to tables."""

from typing import Final

from services.common.errors import IllegalAction, Unreachable
from services.tables.domain import play
from services.tables.domain.status import running
from services.tables.domain.table import Draft, Table, match_is_over
from services.tables.domain.times import Moment
from services.tables.handlers.ports import Ports
from truco.play.v1.play_pb2 import TABLE_STATUS_STARTING, TABLE_STATUS_VOIDED
from truco.tables.v1.tables_pb2 import Command, MatchVoided

OPERATOR: Final = "operator"
"""The reason of such a void (truco.play.v1.TableInfo.void_reason)."""


async def void_match(_ports: Ports, table: Table, command: Command, _moment: Moment) -> Draft | None:
    """The running match is void; the record says which operator did it. One that is void already stays so.

    Errors: NOT_STARTED, MATCH_OVER; UNREACHABLE while the stakes are being held: whoever asks is to ask again.
    """
    state = table.state
    if state.status == TABLE_STATUS_VOIDED:
        return None
    if match_is_over(state):
        raise IllegalAction("MATCH_OVER", "the match is over")
    if state.status == TABLE_STATUS_STARTING:
        raise Unreachable("UNREACHABLE", "the stakes are being held; retry with the same request id")
    if not running(state):
        raise IllegalAction("NOT_STARTED", "the match has not started")
    after = play.voided(state, OPERATOR)
    return Draft(command.player.player_id, MatchVoided(reason=OPERATOR), after, None, command.request_id)
