"""What absence leads to, on states alone."""

from dataclasses import replace

import pytest

from services.tables.domain import absence, play
from services.tables.domain.seats import awaited_bots
from services.tables.domain.table import Draft, Table, kind, seal
from services.tables.domain.times import Moment
from services.tables.domain.updates import fan_out
from tests.harness.sealed_matches import TIMES
from truco.engine.v1.engine_pb2 import Awaited, NewMatchResponse, Position
from truco.play.v1.play_pb2 import TABLE_STATUS_ABANDONED, TABLE_STATUS_PLAYING, TableUpdate
from truco.rules.v1.rules_pb2 import (
    ACTION_KIND_DEAL,
    ACTION_KIND_ENVIDO,
    ACTION_KIND_NO_QUIERO,
    PHASE_PLAY,
    Action,
)
from truco.tables.v1.tables_pb2 import (
    Command,
    LogEntry,
    MatchAbandoned,
    MatchLog,
    Player,
    SeatState,
    StandIn,
    TableRecord,
    TableState,
    TakeSeatBack,
)

NOW = 1_000_000
MOMENT = Moment(NOW, 7, TIMES)
TABLE = "0123456789abcdef"


def _state() -> TableState:
    """Ana, a bot of the platform, and Caro, who is a program; Ana is awaited."""
    return TableState(
        table_id=TABLE,
        epoch=1,
        status=TABLE_STATUS_PLAYING,
        started_ms=1,
        deals=1,
        engine_state=b"x",
        seat_views=[b"", b"", b""],
        position=Position(phase=PHASE_PLAY, awaited=[Awaited(seat=0)]),
        seats=[
            SeatState(player=Player(player_id="ana"), deadline_ms=NOW + 9),
            SeatState(player=Player(player_id="bot-t-1", bot=True), platform_bot=True),
            SeatState(player=Player(player_id="caro", bot=True)),
        ],
    )


def _due(away: dict[int, int]) -> Draft | None:
    return absence.for_absence(_state(), away, MOMENT)


def test_forty_seconds_away_and_a_bot_sits_in() -> None:
    assert _due({0: NOW - TIMES.stand_in + 1}) is None
    draft = _due({0: NOW - TIMES.stand_in})
    assert draft is not None
    assert isinstance(draft.done, StandIn)
    assert draft.seat == 0
    assert [seat.stand_in for seat in draft.state.seats] == [True, False, False]
    assert draft.state.seats[0].deadline_ms == NOW + 9
    assert absence.for_absence(draft.state, {0: NOW - TIMES.stand_in}, MOMENT) is None


def test_two_minutes_without_anybody_and_the_match_is_given_up() -> None:
    draft = _due({0: NOW - TIMES.abandon, 2: NOW - TIMES.abandon})
    assert draft is not None
    assert isinstance(draft.done, MatchAbandoned)
    assert draft.state.status == TABLE_STATUS_ABANDONED
    assert kind(seal(_stored(_state()), draft, NOW)) == "abandoned"


@pytest.mark.parametrize("away", [{}, {0: NOW - 500_000}, {0: NOW - 500_000, 2: NOW - 119_999}])
def test_the_match_goes_on_while_somebody_is_there_or_was_lately(away: dict[int, int]) -> None:
    draft = _due(away)
    assert draft is None or isinstance(draft.done, StandIn)


def test_who_acts_without_a_stream_is_there() -> None:
    state = _state()
    played = LogEntry(seat=0, action=Action(kind=ACTION_KIND_ENVIDO), time_ms=NOW - 5_000)
    by_the_clock = LogEntry(seat=2, action=Action(kind=ACTION_KIND_NO_QUIERO), time_ms=NOW - 5_000, by="clock")
    dealt = LogEntry(seat=2, action=Action(kind=ACTION_KIND_DEAL), time_ms=NOW - 5_000)
    state.log = MatchLog(entries=[played, by_the_clock, dealt]).SerializeToString()
    away = {0: NOW - TIMES.abandon, 2: NOW - TIMES.abandon}
    draft = absence.for_absence(state, away, MOMENT)
    assert draft is not None
    assert (draft.seat, isinstance(draft.done, StandIn)) == (2, True)
    assert absence.for_absence(draft.state, away, MOMENT) is None


def test_two_missed_turns_in_a_row_and_a_bot_sits_in() -> None:
    state = _state()
    absence.turn_missed(state, 0)
    assert absence.stand_in_for_missed_turns(state, MOMENT) is None
    absence.turn_missed(state, 0)
    draft = absence.stand_in_for_missed_turns(state, MOMENT)
    assert draft is not None
    assert draft.state.seats[0].stand_in
    assert absence.stand_in_for_missed_turns(draft.state, MOMENT) is None


def test_a_bots_own_missed_turns_do_not_count() -> None:
    state = _state()
    absence.turn_missed(state, 1)
    state.seats[0].stand_in = True
    absence.turn_missed(state, 0)
    assert [seat.missed_turns for seat in state.seats] == [0, 0, 0]


def test_who_takes_the_seat_back_starts_anew() -> None:
    state = _state()
    state.seats[0].stand_in, state.seats[0].missed_turns = True, 2
    command = Command(player=Player(player_id="ana"), request_id="r", take_back=TakeSeatBack())
    after = absence.taken_back(state, 0, command, MOMENT)
    assert not after.seats[0].stand_in
    assert not after.seats[0].missed_turns
    assert after.seats[0].requests[-1].request_id == "r"
    assert state.seats[0].stand_in, "what was given stays as it was"


def test_an_outage_is_given_back_though_a_bot_sits_in_at_once_afterwards() -> None:
    state, after_outage = _state(), replace(MOMENT, outage_ms=4_000)
    state.due_ms, state.seats[0].missed_turns = NOW + 9, TIMES.missed_turns
    for draft in (
        absence.for_absence(state, {0: NOW - TIMES.stand_in}, after_outage),
        absence.stand_in_for_missed_turns(state, after_outage),
    ):
        assert draft is not None
        assert draft.state.seats[0].deadline_ms == draft.state.due_ms == NOW + 4_009


def test_an_outage_is_given_back_to_who_takes_the_seat_back_afterwards() -> None:
    state = _state()
    state.seats[0].stand_in = True
    command = Command(player=Player(player_id="ana"), request_id="r", take_back=TakeSeatBack())
    after = absence.taken_back(state, 0, command, replace(MOMENT, outage_ms=4_000))
    assert after.seats[0].deadline_ms == after.due_ms == NOW + 4_009


def test_an_outage_before_a_deal_changes_nothing_of_when_it_is_due() -> None:
    state = _state()
    state.seats[0].deadline_ms, state.due_ms = 0, NOW + 5
    draft = absence.for_absence(state, {0: NOW - TIMES.stand_in}, replace(MOMENT, outage_ms=4_000))
    assert draft is not None
    assert (draft.state.seats[0].deadline_ms, draft.state.due_ms) == (0, NOW + 5)


def test_a_new_match_knows_nothing_of_absence_in_the_last_one() -> None:
    state = _state()
    state.seats[0].stand_in, state.seats[0].missed_turns = True, 2
    moment = Moment(NOW, 9, TIMES)
    after = play.started(state, NewMatchResponse(position=Position()), 0, moment)
    assert not after.seats[0].stand_in
    assert not after.seats[0].missed_turns


def test_the_bot_that_sits_in_is_told_the_turn_and_the_player_too() -> None:
    state = _state()
    state.seats[0].stand_in = True
    assert awaited_bots(state) == [0]
    told = {update.subject: update.data for update in fan_out(TableRecord(version=5, state=state), NOW)}
    assert told.keys() == {f"seat.{TABLE}.0.update", f"botseat.{TABLE}.0", f"seat.{TABLE}.2.update"}
    assert TableUpdate.FromString(told[f"seat.{TABLE}.2.update"]).table.seats[0].stand_in


def test_what_the_bot_does_is_told_from_what_its_player_does() -> None:
    state = _state()
    assert absence.actor_of_bot(state, 1) == "bot-t-1"
    state.seats[0].stand_in = True
    assert absence.actor_of_bot(state, 0) == f"bot-{TABLE}-0"


def _stored(state: TableState) -> Table:
    return Table(TableRecord(version=5, state=state), 3)
