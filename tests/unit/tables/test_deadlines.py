"""Whose time runs until when, and when the clock must look (architecture 4.5)."""

from services.tables.domain.deadlines import earliest, expired, rearm, shift
from services.tables.domain.timers import next_wake_ms, wake_ms
from services.tables.domain.times import Moment
from tests.harness.sealed_matches import TIMES
from truco.engine.v1.engine_pb2 import Awaited, Position
from truco.play.v1.play_pb2 import TABLE_STATUS_FINISHED, TABLE_STATUS_OPEN, TABLE_STATUS_PLAYING
from truco.rules.v1.rules_pb2 import (
    ACTION_KIND_NO_QUIERO,
    ACTION_KIND_PLAY,
    PHASE_DEAL,
    PHASE_PLAY,
    Action,
    ActionKind,
)
from truco.tables.v1.tables_pb2 import SeatState, TableRecord, TableState


def test_who_must_move_gets_the_turn_and_the_bank() -> None:
    state = _state(position=_awaiting(ACTION_KIND_PLAY, 1))
    rearm(state, _awaiting(ACTION_KIND_PLAY, 0), 0, _at(1_000))
    assert [seat.deadline_ms for seat in state.seats] == [0, 91_000]


def test_the_turn_costs_no_bank_and_what_goes_beyond_does() -> None:
    for used, left in [(29_999, 60_000), (30_000, 60_000), (40_000, 50_000), (95_000, 0)]:
        state = _state(position=_awaiting(ACTION_KIND_PLAY, 1))
        state.seats[0].deadline_ms = 90_000
        rearm(state, _awaiting(ACTION_KIND_PLAY, 0), 0, _at(used))
        assert (state.seats[0].bank_ms, state.seats[0].deadline_ms) == (left, 0)


def test_partners_burn_their_time_in_parallel() -> None:
    """Seats 1 and 3 owe an answer; when 1 has refused, 3 keeps its deadline (rules.md 5)."""
    state = _state(4, position=_awaiting(ACTION_KIND_NO_QUIERO, 3))
    state.seats[1].deadline_ms = state.seats[3].deadline_ms = 90_000
    rearm(state, _awaiting(ACTION_KIND_NO_QUIERO, 1, 3), 1, _at(20_000))
    assert [seat.deadline_ms for seat in state.seats] == [0, 0, 0, 90_000]


def test_who_owes_something_new_gets_new_time() -> None:
    state = _state(position=_awaiting(ACTION_KIND_NO_QUIERO, 1))
    state.seats[1].deadline_ms = 90_000
    rearm(state, _awaiting(ACTION_KIND_PLAY, 1), 0, _at(20_000))
    assert state.seats[1].deadline_ms == 110_000


def test_nobody_burns_time_before_the_deal() -> None:
    state = _state(position=_awaiting(ACTION_KIND_PLAY, 0))
    state.position.phase = PHASE_DEAL
    state.seats[1].deadline_ms = 90_000
    rearm(state, _awaiting(ACTION_KIND_PLAY, 1), 1, _at(5_000))
    assert earliest(state) == 0


def test_the_first_deadline_that_has_passed_is_played_first() -> None:
    state = _state(4)
    for number, deadline in enumerate([0, 500, 400, 900]):
        state.seats[number].deadline_ms = deadline
    assert [expired(state, now) for now in (399, 400, 600)] == [None, 2, 2]
    assert earliest(state) == 400


def test_an_outage_moves_only_running_deadlines() -> None:
    state = _state()
    state.seats[1].deadline_ms = 500
    shift(state, 4_000)
    assert [seat.deadline_ms for seat in state.seats] == [0, 4_500]


def test_the_timer_fires_no_later_than_the_next_act_is_due() -> None:
    playing = TableRecord(time_ms=1_000, state=_state(position=_awaiting(ACTION_KIND_PLAY, 0)))
    playing.state.due_ms = 91_000
    assert wake_ms(playing, TIMES) == 91_000
    playing.state.seats[0].platform_bot = True
    assert wake_ms(playing, TIMES) == 6_000
    assert next_wake_ms(playing, TIMES, 6_100) == 11_000
    assert next_wake_ms(playing, TIMES, 90_000) == 91_000


def test_the_timer_of_a_deal_an_open_and_an_ended_table() -> None:
    record = TableRecord(time_ms=1_000, state=_state())
    record.state.due_ms = 3_500
    record.state.position.phase = PHASE_DEAL
    assert wake_ms(record, TIMES) == 3_500 + TIMES.deal_grace
    record.state.status = TABLE_STATUS_OPEN
    assert wake_ms(record, TIMES) == 3_500
    record.state.status = TABLE_STATUS_FINISHED
    assert wake_ms(record, TIMES) == 1_000 + TIMES.keep
    assert next_wake_ms(record, TIMES, 90_000_000) == 90_000_000 + TIMES.keep


def _state(seats: int = 2, position: Position | None = None) -> TableState:
    return TableState(
        status=TABLE_STATUS_PLAYING,
        turn_ms=30_000,
        seats=[SeatState(bank_ms=60_000) for _ in range(seats)],
        position=position or Position(phase=PHASE_PLAY),
    )


def _awaiting(kind: ActionKind, *seats: int) -> Position:
    awaited = [Awaited(seat=seat, default_action=Action(kind=kind)) for seat in seats]
    return Position(phase=PHASE_PLAY, awaited=awaited)


def _at(now_ms: int) -> Moment:
    return Moment(now_ms, 7, TIMES)
