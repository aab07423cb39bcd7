"""What the player of one stream hears at tables: each line once, and nothing of those whom the player has muted."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from services.gateway.mutes import Mutes
from services.gateway.stream import Stream
from services.gateway.tables import Tables
from services.gateway.updates import Note
from truco.play.v1 import play_pb2
from truco.tables.v1 import tables_pb2

_REMEMBERED: Final = 200
"""Lines of one table: more than are fetched at once."""


class Talk:
    """Puts lines into a stream."""

    def __init__(self, player_id: str, stream: Stream, tables: Tables, mutes: Mutes) -> None:
        self._player_id = player_id
        self._stream = stream
        self._tables = tables
        self._mutes = mutes
        self._told: dict[str, deque[int]] = {}

    async def fetch(self, table_id: str) -> Sequence[play_pb2.TalkLine]:
        """The last lines that the player may hear of a table. Raises Unreachable."""
        await self._mutes.known(self._player_id)
        return await self._tables.talk(table_id, self._player_id)

    def tell(self, lines: Iterable[play_pb2.TalkLine]) -> None:
        """Sends what was said before."""
        for line in lines:
            if self._is_news(line):
                self._stream.put(_response(line))

    def hear(self, note: Note) -> None:
        """Sends what is being said, if it is for this player and not for who sat in that seat before."""
        said = tables_pb2.SeatTalk.FromString(note.data)
        if said.player_id == self._player_id and self._is_news(said.line):
            self._stream.put_live(_response(said.line))

    def forget(self, table_id: str) -> None:
        """Lets go of a table."""
        self._told.pop(table_id, None)

    def _is_news(self, line: play_pb2.TalkLine) -> bool:
        """Notes a line as told, unless it was told before or its speaker is not heard."""
        told = self._told.setdefault(line.table_id, deque(maxlen=_REMEMBERED))
        if line.number in told or not self._mutes.hears(self._player_id, line.player_id):
            return False
        told.append(line.number)
        return True


def _response(line: play_pb2.TalkLine) -> bytes:
    return play_pb2.WatchResponse(talk=line).SerializeToString()
