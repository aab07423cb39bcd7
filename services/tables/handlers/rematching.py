"""Wanting another match with the same seats."""

from services.common.errors import IllegalAction
from services.tables.domain import rematch
from services.tables.domain.seats import own_seat
from services.tables.domain.table import Draft, Table, match_is_over
from services.tables.domain.times import Moment
from services.tables.handlers.opening import begun
from services.tables.handlers.placing import refuse_if_seated_elsewhere, take_all_places_again
from services.tables.handlers.ports import Ports
from truco.tables.v1.tables_pb2 import Command, RematchClosed, TableState


async def want_rematch(ports: Ports, table: Table, command: Command, moment: Moment) -> Draft:
    """The player wants another match, or none; it begins when every person wants it.

    One who sits elsewhere by then can't come back: the draft is the offer's end.
    Errors: NOT_SEATED, NOT_FINISHED, REMATCH_OVER, ALREADY_SEATED, BAD_REQUEST.
    """
    state, player_id = table.state, command.player.player_id
    seat = own_seat(state, player_id)
    _check_offered(state, moment)
    if command.rematch.decline:
        after = rematch.declined(state, seat, command, moment)
        return Draft(player_id, command.rematch, after, seat, command.request_id)
    await refuse_if_seated_elsewhere(ports, player_id, state.table_id)
    after = rematch.wanted(state, seat, command, moment)
    if rematch.is_wanted_by_all(after):
        if not await take_all_places_again(ports, state):
            return Draft("table", RematchClosed(), rematch.closed(state))
        after = await begun(ports, rematch.next_match(after, moment), moment)
    return Draft(player_id, command.rematch, after, seat, command.request_id)


def _check_offered(state: TableState, moment: Moment) -> None:
    if not match_is_over(state):
        raise IllegalAction("NOT_FINISHED", "the match has not ended")
    if not state.HasField("rematch") or state.rematch.until_ms <= moment.now_ms:
        raise IllegalAction("REMATCH_OVER", "no other match follows")
