"""States to build on."""

from truco.tables.v1.tables_pb2 import TableState


def copy_of(state: TableState) -> TableState:
    """A new state, the same as the one that is given, which stays as it is."""
    copy = TableState()
    copy.CopyFrom(state)
    return copy
