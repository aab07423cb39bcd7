"""What is read of a table's update, and that it reaches clients unchanged."""

import pytest

from services.gateway import updates
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2


def table_update(seat: int | None, hands: int = 1) -> play_pb2.TableUpdate:
    seats = [play_pb2.SeatInfo(seat=0, player_id="ana"), play_pb2.SeatInfo(seat=1, player_id="beto")]
    table = play_pb2.TableInfo(table_id="0123456789abcdef", epoch=2, version=7, seats=seats)
    events = [rules_pb2.Event(hand_dealt=rules_pb2.HandDealt(hand=hand)) for hand in range(hands)]
    return play_pb2.TableUpdate(table=table, seat=seat, events=events, view=rules_pb2.View(seats=2, target=15))


@pytest.mark.parametrize("hands", [1, 10, 100, 10_000])
def test_the_bytes_pass_through_whatever_their_length(hands: int) -> None:
    sent = table_update(1, hands)

    read = updates.read(sent.SerializeToString())

    assert play_pb2.WatchResponse.FromString(read.message) == play_pb2.WatchResponse(update=sent)


def test_an_update_for_a_seat_names_its_player() -> None:
    read = updates.read(table_update(1).SerializeToString())

    assert (read.table_id, read.position, read.seat, read.holder) == ("0123456789abcdef", (2, 7), 1, "beto")


def test_an_update_for_spectators_is_nobodys() -> None:
    read = updates.read(table_update(None).SerializeToString())

    assert (read.seat, read.holder) == (None, "")
