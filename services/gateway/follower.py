"""The tables that one Watch stream shows, each as the stream's player may see it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from services.common import subjects
from services.common.errors import Denied, NotFound, TrucoError
from services.common.logging import log_bug
from services.gateway import metrics
from services.gateway.comparison import Comparison
from services.gateway.feeds import Feeds
from services.gateway.presence import Presence
from services.gateway.stream import Stream
from services.gateway.tables import Tables
from services.gateway.talk import Talk
from services.gateway.updates import Note, Position, Update, read, read_hand, watch_response
from truco.play.v1 import play_pb2
from truco.tables.v1 import tables_pb2

_NOWHERE: Position = (0, 0)


@dataclass(slots=True)
class _Followed:
    """One table: where it is heard, and what was sent of it last."""

    subject: str
    asked: bool
    """Whether the client asked for it, or it was the player's own when the stream opened."""

    position: Position = _NOWHERE
    seat: int | None = None
    ended: bool = False
    talk: tuple[str, int] | None = None
    """Since when nothing that is said there is missed: the subject and the life of the connection it is heard over."""
    held: list[Update | Note] | None = field(default_factory=list)
    """What arrived while missing updates are being fetched; None when nothing is being fetched."""


@dataclass(frozen=True, slots=True)
class _Fetched:
    """What tables says of a table when it is asked."""

    updates: Sequence[Update] = ()
    seat: int | None = None
    presence: bytes = b""
    """A TablePresence; empty where no match is being played."""


class Follower:
    """Follows tables for one player and puts what happens into a stream, never an older version after a newer one."""

    def __init__(
        self,
        player_id: str,
        stream: Stream,
        tables: Tables,
        feeds: Feeds,
        talk: Talk,
        presence: Presence,
        comparison: Comparison,
    ) -> None:
        self._player_id = player_id
        self._stream = stream
        self._tables = tables
        self._feeds = feeds
        self._talk = talk
        self._presence = presence
        self._comparison = comparison
        self._followed: dict[str, _Followed] = {}
        self._own = ""
        self._own_seat = 0
        self._stale: dict[str, None] = {}
        self._refreshing: asyncio.Task[None] | None = None

    @property
    def at_own_table(self) -> bool:
        """Whether the stream shows its player the own seat, at a table that goes on."""
        followed = self._followed.get(self._own)
        return followed is not None and followed.seat is not None and not followed.ended

    async def follow(self, table_id: str, since: Position, seat: int | None = None) -> None:
        """Starts to follow a table: what happened since a position, then what is new; guessing `seat` right saves time.

        Raises NotFound (TABLE_NOT_FOUND), Denied (SPECTATORS_FORBIDDEN) or Unreachable, and then does not follow it.
        """
        if table_id in self._followed:
            return
        followed = self._follow(table_id, _subject(table_id, seat), asked=True)
        try:
            await self._feeds.join(followed.subject, self._hear)
            await self._fetch(table_id, followed, since)
        except BaseException:
            await self._forget(table_id)
            raise

    def moved(self, whereabouts: tables_pb2.Whereabouts) -> None:
        """Hears where the player sits now. A table left is seen as a spectator sees it from now on."""
        left, self._own, self._own_seat = self._own, whereabouts.table_id, whereabouts.seat
        if left and left != self._own:
            self._refresh(left)
        if self._own and not self._hears_own_seat():
            self._refresh(self._own)

    def compare(self, table_id: str, position: Position, shown: Position) -> None:
        """Hears from tables how far a table is, and how far spectators may see; fetches what is missing."""
        followed = self._followed.get(table_id)
        if followed is None or followed.held is not None:
            return
        if followed.position < (shown if followed.seat is None else position):
            metrics.REPAIRS.inc()
            self._refresh(table_id)

    def listen(self) -> None:
        """Fetches what was said at the player's table where lines may have been missed."""
        for table_id, followed in self._followed.items():
            if followed.seat is not None and followed.held is None and followed.talk != self._listening(followed):
                self._refresh(table_id)

    def versions(self) -> list[play_pb2.TableVersion]:
        """How far each table was sent."""
        return [
            play_pb2.TableVersion(table_id=table_id, epoch=followed.position[0], version=followed.position[1])
            for table_id, followed in self._followed.items()
            if followed.position != _NOWHERE
        ]

    async def stop(self) -> None:
        """Stops following everything."""
        if self._refreshing:
            self._refreshing.cancel()
        for table_id in tuple(self._followed):
            await self._forget(table_id)

    def _hear(self, heard: Update | Note) -> None:
        followed = self._followed.get(heard.table_id)
        if followed is None:
            return
        if followed.held is not None:
            followed.held.append(heard)
        elif isinstance(heard, Note):
            self._hear_note(followed, heard)
        elif not heard.is_for(self._player_id):
            # The player took or left a seat, and somebody else may sit there now, before we heard of it.
            self._refresh(heard.table_id)
        elif _is_news(heard, followed):
            self._sent(followed, heard)
            self._stream.put_live(heard.message)

    def _hear_note(self, followed: _Followed, note: Note) -> None:
        """Passes on what is for the seat where the player sits by the table's own word."""
        if followed.seat != note.seat:
            return
        if note.kind == subjects.TALK:
            self._talk.hear(note)
        else:
            self._stream.put_live(watch_response(note.kind, note.data))

    async def _fetch(self, table_id: str, followed: _Followed, since: Position) -> None:
        """Sends what happened since a position, then what was heard meanwhile."""
        # One list for all who fetch at this moment: whoever is done first sends what was heard meanwhile.
        followed.held = held = [] if followed.held is None else followed.held
        fetched = _Fetched()
        lines: Sequence[play_pb2.TalkLine] = ()
        try:
            fetched = await self._now(table_id, followed, since)
            lines = await self._lines(table_id, followed, fetched.seat)
        finally:
            followed.held = None
            for update in fetched.updates:
                if _is_news(update, followed):
                    self._sent(followed, update)
                    self._stream.put(update.message)
            if fetched.presence:
                self._stream.put(watch_response(subjects.PRESENCE, fetched.presence))
            self._talk.tell(lines)
            for each in held:
                self._hear(each)

    async def _lines(self, table_id: str, followed: _Followed, seat: int | None) -> Sequence[play_pb2.TalkLine]:
        """Asks for what was said before this stream listened to the player's seat."""
        listening = self._listening(followed)
        if seat is None or followed.talk == listening:
            return ()
        lines = await self._talk.fetch(table_id)
        followed.talk = listening
        return lines

    def _listening(self, followed: _Followed) -> tuple[str, int]:
        return followed.subject, self._feeds.reconnects

    async def _now(self, table_id: str, followed: _Followed, since: Position) -> _Fetched:
        """Asks how the table is and what happened since, and listens where the answer says that the player sits."""
        fetched = await self._get(table_id, since)
        while followed.subject != (right := _subject(table_id, _seat(fetched))):
            await self._switch(followed, right)
            fetched = await self._get(table_id, since)
        hand = read_hand(fetched.hand) if fetched.HasField("hand") else None
        update = read(fetched.update) if fetched.update else None
        updates = [each for each in (hand, update) if each]
        return _Fetched(updates, _seat(fetched), fetched.presence)

    async def _get(self, table_id: str, since: Position) -> tables_pb2.Updates:
        version = play_pb2.TableVersion(table_id=table_id, epoch=since[0], version=since[1])
        return await self._tables.get(table_id, self._player_id, version)

    async def _switch(self, followed: _Followed, subject: str) -> None:
        await self._feeds.leave(followed.subject, self._hear)
        followed.subject = subject
        followed.talk = None
        await self._feeds.join(subject, self._hear)

    def _follow(self, table_id: str, subject: str, *, asked: bool) -> _Followed:
        self._comparison.join(table_id, self.compare)
        followed = self._followed[table_id] = _Followed(subject, asked)
        return followed

    async def _forget(self, table_id: str) -> None:
        self._talk.forget(table_id)
        self._comparison.leave(table_id, self.compare)
        if followed := self._followed.pop(table_id, None):
            self._sits(table_id, followed, None)
            await self._feeds.leave(followed.subject, self._hear)

    async def _forget_ended(self) -> None:
        """Lets go of the player's former tables, or a program that plays on would hear of more and more of them."""
        for table_id, followed in tuple(self._followed.items()):
            if followed.ended and not followed.asked:
                await self._forget(table_id)

    def _refresh(self, table_id: str) -> None:
        """Looks at a table again, soon; tables are looked at one after another."""
        self._stale[table_id] = None
        if self._refreshing is None or self._refreshing.done():
            self._refreshing = asyncio.create_task(self._refresh_all())

    async def _refresh_all(self) -> None:
        while self._stale:
            table_id = next(iter(self._stale))
            del self._stale[table_id]
            try:
                await self._look_again(table_id)
            except (NotFound, Denied):
                # The whereabouts are written before the table's first record: its own update is yet to come.
                if table_id != self._own:
                    await self._forget(table_id)
            except TrucoError:
                continue  # The next comparison of versions tries again.
            except Exception as error:
                log_bug("refresh failed", error, table_id=table_id)

    async def _look_again(self, table_id: str) -> None:
        followed = self._followed.get(table_id)
        if followed is None:
            followed = self._follow(table_id, self._guessed_subject(table_id), asked=False)
            await self._feeds.join(followed.subject, self._hear)
            await self._forget_ended()
        await self._fetch(table_id, followed, followed.position)

    def _guessed_subject(self, table_id: str) -> str:
        return _subject(table_id, self._own_seat if table_id == self._own else None)

    def _hears_own_seat(self) -> bool:
        followed = self._followed.get(self._own)
        return followed is not None and followed.subject == self._guessed_subject(self._own)

    def _sent(self, followed: _Followed, update: Update) -> None:
        followed.position = update.position
        if followed.ended != update.ended:
            followed.ended = update.ended
            change = self._comparison.leave if update.ended else self._comparison.join
            change(update.table_id, self.compare)
        self._sits(update.table_id, followed, update.seat)

    def _sits(self, table_id: str, followed: _Followed, seat: int | None) -> None:
        """Notes the seat that the player sees as its own, and lets the table know."""
        before, followed.seat = followed.seat, seat
        if before is None and seat is not None:
            self._presence.sat(table_id, self._player_id)
        elif before is not None and seat is None:
            self._presence.left(table_id, self._player_id)


def _is_news(update: Update, followed: _Followed) -> bool:
    if update.position == followed.position:
        return update.seat != followed.seat
    return update.position > followed.position


def _subject(table_id: str, seat: int | None) -> str:
    return subjects.all_of_watch(table_id) if seat is None else subjects.all_of_seat(table_id, seat)


def _seat(fetched: tables_pb2.Updates) -> int | None:
    return fetched.seat if fetched.HasField("seat") else None
