"""A stream gets a table's updates in order and whole, whatever is being fetched meanwhile."""

import asyncio
from typing import Any

import pytest

from services.common.errors import Unreachable
from services.gateway.feeds import Feeds
from services.gateway.follower import Follower
from services.gateway.stream import Stream
from services.gateway.tables import Tables
from services.gateway.updates import heard, read
from truco.play.v1 import play_pb2
from truco.tables.v1 import tables_pb2

TABLE = "0123456789abcdef"


class SlowTables(Tables):
    """Answers with version 1, each time when told to."""

    def __init__(self) -> None:
        self.asked: asyncio.Queue[asyncio.Future[None]] = asyncio.Queue()

    async def get(self, *_: Any) -> tables_pb2.Updates:
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.asked.put_nowait(told)
        await told
        return tables_pb2.Updates(update=_update(1))


class SilentFeeds(Feeds):
    """Nobody but the test sends."""

    async def join(self, *_: Any) -> None: ...

    async def leave(self, *_: Any) -> None: ...


async def test_nothing_is_skipped_when_a_table_is_fetched_twice_at_once() -> None:
    tables, stream = SlowTables(), Stream(100)
    follower = Follower("ana", stream, tables, SilentFeeds(None))  # type: ignore[arg-type]  # it connects to nothing
    opening = asyncio.create_task(follower.follow(TABLE, (0, 0)))
    first = await tables.asked.get()
    follower.moved(tables_pb2.Whereabouts(table_id=TABLE, seat=1))
    second = await tables.asked.get()

    follower._hear(read(_update(2)))
    first.set_result(None)
    await opening
    follower._hear(read(_update(3)))
    second.set_result(None)

    messages = stream.messages()
    async with asyncio.timeout(2):
        sent = [play_pb2.WatchResponse.FromString(await anext(messages)).update.table.version for _ in range(3)]
    assert sent == [1, 2, 3]
    await follower.stop()


async def test_what_is_said_at_a_seat_is_for_who_sits_there_by_the_tables_word() -> None:
    """Words for the seat that come before the player has left it by an update, or after another has taken it."""
    stream = Stream(100)
    follower = Follower("ana", stream, AtTheTable(), SilentFeeds(None))  # type: ignore[arg-type]
    await follower.follow(TABLE, (0, 0), 1)
    for seat in (1, 0):
        line = play_pb2.TalkLine(table_id=TABLE, number=seat, table_text="buenas")
        note = heard(f"seat.{TABLE}.{seat}", "talk", line.SerializeToString())
        assert note is not None
        follower._hear(note)

    messages = stream.messages()
    async with asyncio.timeout(2):
        await anext(messages)
        assert play_pb2.WatchResponse.FromString(await anext(messages)).talk.number == 1
    stream.close(Unreachable("SHUTTING_DOWN", "the end"))
    with pytest.raises(Unreachable):
        await anext(messages)
    await follower.stop()


class AtTheTable(Tables):
    """Ana sits in seat 1."""

    def __init__(self) -> None: ...

    async def get(self, *_: Any) -> tables_pb2.Updates:
        return tables_pb2.Updates(seat=1, update=_update(1, seat=1))


def _update(version: int, seat: int | None = None) -> bytes:
    seats = [play_pb2.SeatInfo(seat=seat, player_id="ana")] if seat is not None else []
    table = play_pb2.TableInfo(table_id=TABLE, epoch=1, version=version, seats=seats)
    return tables_pb2.SeatUpdate(table=table.SerializeToString(), seat=seat).SerializeToString()
