"""How the floor's requests say where they go: the table's id in front, then whether the table acts once more itself."""

SERVICE = "truco.bench.Floor"
ACT = f"/{SERVICE}/Act"
WATCH = f"/{SERVICE}/Watch"
STREAM = "FLOOR"

_ID = 16
_ASKED = 110
"""Bytes of a client's ActRequest."""


def act(table_id: str, *, follows: bool) -> bytes:
    """A request to act."""
    return (table_id + ("+" if follows else "-")).encode().ljust(_ASKED, b".")


def watch(table_id: str, seat: int) -> bytes:
    """A request to watch a seat."""
    return f"{table_id}{seat}".encode()


def table_of(request: bytes) -> str:
    """The table that a request is for."""
    return request[:_ID].decode()


def follows(request: bytes) -> bool:
    """Whether the table acts once more by itself."""
    return request[_ID : _ID + 1] == b"+"


def command(request: bytes, like: bytes) -> bytes:
    """What goes on to the tables: as long as a real command."""
    return request[: _ID + 1] + like[_ID + 1 :]


def seat_of(request: bytes) -> int:
    """The seat that a request watches."""
    return int(request[_ID:])


def command_subject(table_id: str) -> str:
    """Where commands of a table go."""
    return f"floor.cmd.{table_id}"


def record_subject(table_id: str) -> str:
    """Where a table's records are stored."""
    return f"floor.record.{table_id}"


def seat_subject(table_id: str, seat: int) -> str:
    """Where a seat's updates go."""
    return f"floor.seat.{table_id}.{seat}"


def other_subject(table_id: str) -> str:
    """Where the other updates go."""
    return f"floor.watch.{table_id}"
