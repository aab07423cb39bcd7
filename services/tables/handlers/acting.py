"""Acting in the game: a player, a bot, the table that deals, the clock."""

from typing import Final, NamedTuple

from services.common.errors import Conflict, Denied, IllegalAction, InvalidInput
from services.common.fairness.shuffle import deck
from services.tables.domain import play, rematch
from services.tables.domain.absence import actor_of_bot, turn_missed
from services.tables.domain.seats import client_seeds, own_seat, played_by_bots
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


class _Doer(NamedTuple):
    """Who acts in which seat: its player, or a bot."""

    seat: int
    actor: str


async def act(ports: Ports, table: Table, command: Command, moment: Moment) -> Draft:
    """A person acts in the own seat.

    Errors: NOT_SEATED, NOT_YOUR_SEAT, NOT_STARTED, DEAL_IS_AUTOMATIC, BAD_REQUEST, STALE_VERSION, and the engine's
    refusals.
    """
    player_id = command.player.player_id
    seat = own_seat(table.state, player_id)
    if command.act.HasField("seat") and command.act.seat != seat:
        raise Denied("NOT_YOUR_SEAT", f"the player's seat is {seat}")
    if table.state.seats[seat].stand_in:
        raise Denied("NOT_YOUR_SEAT", "a bot sits in for the player, who must take the seat back first")
    return await _act(ports, table, _Doer(seat, player_id), command, moment)


async def act_for_bot(ports: Ports, table: Table, command: Command, moment: Moment) -> Draft:
    """One of the platform's bots acts, in its own seat or where it sits in. Errors: UNKNOWN_SEAT, those of act."""
    seat = bots_seat(table.state, command.act)
    if table.state.seats[seat].stand_in and command.act.action.kind == ACTION_KIND_FORFEIT:
        raise Denied("NOT_YOUR_SEAT", "only its player may give the match up")
    return await _act(ports, table, _Doer(seat, actor_of_bot(table.state, seat)), command, moment)


async def forfeit(ports: Ports, table: Table, seat: int, command: Command, moment: Moment) -> Draft:
    """A seat gives the match up.

    A match record opens with a deal (tests/vectors/README.md): before the first one, the draft is the deal.
    """
    if table.state.deals == 0:
        return await deal(ports, table, moment)
    doer = _Doer(seat, table.state.seats[seat].player.player_id)
    return await _commanded(ports, table, doer, Action(kind=ACTION_KIND_FORFEIT), command, moment)


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
    draft = await _by_itself(ports, table, seat, action, moment, "clock")
    turn_missed(draft.state, seat)
    return draft


def bots_seat(state: TableState, body: Act) -> int:
    """The seat that the platform's bots act for. Errors: UNKNOWN_SEAT, NOT_YOUR_SEAT."""
    if not body.HasField("seat") or not 0 <= body.seat < len(state.seats):
        raise InvalidInput("UNKNOWN_SEAT", "a bot's action needs its seat")
    if not played_by_bots(state.seats[body.seat]):
        raise Denied("NOT_YOUR_SEAT", "that seat is not played by the platform's bots")
    return body.seat


async def _act(ports: Ports, table: Table, doer: _Doer, command: Command, moment: Moment) -> Draft:
    action = command.act.action
    if action.kind == ACTION_KIND_DEAL:
        raise Denied("DEAL_IS_AUTOMATIC", "the table deals by itself")
    if not table.state.engine_state:
        raise IllegalAction("NOT_STARTED", "the match has not started")
    if match_is_over(table.state):
        raise IllegalAction("MATCH_OVER", "the match is over")  # the game of a voided one stands as it stood
    if action.kind == ACTION_KIND_FORFEIT:
        return await forfeit(ports, table, doer.seat, command, moment)
    if not command.HasField("expected_version"):
        _refuse_blind_answer(table.state, doer.seat, action)
    return await _commanded(ports, table, doer, action, command, moment)


def _refuse_blind_answer(state: TableState, seat: int, action: Action) -> None:
    """Refuses an answer by a player who did not say which call was seen: an opening envido must not become a raise."""
    if action.kind in ANSWERS:
        raise InvalidInput("BAD_REQUEST", "an answer must carry expected_version")
    if any(awaited.seat == seat and awaited.default_action.kind in ANSWERS for awaited in state.position.awaited):
        raise Conflict("STALE_VERSION", "a call waits for this seat: what answers it must carry expected_version")


async def _commanded(
    ports: Ports, table: Table, doer: _Doer, action: Action, command: Command, moment: Moment
) -> Draft:
    step = await ports.engine.apply(table.state.engine_state, doer.seat, action)
    body = Act(action=action, seat=doer.seat)
    state = play.acted(table.state, body, step, moment, command)
    seat = state.seats[doer.seat]
    if doer.actor == seat.player.player_id:
        seat.missed_turns = 0
    if command.WhichOneof("body") != "leave":
        state = _with_offer(ports, state, moment)
    return Draft(doer.actor, body, state, doer.seat, command.request_id, step.events)


async def _by_itself(ports: Ports, table: Table, seat: int, action: Action, moment: Moment, actor: str) -> Draft:
    step = await ports.engine.apply(table.state.engine_state, seat, action)
    body = Act(action=action, seat=seat)
    state = _with_offer(ports, play.acted(table.state, body, step, moment, None), moment)
    return Draft(actor, body, state, seat, "", step.events)


def _with_offer(ports: Ports, state: TableState, moment: Moment) -> TableState:
    """The state with another match offered, if its match is finished and nobody has left it."""
    return rematch.offered(state, ports.new_seed(), moment) if match_is_over(state) else state
