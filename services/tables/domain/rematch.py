"""Another match with the same seats: offered, wanted, declined, begun. Each function returns a new state."""

from services.common.forms import check_client_seed
from services.tables.domain.copies import copy_of
from services.tables.domain.requests import remember
from services.tables.domain.seats import people
from services.tables.domain.times import Moment
from truco.play.v1.play_pb2 import TABLE_STATUS_OPEN
from truco.tables.v1.tables_pb2 import Command, RematchState, SeatState, TableState

_OF_THE_MATCH = (
    "rematch",
    "started_ms",
    "engine_state",
    "position",
    "seat_views",
    "spectator_view",
    "deals",
    "log",
    "first_dealer",
    "match_chain",
    "void_reason",
    "start_refusal",
)


def offered(state: TableState, server_seed: bytes, moment: Moment) -> TableState:
    """A finished match may be followed by another one: its shuffle is fixed now, before anybody's new client seed."""
    after = copy_of(state)
    after.rematch.CopyFrom(RematchState(server_seed=server_seed, until_ms=moment.now_ms + moment.times.rematch))
    after.due_ms = after.rematch.until_ms
    return after


def wanted(state: TableState, seat: int, command: Command, moment: Moment) -> TableState:
    """A person wants another match. Errors: BAD_REQUEST."""
    after = copy_of(state)
    after.seats[seat].wants_rematch = True
    after.seats[seat].next_client_seed = check_client_seed(command.rematch.client_seed)
    remember(after.seats[seat], command, moment.version)
    return after


def declined(state: TableState, seat: int, command: Command, moment: Moment) -> TableState:
    """A person wants no other match: the offer ends for all."""
    after = closed(state)
    remember(after.seats[seat], command, moment.version)
    return after


def closed(state: TableState) -> TableState:
    """No other match follows."""
    after = copy_of(state)
    after.ClearField("rematch")
    after.due_ms = 0
    for seat in after.seats:
        _forget_wish(seat)
    return after


def is_wanted_by_all(state: TableState) -> bool:
    """Whether every person wants another match."""
    return all(state.seats[seat].wants_rematch for seat in people(state))


def next_match(state: TableState, moment: Moment) -> TableState:
    """The table as it is right before its next match, which everybody wants.

    It counts for no rating: only who is paired with whoever comes is rated, or two could rate each other for ever.
    """
    after = copy_of(state)
    after.ranked = False
    after.epoch += 1
    after.status = TABLE_STATUS_OPEN
    after.server_seed = state.rematch.server_seed
    after.hand_version = moment.version
    for seat in after.seats:
        seat.client_seed = seat.next_client_seed
        seat.deadline_ms = seat.missed_turns = 0
        seat.stand_in = False
        _forget_wish(seat)
    for name in _OF_THE_MATCH:
        after.ClearField(name)  # type: ignore[arg-type]
    return after


def _forget_wish(seat: SeatState) -> None:
    seat.ClearField("wants_rematch")
    seat.ClearField("next_client_seed")
