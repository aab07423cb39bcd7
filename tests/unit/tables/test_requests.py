"""What a table remembers of requests (architecture 4.2)."""

import pytest

from services.common.errors import Reused
from services.tables.domain.requests import OF_LEFT_PLAYERS, PER_SEAT, body_hash, done_before, remember, remember_left
from truco.rules.v1.rules_pb2 import ACTION_KIND_MAZO, ACTION_KIND_TRUCO, Action, ActionKind
from truco.tables.v1.tables_pb2 import Act, Command, JoinTable, LeaveTable, OpenTable, Player, SeatState, TableState


def test_a_request_is_known_by_id_and_body() -> None:
    state = TableState(seats=[SeatState(player=Player(player_id="ana"))])
    remember(state.seats[0], _act("r1"), 4)
    done = done_before(state, 0, _act("r1"))
    assert done is not None and done.version == 4
    assert done_before(state, 0, _act("r2")) is None
    with pytest.raises(Reused):
        done_before(state, 0, _act("r1", ACTION_KIND_MAZO))


def test_a_new_expected_version_is_not_another_body() -> None:
    state = TableState(seats=[SeatState(player=Player(player_id="ana"))])
    remember(state.seats[0], _act("r1"), 4)
    again = _act("r1")
    again.expected_version = 9
    assert done_before(state, 0, again) is not None


def test_a_seat_remembers_its_last_sixteen_requests() -> None:
    state = TableState(seats=[SeatState(player=Player(player_id="ana"))])
    for number in range(PER_SEAT + 1):
        remember(state.seats[0], _act(f"r{number}"), number)
    assert done_before(state, 0, _act("r0")) is None
    assert done_before(state, 0, _act("r1")) is not None


def test_who_has_left_is_remembered_by_player() -> None:
    state = TableState(seats=[SeatState(player=Player(player_id="ana"))])
    remember(state.seats[0], _act("r1"), 4)
    leaving = Command(player=Player(player_id="ana"), request_id="r2", leave=LeaveTable())
    remember(state.seats[0], leaving, 5)
    remember_left(state, state.seats[0])
    state.seats[0].Clear()
    assert done_before(state, None, leaving) is not None
    assert done_before(state, None, _act("r1")) is not None
    other = Command(player=Player(player_id="beto"), request_id="r2", leave=LeaveTable())
    assert done_before(state, None, other) is None
    assert len(state.left_requests) <= OF_LEFT_PLAYERS


def _act(request_id: str, kind: ActionKind = ACTION_KIND_TRUCO) -> Command:
    return Command(player=Player(player_id="ana"), request_id=request_id, act=Act(action=Action(kind=kind)))


def test_a_password_leaves_no_trace_in_what_is_remembered() -> None:
    hashes = {
        body_hash(Command(join=JoinTable(password=password, client_seed="luck"))) for password in ("", "mate", "amargo")
    } | {body_hash(Command(join=JoinTable(client_seed="luck")))}
    assert len(hashes) == 1
    assert body_hash(Command(open=OpenTable(seats=4, password="mate"))) == body_hash(Command(open=OpenTable(seats=4)))
    assert body_hash(Command(open=OpenTable(seats=4))) != body_hash(Command(open=OpenTable(seats=6)))
