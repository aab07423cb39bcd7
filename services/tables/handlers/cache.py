"""The tables at hand: the least recently used ones are let go."""

from collections import OrderedDict

from services.tables.domain.table import Table
from services.tables.handlers import metrics


class Cache:
    """At most so many tables. What it holds may be stale: only the sequence check of an append proves otherwise."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._tables: OrderedDict[str, Table] = OrderedDict()

    def get(self, table_id: str) -> Table | None:
        """The table, or None when it is not at hand."""
        table = self._tables.get(table_id)
        if table is not None:
            self._tables.move_to_end(table_id)
        return table

    def put(self, table_id: str, table: Table) -> None:
        """Keeps a table at hand."""
        self._tables[table_id] = table
        self._tables.move_to_end(table_id)
        if len(self._tables) > self._size:
            self._tables.popitem(last=False)
        metrics.CACHED.set(len(self._tables))

    def drop(self, table_id: str) -> None:
        """Lets a table go."""
        self._tables.pop(table_id, None)
