"""The start of a staked match: it waits until every stake is held, or is called off. Each returns a new state."""

from collections.abc import Collection

from services.tables.domain.copies import copy_of
from services.tables.domain.life import closed, free
from services.tables.domain.seats import people
from services.tables.domain.times import Moment
from truco.play.v1.play_pb2 import TABLE_STATUS_OPEN, TABLE_STATUS_STARTING, StartRefusal
from truco.tables.v1.tables_pb2 import TableState


def starting(state: TableState, moment: Moment) -> TableState:
    """Every seat is taken: the stakes are to be held."""
    after = copy_of(state)
    after.status = TABLE_STATUS_STARTING
    after.starting_ms = moment.now_ms
    after.due_ms = moment.now_ms + moment.times.hold_patience
    after.ClearField("start_refusal")
    return after


def called_off(state: TableState, refusal: StartRefusal, moment: Moment) -> TableState:
    """The stakes are not held. Who is named loses the seat, and the table waits on, with another match to come.

    With no people left it closes, and so does one that the matchmaker made.
    """
    after = copy_of(state)
    after.status = TABLE_STATUS_OPEN
    after.epoch += 1
    after.starting_ms = 0
    after.start_refusal.CopyFrom(refusal)
    after.due_ms = moment.now_ms + moment.times.idle
    for seat in _seats_of(after, refusal.player_ids):
        after = free(after, seat)
    return after if people(after) and not after.matched else closed(after)


def _seats_of(state: TableState, player_ids: Collection[str]) -> list[int]:
    return [number for number, seat in enumerate(state.seats) if seat.player.player_id in player_ids]
