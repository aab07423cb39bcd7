"""The lobby in Watch streams: those with the same filter are told the same, at most twice a second."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from services.gateway.lobby import Lobby, News
from services.gateway.lobby_filter import Filter
from services.gateway.stream import Stream
from truco.play.v1 import play_pb2

_EVERY_SECONDS: Final = 0.5
_TABLES_PER_MESSAGE: Final = 200
"""Of some 300 bytes each: every client takes such a message."""


@dataclass(slots=True)
class _Feed:
    """The streams that have one filter, and the tables that they were told of."""

    wanted: Filter
    shown: set[str]
    streams: set[Stream] = field(default_factory=set)


class LobbyFeeds:
    """Puts what changes in the lobby into the streams that want to hear of it."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._feeds: dict[Filter, _Feed] = {}

    async def join(self, stream: Stream, wanted: Filter) -> None:
        """Puts all tables that fit into a stream, as soon as they are known, and from then on what changes."""
        await self._lobby.known.wait()
        if (feed := self._feeds.get(wanted)) is None:
            feed = self._feeds[wanted] = _Feed(wanted, {table.table_id for table in self._lobby.all(wanted)})
        feed.streams.add(stream)
        # What the others were told: what has changed since then reaches all of them alike.
        told = [table for table in self._lobby.all(wanted) if table.table_id in feed.shown]
        for message in _all(told):
            stream.put(message)

    def leave(self, stream: Stream, wanted: Filter) -> None:
        """Tells a stream nothing more."""
        if feed := self._feeds.get(wanted):
            feed.streams.discard(stream)
            if not feed.streams:
                del self._feeds[wanted]

    async def run(self) -> None:
        """For ever: tells what has changed."""
        while True:
            await asyncio.sleep(_EVERY_SECONDS)
            news = self._lobby.take_news()
            if news.anew or news.table_ids:
                for feed in tuple(self._feeds.values()):
                    self._tell(feed, news)

    def _tell(self, feed: _Feed, news: News) -> None:
        messages = self._anew(feed) if news.anew else self._changes(feed, news.table_ids)
        for message in messages:
            for stream in tuple(feed.streams):
                stream.put_live(message)

    def _anew(self, feed: _Feed) -> Sequence[bytes]:
        tables = self._lobby.all(feed.wanted)
        feed.shown = {table.table_id for table in tables}
        return list(_all(tables))

    def _changes(self, feed: _Feed, table_ids: frozenset[str]) -> Sequence[bytes]:
        listed = filter(None, map(self._lobby.get, table_ids))
        fitting = {table.table_id: table for table in listed if feed.wanted.fits(table)}
        gone = (table_ids & feed.shown) - fitting.keys()
        feed.shown = (feed.shown - gone) | fitting.keys()
        if not fitting and not gone:
            return ()
        first, *rest = list(_batches(list(fitting.values()))) or [()]
        changes = [play_pb2.LobbyChange(tables=first, gone=gone), *(play_pb2.LobbyChange(tables=more) for more in rest)]
        return [_message(change) for change in changes]


def _all(tables: Sequence[play_pb2.TableInfo]) -> Iterator[bytes]:
    """All tables, for who forgets what there was before: in several messages where there are many."""
    first, *rest = list(_batches(tables)) or [()]
    yield _message(play_pb2.LobbyChange(tables=first, all=True))
    for more in rest:
        yield _message(play_pb2.LobbyChange(tables=more))


def _batches(tables: Sequence[play_pb2.TableInfo]) -> Iterator[Sequence[play_pb2.TableInfo]]:
    return (tables[at : at + _TABLES_PER_MESSAGE] for at in range(0, len(tables), _TABLES_PER_MESSAGE))


def _message(change: play_pb2.LobbyChange) -> bytes:
    return play_pb2.WatchResponse(lobby=change).SerializeToString()
