"""A table's update as it passes through: read just enough to order it and to see whom it is for; the rest is bytes."""

from dataclasses import dataclass

from truco.play.v1 import play_pb2
from truco.tables.v1 import tables_pb2

_UPDATE_FIELD = play_pb2.WatchResponse.DESCRIPTOR.fields_by_name["update"].number
_LENGTH_DELIMITED = 2

Position = tuple[int, int]
"""Epoch and version: the order of a table's updates."""


@dataclass(frozen=True, slots=True)
class Update:
    """One SeatUpdate."""

    table_id: str
    position: Position
    seat: int | None
    """The viewer's seat; None for spectators."""

    holder: str
    """The id of the player in that seat: only this player may see the update. Empty for spectators."""

    message: bytes
    """The WatchResponse that carries it, serialized."""


def read(data: bytes) -> Update:
    """Reads a serialized SeatUpdate."""
    update = tables_pb2.SeatUpdate.FromString(data)
    table = play_pb2.TableInfo.FromString(update.table)
    seat = update.seat if update.HasField("seat") else None
    holder = "" if seat is None else next((s.player_id for s in table.seats if s.seat == seat), "")
    return Update(table.table_id, (table.epoch, table.version), seat, holder, _watch_response(data))


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
