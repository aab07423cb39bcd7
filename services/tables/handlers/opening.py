"""Opening a table and beginning its match."""

from services.common.errors import IllegalAction
from services.common.fairness.shuffle import first_dealer
from services.tables.domain import life, play
from services.tables.domain.seats import client_seeds, people, seat_of
from services.tables.domain.table import Draft, is_over
from services.tables.domain.times import Moment
from services.tables.handlers.ports import Ports, Store
from truco.tables.v1.tables_pb2 import Command, StartMatch, TableClosed, TableState


async def open_table(ports: Ports, command: Command, moment: Moment) -> Draft:
    """A new table; its match begins at once when bots fill it. Errors: the engine's, BAD_SEATS, ALREADY_SEATED."""
    player_id = command.player.player_id
    state = life.opened(command, ports.new_seed(), moment)
    await ports.engine.new_match(state.ruleset, len(state.seats), 0)
    await refuse_if_seated(ports, player_id)
    state = await begun_if_full(ports, state, moment)
    await ports.lobby.sit(player_id, command.table_id, 0)
    return Draft(player_id, command.open, state, 0, command.request_id)


async def begun_if_full(ports: Ports, state: TableState, moment: Moment) -> TableState:
    """The state, with its match begun if nothing more is waited for."""
    return await begun(ports, state, moment) if life.starts_by_itself(state) else state


async def begun(ports: Ports, state: TableState, moment: Moment) -> TableState:
    """The state with its match begun."""
    dealer = first_dealer(state.server_seed, client_seeds(state))
    match = await ports.engine.new_match(state.ruleset, len(state.seats), dealer)
    return play.started(state, match, dealer, moment)


async def begin_matched(ports: Ports, state: TableState, moment: Moment) -> Draft:
    """The match of a table that the matchmaker made begins; with a seat empty again, the table closes."""
    if not life.starts_by_itself(state):
        return Draft("table", TableClosed(), life.closed(state))
    for seat in people(state):
        await ports.lobby.sit(state.seats[seat].player.player_id, state.table_id, seat)
    return Draft("table", StartMatch(), await begun(ports, state, moment))


async def refuse_if_seated(ports: Ports, player_id: str) -> None:
    """Refuses who sits at a table that is not over: the record there decides. Who does not, seeks no other any more.

    Errors: ALREADY_SEATED.
    """
    for table_id in {await ports.lobby.whereabouts(player_id), await ports.seeks.leave(player_id)} - {None}:
        await refuse_if_seated_there(ports.store, player_id, table_id or "")


async def refuse_if_seated_there(store: Store, player_id: str, table_id: str) -> None:
    """Refuses who sits at a table that is not over. Errors: ALREADY_SEATED."""
    table = await store.last(table_id)
    if table is not None and not is_over(table.state):
        refuse_if_seated_at(table.state, player_id)


def refuse_if_seated_at(state: TableState, player_id: str) -> None:
    """Refuses who sits at this table. Errors: ALREADY_SEATED."""
    if seat_of(state, player_id) is not None:
        raise IllegalAction("ALREADY_SEATED", "the player sits at a table already", table_id=state.table_id)
