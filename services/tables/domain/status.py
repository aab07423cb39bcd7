"""Where a table's life stands, as other modules ask."""

from truco.play.v1.play_pb2 import TABLE_STATUS_PLAYING
from truco.tables.v1.tables_pb2 import TableState


def running(state: TableState) -> bool:
    """Whether a match is being played."""
    return state.status == TABLE_STATUS_PLAYING
