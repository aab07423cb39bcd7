"""What a table says as it passes through: read just enough to order it and to see whom it is for; the rest is bytes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from services.common import subjects
from truco.play.v1 import play_pb2
from truco.tables.v1 import tables_pb2

_FIELDS = {
    kind: play_pb2.WatchResponse.DESCRIPTOR.fields_by_name[kind].number
    for kind in (subjects.UPDATE, subjects.HAND, subjects.PRESENCE)
}
"""The kinds that streams carry as they are, by the field of WatchResponse that does."""
_NOTES = (subjects.PRESENCE, subjects.TALK)
_LENGTH_DELIMITED = 2
_ENDED = (
    play_pb2.TABLE_STATUS_FINISHED,
    play_pb2.TABLE_STATUS_CLOSED,
    play_pb2.TABLE_STATUS_VOIDED,
    play_pb2.TABLE_STATUS_ABANDONED,
)

Position = tuple[int, int]
"""Epoch and version: the order of a table's updates."""


class Update(NamedTuple):
    """One SeatUpdate, or for spectators a SeenHand. A tuple, for one is made of every message: a frozen dataclass takes
    three times as long to make."""

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


@dataclass(frozen=True, slots=True)
class Note:
    """What a seat hears besides its updates: who is away, what was said."""

    kind: str
    """The last token of its subject."""

    table_id: str
    seat: int

    data: bytes
    """As tables sent it."""


def heard(place: str, kind: str, data: bytes) -> Update | Note | None:
    """What arrived of a kind at a place, `seat.<id>.<n>` or `watch.<id>`; None for a kind that this release ignores."""
    if kind == subjects.UPDATE:
        return read(data)
    if kind == subjects.HAND:
        return read_hand(data)
    tokens = place.split(".")
    if kind not in _NOTES or tokens[0] != "seat":
        return None
    return Note(kind, tokens[1], int(tokens[2]), data)


def read(data: bytes) -> Update:
    """Reads a serialized SeatUpdate."""
    update = tables_pb2.SeatUpdate.FromString(data)
    seat = update.seat if update.HasField("seat") else None
    return _update(play_pb2.TableInfo.FromString(update.table), seat, watch_response(subjects.UPDATE, data))


def read_hand(data: bytes) -> Update:
    """Reads a serialized SeenHand."""
    hand = tables_pb2.SeenHand.FromString(data)
    return _update(play_pb2.TableInfo.FromString(hand.table), None, watch_response(subjects.HAND, data))


def _update(table: play_pb2.TableInfo, seat: int | None, message: bytes) -> Update:
    players = {taken.player_id: taken.seat for taken in table.seats if taken.player_id}
    ended = table.status in _ENDED and not table.HasField("rematch")
    position = (table.epoch, table.version)
    return Update(table.table_id, position, seat, ended, players, message)


def watch_response(kind: str, data: bytes) -> bytes:
    """The WatchResponse that carries a serialized message of a kind."""
    # On the wire a SeatUpdate is a TableUpdate and a SeenHand a SpectatedHand: so it is a tag, a length, the bytes.
    return bytes((_FIELDS[kind] << 3 | _LENGTH_DELIMITED,)) + _varint(len(data)) + data


def _varint(number: int) -> bytes:
    encoded = bytearray()
    while number > 0x7F:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)
