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


def test_what_a_seat_hears_besides_passes_through() -> None:
    message = play_pb2.TablePresence(table_id="t", away=[play_pb2.AwaySeat(seat=1, since_ms=5)])

    note = updates.heard("seat.0123456789abcdef.3", "presence", message.SerializeToString())

    assert isinstance(note, updates.Note)
    assert (note.table_id, note.seat, note.data) == ("0123456789abcdef", 3, message.SerializeToString())
    assert play_pb2.WatchResponse.FromString(updates.watch_response(note.kind, note.data)).presence == message


def test_a_kind_of_a_later_release_is_ignored() -> None:
    assert updates.heard("seat.0123456789abcdef.3", "future", b"") is None


def test_what_orders_an_update_is_read() -> None:
    read = updates.read(table_update(1).SerializeToString())

    assert (read.table_id, read.position, read.seat) == ("0123456789abcdef", (2, 7), 1)


@pytest.mark.parametrize(
    ("seat", "player_id", "may_see"),
    [
        (1, "beto", True),
        (1, "ana", False),
        (1, "carla", False),
        (None, "carla", True),
        (None, "beto", False),
    ],
)
def test_an_update_is_for_who_sits_there_or_for_who_does_not_sit(
    seat: int | None, player_id: str, may_see: bool
) -> None:
    assert updates.read(table_update(seat).SerializeToString()).is_for(player_id) is may_see
