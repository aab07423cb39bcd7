"""A table's update as it passes through: read just enough to order it and to see whom it is for; the rest is bytes."""

from collections.abc import Mapping
from dataclasses import dataclass

from truco.play.v1 import play_pb2
from truco.tables.v1 import tables_pb2

_UPDATE_FIELD = play_pb2.WatchResponse.DESCRIPTOR.fields_by_name["update"].number
_LENGTH_DELIMITED = 2
_ENDED = (play_pb2.TABLE_STATUS_FINISHED, play_pb2.TABLE_STATUS_CLOSED)

Position = tuple[int, int]
"""Epoch and version: the order of a table's updates."""


@dataclass(frozen=True, slots=True)
class Update:
    """One SeatUpdate."""

    table_id: str
    position: Position
    seat: int | None
    """The viewer's seat; None for spectators."""

    ended: bool
    """Whether it is the table's last one."""

    players: Mapping[str, int]
    """Who sits where: player id to seat."""

    message: bytes
    """The WatchResponse that carries it, serialized."""

    def is_for(self, player_id: str) -> bool:
        """Whether it is what this player may see: the seat's own update for who sits there, else the spectators'."""
        return self.players.get(player_id) == self.seat


def read(data: bytes) -> Update:
    """Reads a serialized SeatUpdate."""
    update = tables_pb2.SeatUpdate.FromString(data)
    table = play_pb2.TableInfo.FromString(update.table)
    seat = update.seat if update.HasField("seat") else None
    players = {taken.player_id: taken.seat for taken in table.seats if taken.player_id}
    ended = table.status in _ENDED
    return Update(table.table_id, (table.epoch, table.version), seat, ended, players, _watch_response(data))


def _watch_response(data: bytes) -> bytes:
    # A SeatUpdate is a TableUpdate on the wire, so the field is its tag, its length and the bytes as they came.
    return bytes((_UPDATE_FIELD << 3 | _LENGTH_DELIMITED,)) + _varint(len(data)) + data


def _varint(number: int) -> bytes:
    encoded = bytearray()
    while number > 0x7F:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)
