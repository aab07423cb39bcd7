"""Players who are away, and the bots that sit in for them. Each function returns a new state.

An outage before such a record is given back with it: what comes later only looks back to the last record.
"""

from collections.abc import Mapping

from services.tables.domain import deadlines, play
from services.tables.domain.copies import copy_of
from services.tables.domain.requests import remember
from services.tables.domain.seats import bot_player, people
from services.tables.domain.table import Draft
from services.tables.domain.times import Moment
from truco.rules.v1.rules_pb2 import ACTION_KIND_DEAL
from truco.tables.v1.tables_pb2 import Command, MatchAbandoned, MatchLog, StandIn, TableState

BY_THE_TABLE = "table"

Away = Mapping[int, int]
"""Seats whose players are away: since when, Unix milliseconds."""


def turn_missed(state: TableState, seat: int) -> None:
    """Notes in a state that is being built that the clock acted for the player of a seat."""
    if not state.seats[seat].platform_bot and not state.seats[seat].stand_in:
        state.seats[seat].missed_turns += 1


def stand_in_for_missed_turns(state: TableState, moment: Moment) -> Draft | None:
    """A bot sits in for the first seat that missed so many turns in a row."""
    missed = (seat for seat in people(state) if state.seats[seat].missed_turns >= moment.times.missed_turns)
    return _stood_in(state, [seat for seat in missed if not state.seats[seat].stand_in], moment)


def for_absence(state: TableState, away: Away, moment: Moment) -> Draft | None:
    """What becomes of a running match for absence: it is given up, or a bot sits in for who has been away for long.

    A program that acts without a stream is there.
    """
    times, now_ms = moment.times, moment.now_ms
    if not any(now_ms - since_ms >= times.stand_in for since_ms in away.values()):
        return None
    acted = _last_acts(state)
    idle_ms = {seat: now_ms - max(away.get(seat, now_ms), acted.get(seat, 0)) for seat in people(state)}
    if idle_ms and min(idle_ms.values()) >= times.abandon:
        return Draft(BY_THE_TABLE, MatchAbandoned(), play.abandoned(state))
    long = [seat for seat in people(state) if idle_ms[seat] >= times.stand_in]
    return _stood_in(state, [seat for seat in long if not state.seats[seat].stand_in], moment)


def taken_back(state: TableState, seat: int, command: Command, moment: Moment) -> TableState:
    """The player acts again in the own seat."""
    after = copy_of(state)
    after.seats[seat].stand_in = False
    after.seats[seat].missed_turns = 0
    deadlines.give_back(after, moment.outage_ms)
    remember(after.seats[seat], command, moment.version)
    return after


def seems_away(state: TableState) -> bool:
    """Whether somebody's turns were missed or a bot sits in, as far as the table itself knows."""
    return any(state.seats[seat].missed_turns or state.seats[seat].stand_in for seat in people(state))


def actor_of_bot(state: TableState, seat: int) -> str:
    """Who acts when the platform's bots act in a seat: in a person's seat the bot that sits in."""
    player = state.seats[seat].player
    return bot_player(state.table_id, seat).player_id if state.seats[seat].stand_in else player.player_id


def _last_acts(state: TableState) -> dict[int, int]:
    """When each seat's own player acted last in the match, Unix milliseconds."""
    entries = MatchLog.FromString(state.log).entries
    own = (each for each in entries if each.HasField("action") and not each.by and each.action.kind != ACTION_KIND_DEAL)
    return {each.seat: each.time_ms for each in own}


def _stood_in(state: TableState, seats: list[int], moment: Moment) -> Draft | None:
    if not seats:
        return None
    after = copy_of(state)
    after.seats[seats[0]].stand_in = True
    deadlines.give_back(after, moment.outage_ms)
    return Draft(BY_THE_TABLE, StandIn(), after, seats[0])
