"""Where a Watch resumes: the last version seen of each table."""

from collections.abc import Iterable
from typing import Final

from services.common.errors import NotFound
from truco.play.v1 import play_pb2

ENDED: Final = frozenset(
    {
        play_pb2.TABLE_STATUS_FINISHED,
        play_pb2.TABLE_STATUS_CLOSED,
        play_pb2.TABLE_STATUS_VOIDED,
        play_pb2.TABLE_STATUS_ABANDONED,
    }
)
"""The statuses of a table whose match is over; another match may follow where TableInfo has `rematch`."""


class Positions:
    """The tables that were asked for or heard of."""

    def __init__(self, tables: Iterable[str]) -> None:
        self._seen = {table: play_pb2.WatchTable(table_id=table) for table in tables}

    def note(self, message: play_pb2.WatchResponse) -> None:
        """Remembers what was seen."""
        if message.HasField("update"):
            self._note(message.update.table)
        elif message.HasField("hand"):
            self._note(message.hand.table)

    def resume(self) -> Iterable[play_pb2.WatchTable]:
        """What the next stream is to be asked for."""
        return self._seen.values()

    def forget(self, refusal: NotFound) -> bool:
        """Hears that a table is not there; whether it had been seen, and so is only gone."""
        gone = self._seen.get(refusal.metadata.get("table_id", ""))
        if gone is None or not gone.version:
            return False
        del self._seen[gone.table_id]
        return True

    def _note(self, table: play_pb2.TableInfo) -> None:
        if table.status in ENDED and not table.HasField("rematch"):
            self._seen.pop(table.table_id, None)
        else:
            self._seen[table.table_id] = play_pb2.WatchTable(
                table_id=table.table_id, epoch=table.epoch, version=table.version
            )
