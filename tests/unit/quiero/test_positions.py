"""What the client library's Watch asks for when it resumes."""

import pytest

from quiero.positions import Positions
from services.common.errors import NotFound
from truco.play.v1 import play_pb2

TABLE = "0123456789abcdef"


def update(version: int, status: play_pb2.TableStatus, *, rematch: bool = False) -> play_pb2.WatchResponse:
    table = play_pb2.TableInfo(table_id=TABLE, epoch=1, version=version, status=status)
    if rematch:
        table.rematch.SetInParent()
    return play_pb2.WatchResponse(update=play_pb2.TableUpdate(table=table))


def test_it_resumes_from_the_last_version_seen() -> None:
    positions = Positions([TABLE])
    positions.note(update(4, play_pb2.TABLE_STATUS_PLAYING))
    positions.note(update(7, play_pb2.TABLE_STATUS_PLAYING))
    positions.note(play_pb2.WatchResponse(heartbeat=play_pb2.Heartbeat()))

    assert list(positions.resume()) == [play_pb2.WatchTable(table_id=TABLE, epoch=1, version=7)]


def test_a_table_that_was_asked_for_is_asked_for_until_it_was_seen() -> None:
    assert list(Positions([TABLE]).resume()) == [play_pb2.WatchTable(table_id=TABLE)]


def test_a_spectator_resumes_from_the_last_hand() -> None:
    positions = Positions([TABLE])
    table = play_pb2.TableInfo(table_id=TABLE, epoch=2, version=30, status=play_pb2.TABLE_STATUS_PLAYING)
    positions.note(play_pb2.WatchResponse(hand=play_pb2.SpectatedHand(table=table)))

    assert list(positions.resume()) == [play_pb2.WatchTable(table_id=TABLE, epoch=2, version=30)]


@pytest.mark.parametrize("status", [play_pb2.TABLE_STATUS_FINISHED, play_pb2.TABLE_STATUS_VOIDED])
def test_a_table_whose_match_is_over_is_asked_for_only_while_a_rematch_may_follow(status: play_pb2.TableStatus) -> None:
    positions = Positions([])
    positions.note(update(90, status, rematch=True))
    assert [table.version for table in positions.resume()] == [90]

    positions.note(update(91, status))
    assert list(positions.resume()) == []


def test_a_table_that_is_gone_is_not_asked_for_again_but_one_that_never_was_there_is_an_error() -> None:
    positions = Positions([TABLE])
    missing = NotFound("TABLE_NOT_FOUND", "no table", table_id=TABLE)
    assert not positions.forget(missing)

    positions.note(update(90, play_pb2.TABLE_STATUS_FINISHED, rematch=True))
    assert positions.forget(missing)
    assert list(positions.resume()) == []
