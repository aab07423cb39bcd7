"""Opening a table and beginning its match."""

import asyncio

from services.common.fairness.shuffle import first_dealer
from services.tables.domain import life, play, starting
from services.tables.domain.passwords import SALT_BYTES, hashed, without_password
from services.tables.domain.seats import client_seeds
from services.tables.domain.table import Draft
from services.tables.domain.times import Moment
from services.tables.handlers.placing import take_all_places, take_place
from services.tables.handlers.ports import Ports
from truco.tables.v1.tables_pb2 import Command, StartMatch, TableClosed, TableState


async def open_table(ports: Ports, command: Command, moment: Moment) -> Draft:
    """A new table; its match begins at once when bots fill it.

    Errors: the engine's, BAD_SEATS, BAD_STAKE, BAD_REQUEST, GUESTS_CANNOT_STAKE, BOTS_CANNOT_STAKE, ALREADY_SEATED.
    """
    player_id = command.player.player_id
    state = life.opened(command, ports.new_seed(), moment)
    await ports.engine.new_match(state.ruleset, len(state.seats), 0)
    await take_place(ports, player_id, command.table_id, 0)
    if command.open.unlisted:
        state = await _hidden(ports, state, command.open.password)
    state = await begun_if_full(ports, state, moment)
    return Draft(player_id, without_password(command.open), state, 0, command.request_id)


async def begun_if_full(ports: Ports, state: TableState, moment: Moment) -> TableState:
    """The state, with its match begun if nothing more is waited for."""
    return await begun(ports, state, moment) if life.starts_by_itself(state) else state


async def begun(ports: Ports, state: TableState, moment: Moment) -> TableState:
    """The state with its match begun, or about to begin when the stakes are held."""
    return starting.starting(state, moment) if state.stake else await played(ports, state, moment)


async def played(ports: Ports, state: TableState, moment: Moment) -> TableState:
    """The state with its match begun."""
    dealer = first_dealer(state.server_seed, client_seeds(state))
    match = await ports.engine.new_match(state.ruleset, len(state.seats), dealer)
    return play.started(state, match, dealer, moment)


async def begin_matched(ports: Ports, state: TableState, moment: Moment) -> Draft:
    """The match of a table that the matchmaker made begins; it closes where a seat is empty again, or somebody sits
    elsewhere by now."""
    if not life.starts_by_itself(state) or not await take_all_places(ports, state):
        return Draft("table", TableClosed(), life.closed(state))
    return Draft("table", StartMatch(), await begun(ports, state, moment))


async def _hidden(ports: Ports, state: TableState, password: str) -> TableState:
    """The state with a code of its own, and its password."""
    after = TableState()
    after.CopyFrom(state)
    after.code = await ports.lobby.new_code(state.table_id)
    if password:
        # Off the event loop: it is made to be slow.
        after.password_hash = await asyncio.to_thread(hashed, password, ports.new_seed()[:SALT_BYTES])
    return after
