"""A stream gets a table's updates in order and whole, whatever is being fetched meanwhile."""

import asyncio
from typing import Any

from services.gateway.feeds import Feeds
from services.gateway.follower import Follower
from services.gateway.stream import Stream
from services.gateway.tables import Tables
from services.gateway.updates import read
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
        return tables_pb2.Updates(updates=[_update(1)])


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


def _update(version: int) -> bytes:
    table = play_pb2.TableInfo(table_id=TABLE, epoch=1, version=version)
    return tables_pb2.SeatUpdate(table=table.SerializeToString()).SerializeToString()
