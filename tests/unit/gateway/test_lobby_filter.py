"""Which open tables fit a filter."""

import pytest

from services.common.errors import InvalidInput
from services.gateway.lobby_filter import read
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2

TABLE = play_pb2.TableInfo(
    ruleset=rules_pb2.Ruleset(preset="maestro"),
    stake=25,
    seats=[play_pb2.SeatInfo(seat=seat, player_id="ana" if seat == 0 else "") for seat in range(4)],
)


@pytest.mark.parametrize(
    ("fields", "fits"),
    [
        ({}, True),
        ({"presets": ["maestro", "estrella"]}, True),
        ({"presets": ["estrella"]}, False),
        ({"seats": [4, 6]}, True),
        ({"seats": [2]}, False),
        ({"least_stake": 25, "most_stake": 25}, True),
        ({"least_stake": 26}, False),
        ({"most_stake": 24}, False),
        ({"most_stake": 0}, False),
        ({"with_empty_seat": True}, True),
    ],
)
def test_what_is_set_must_fit(fields: dict[str, object], fits: bool) -> None:
    assert read(play_pb2.LobbyFilter(**fields)).fits(TABLE) is fits


def test_a_full_table_has_no_empty_seat() -> None:
    full = play_pb2.TableInfo(seats=[play_pb2.SeatInfo(player_id="ana"), play_pb2.SeatInfo(player_id="beto")])

    assert not read(play_pb2.LobbyFilter(with_empty_seat=True)).fits(full)


def test_filters_that_say_the_same_are_equal() -> None:
    one, other = (read(play_pb2.LobbyFilter(seats=seats)) for seats in ([2, 4], [4, 2, 2]))

    assert one == other and hash(one) == hash(other)


def test_a_filter_is_not_endless() -> None:
    with pytest.raises(InvalidInput, match="BAD_REQUEST"):
        read(play_pb2.LobbyFilter(presets=["maestro"] * 33))
