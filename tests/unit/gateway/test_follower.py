"""A stream gets a table's updates in order and whole, whatever is being fetched meanwhile."""

import asyncio
from typing import Any

from services.gateway.comparison import Comparison
from services.gateway.feeds import Feeds
from services.gateway.follower import Follower
from services.gateway.mutes import Mutes
from services.gateway.presence import Presence
from services.gateway.stream import Stream
from services.gateway.tables import Tables
from services.gateway.talk import Talk
from services.gateway.updates import Note, heard, read
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

    lives = 0

    def __init__(self) -> None: ...

    @property
    def reconnects(self) -> int:
        return self.lives

    async def join(self, *_: Any) -> None: ...

    async def leave(self, *_: Any) -> None: ...


async def test_nothing_is_skipped_when_a_table_is_fetched_twice_at_once() -> None:
    tables, stream = SlowTables(), Stream(100)
    follower = _follower(stream, tables, SilentFeeds())
    opening = asyncio.create_task(follower.follow(TABLE, (0, 0)))
    first = await tables.asked.get()
    follower.moved(tables_pb2.Whereabouts(table_id=TABLE, seat=1))
    second = await tables.asked.get()

    follower._hear(read(_update(2)))
    first.set_result(None)
    await opening
    follower._hear(read(_update(3)))
    second.set_result(None)

    async with asyncio.timeout(2):
        sent = [play_pb2.WatchResponse.FromString(await stream.next()).update.table.version for _ in range(3)]
    assert sent == [1, 2, 3]
    await follower.stop()


async def test_what_is_said_at_a_seat_is_for_who_sits_there_by_the_tables_word() -> None:
    """Words for another seat, or for who sat in this one before: they come before the follower knows better."""
    stream, tables = Stream(100), AtTheTable()
    follower = _follower(stream, tables, SilentFeeds())
    await follower.follow(TABLE, (0, 0), 1)

    follower._hear(_said(2, "ana", seat=0))
    follower._hear(_said(3, "beto", seat=1))
    follower._hear(_said(4, "ana", seat=1))

    assert _lines(stream) == [4]
    await follower.stop()


async def test_a_line_is_told_once_though_it_comes_again_and_while_lines_are_fetched() -> None:
    stream, tables = Stream(100), AtTheTable(5, 6)
    follower = _follower(stream, tables, SilentFeeds())
    await follower.follow(TABLE, (0, 0), 1)

    for number in (6, 7, 7, 4):
        follower._hear(_said(number, "ana", seat=1))

    assert _lines(stream) == [5, 6, 7, 4], "one that comes late is told late"
    await follower.stop()


async def test_what_was_said_while_the_connection_was_lost_is_fetched() -> None:
    stream, tables, feeds = Stream(100), AtTheTable(5), SilentFeeds()
    follower = _follower(stream, tables, feeds)
    await follower.follow(TABLE, (0, 0), 1)
    follower.listen()
    tables.lines, feeds.lives = (5, 6, 7), 1

    follower.listen()
    assert follower._refreshing is not None
    await follower._refreshing

    assert _lines(stream) == [5, 6, 7]
    follower.listen()
    await asyncio.sleep(0)
    assert tables.asked == 2, "and only once"
    await follower.stop()


async def test_who_is_seen_to_sit_at_the_own_table_need_not_be_looked_for() -> None:
    stream, tables = Stream(100), AtTheTable()
    follower = _follower(stream, tables, SilentFeeds())
    await follower.follow(TABLE, (0, 0), 1)
    assert not follower.at_own_table, "nobody has said yet that it is the own one"

    follower.moved(tables_pb2.Whereabouts(table_id=TABLE, seat=1))
    assert follower.at_own_table

    follower._hear(read(_update(2, seat=1, status=play_pb2.TABLE_STATUS_FINISHED)))
    assert not follower.at_own_table, "the player may sit elsewhere by now"
    await follower.stop()


async def test_nothing_of_a_muted_player_is_told() -> None:
    stream, tables = Stream(100), AtTheTable(5, 6, speaker="beto")
    follower = _follower(stream, tables, SilentFeeds())
    await follower.follow(TABLE, (0, 0), 1)

    follower._hear(_said(7, "ana", seat=1, speaker="beto"))
    follower._hear(_said(8, "ana", seat=1, speaker="caro"))

    assert _lines(stream) == [8]
    await follower.stop()


class AtTheTable(Tables):
    """Ana sits in seat 1."""

    def __init__(self, *lines: int, speaker: str = "caro") -> None:
        self.lines = lines
        self.speaker = speaker
        self.asked = 0

    async def get(self, *_: Any) -> tables_pb2.Updates:
        return tables_pb2.Updates(seat=1, update=_update(1, seat=1))

    async def talk(self, *_: Any) -> list[play_pb2.TalkLine]:
        self.asked += 1
        return [_line(number, self.speaker) for number in self.lines]


class NobodyTold(Presence):
    """Counts, and tells nobody."""

    def __init__(self) -> None:
        super().__init__(None, "gateway", 7)  # type: ignore[arg-type]  # it connects to nothing

    def _tell(self, *_: Any) -> None: ...


class BetoMuted(Mutes):
    """Ana does not hear Beto."""

    def __init__(self) -> None: ...

    async def known(self, player_id: str) -> None: ...

    def hears(self, player_id: str, speaker_id: str) -> bool:
        return (player_id, speaker_id) != ("ana", "beto")


def _follower(stream: Stream, tables: Tables, feeds: Feeds) -> Follower:
    presence = NobodyTold()
    talk = Talk("ana", stream, tables, BetoMuted())
    return Follower("ana", stream, tables, feeds, talk, presence, Comparison(tables, presence))


def _said(number: int, player_id: str, *, seat: int, speaker: str = "caro") -> Note:
    said = tables_pb2.SeatTalk(player_id=player_id, line=_line(number, speaker))
    note = heard(f"seat.{TABLE}.{seat}", "talk", said.SerializeToString())
    assert isinstance(note, Note)
    return note


def _line(number: int, speaker: str) -> play_pb2.TalkLine:
    return play_pb2.TalkLine(table_id=TABLE, number=number, player_id=speaker, table_text="buenas")


def _lines(stream: Stream) -> list[int]:
    """The numbers of the lines that wait in a stream, after its first message, which is the table."""
    waiting = [play_pb2.WatchResponse.FromString(message) for message in stream._waiting]
    assert waiting[0].HasField("update")
    return [response.talk.number for response in waiting[1:]]


def _update(
    version: int, seat: int | None = None, status: play_pb2.TableStatus.ValueType = play_pb2.TABLE_STATUS_PLAYING
) -> bytes:
    seats = [play_pb2.SeatInfo(seat=seat, player_id="ana")] if seat is not None else []
    table = play_pb2.TableInfo(table_id=TABLE, epoch=1, version=version, seats=seats, status=status)
    return tables_pb2.SeatUpdate(table=table.SerializeToString(), seat=seat).SerializeToString()
