"""Acting in the game: a player, a bot, the table that deals, the clock."""

from typing import Final

from services.common.errors import Conflict, Denied, IllegalAction, InvalidInput
from services.common.fairness.shuffle import deck
from services.tables.domain import play, rematch
from services.tables.domain.seats import client_seeds, own_seat
from services.tables.domain.table import Draft, Table, match_is_over
from services.tables.domain.times import Moment
from services.tables.handlers.ports import Ports
from truco.rules.v1.rules_pb2 import (
    ACTION_KIND_CON_FLOR_ENVIDO,
    ACTION_KIND_CON_FLOR_ME_ACHICO,
    ACTION_KIND_CONTRAFLOR,
    ACTION_KIND_CONTRAFLOR_AL_RESTO,
    ACTION_KIND_DEAL,
    ACTION_KIND_FORFEIT,
    ACTION_KIND_NO_QUIERO,
    ACTION_KIND_QUIERO,
    Action,
)
from truco.tables.v1.tables_pb2 import Act, Command, TableState

ANSWERS: Final = (
    ACTION_KIND_QUIERO,
    ACTION_KIND_NO_QUIERO,
    ACTION_KIND_CON_FLOR_ME_ACHICO,
    ACTION_KIND_CONTRAFLOR,
    ACTION_KIND_CON_FLOR_ENVIDO,
    ACTION_KIND_CONTRAFLOR_AL_RESTO,
)
"""Actions that always answer a call: they name the version seen, so that no quiero meets another call."""


async def act(ports: Ports, table: Table, command: Command, moment: Moment) -> Draft:
    """A person acts in the own seat.

    Errors: NOT_SEATED, NOT_YOUR_SEAT, NOT_STARTED, DEAL_IS_AUTOMATIC, BAD_REQUEST, STALE_VERSION, and the engine's
    refusals.
    """
    seat = own_seat(table.state, command.player.player_id)
    if command.act.HasField("seat") and command.act.seat != seat:
        raise Denied("NOT_YOUR_SEAT", f"the player's seat is {seat}")
    return await _act(ports, table, seat, command, moment)


async def act_for_bot(ports: Ports, table: Table, command: Command, moment: Moment) -> Draft:
    """One of the platform's bots acts. Errors: UNKNOWN_SEAT, and those of act."""
    return await _act(ports, table, bots_seat(table.state, command.act), command, moment)


async def forfeit(ports: Ports, table: Table, seat: int, command: Command, moment: Moment) -> Draft:
    """A seat gives the match up.

    A match record opens with a deal (tests/vectors/README.md): before the first one, the draft is the deal.
    """
    if table.state.deals == 0:
        return await deal(ports, table, moment)
    return await _commanded(ports, table, seat, Action(kind=ACTION_KIND_FORFEIT), command, moment)


async def deal(ports: Ports, table: Table, moment: Moment) -> Draft:
    """The table deals: only the cards needed leave the deck."""
    state = table.state
    cards = deck(state.server_seed, state.deals + 1, client_seeds(state))[: state.position.deal_size]
    return await _by_itself(
        ports, table, state.position.dealer, Action(kind=ACTION_KIND_DEAL, deck=cards), moment, "table"
    )


async def conservative(ports: Ports, table: Table, seat: int, moment: Moment) -> Draft:
    """The clock acts for a seat whose time has run out (rules.md 14)."""
    action = next(awaited.default_action for awaited in table.state.position.awaited if awaited.seat == seat)
    return await _by_itself(ports, table, seat, action, moment, "clock")


def bots_seat(state: TableState, body: Act) -> int:
    """The seat that the platform's bots act for. Errors: UNKNOWN_SEAT, NOT_YOUR_SEAT."""
    if not body.HasField("seat") or not 0 <= body.seat < len(state.seats):
        raise InvalidInput("UNKNOWN_SEAT", "a bot's action needs its seat")
    if not state.seats[body.seat].platform_bot:
        raise Denied("NOT_YOUR_SEAT", "that seat is not played by the platform's bots")
    return body.seat


async def _act(ports: Ports, table: Table, seat: int, command: Command, moment: Moment) -> Draft:
    action = command.act.action
    if action.kind == ACTION_KIND_DEAL:
        raise Denied("DEAL_IS_AUTOMATIC", "the table deals by itself")
    if not table.state.engine_state:
        raise IllegalAction("NOT_STARTED", "the match has not started")
    if action.kind == ACTION_KIND_FORFEIT:
        return await forfeit(ports, table, seat, command, moment)
    if not command.HasField("expected_version"):
        _refuse_blind_answer(table.state, seat, action)
    return await _commanded(ports, table, seat, action, command, moment)


def _refuse_blind_answer(state: TableState, seat: int, action: Action) -> None:
    """Refuses an answer by a player who did not say which call was seen: an opening envido must not become a raise."""
    if action.kind in ANSWERS:
        raise InvalidInput("BAD_REQUEST", "an answer must carry expected_version")
    if any(awaited.seat == seat and awaited.default_action.kind in ANSWERS for awaited in state.position.awaited):
        raise Conflict("STALE_VERSION", "a call waits for this seat: what answers it must carry expected_version")


async def _commanded(ports: Ports, table: Table, seat: int, action: Action, command: Command, moment: Moment) -> Draft:
    step = await ports.engine.apply(table.state.engine_state, seat, action)
    body = Act(action=action, seat=seat)
    state = play.acted(table.state, body, step, moment, command)
    if command.WhichOneof("body") != "leave":
        state = _with_offer(ports, state, moment)
    player_id = table.state.seats[seat].player.player_id
    return Draft(player_id, body, state, seat, command.request_id, step.events)


async def _by_itself(ports: Ports, table: Table, seat: int, action: Action, moment: Moment, actor: str) -> Draft:
    step = await ports.engine.apply(table.state.engine_state, seat, action)
    body = Act(action=action, seat=seat)
    state = _with_offer(ports, play.acted(table.state, body, step, moment, None), moment)
    return Draft(actor, body, state, seat, "", step.events)


def _with_offer(ports: Ports, state: TableState, moment: Moment) -> TableState:
    """The state with another match offered, if its match is finished and nobody has left it."""
    return rematch.offered(state, ports.new_seed(), moment) if match_is_over(state) else state
