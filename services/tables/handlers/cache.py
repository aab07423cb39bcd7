"""The tables at hand: the least recently used ones are let go."""

from collections import OrderedDict
from typing import Final

from services.tables.domain.table import Table
from services.tables.handlers import metrics
from services.tables.handlers.packing import Packing

_IN_USE: Final = 256
"""So many tables are kept as they are; packing and unpacking another costs 60 µs and saves most of its memory."""


class Cache:
    """At most so many tables. What it holds may be stale: only the sequence check of an append proves otherwise."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._in_use: OrderedDict[str, Table] = OrderedDict()
        self._packed: dict[str, bytes] = {}  # in the order of their use; an OrderedDict takes 90 bytes more for each
        self._packing = Packing()
        metrics.CACHED.set_function(lambda: len(self._in_use) + len(self._packed))

    def get(self, table_id: str) -> Table | None:
        """The table, or None when it is not at hand."""
        table = self._in_use.get(table_id)
        if table is not None:
            self._in_use.move_to_end(table_id)
        elif packed := self._packed.pop(table_id, None):
            table = self._packing.unpack(packed)
            self.put(table_id, table)
        return table

    def put(self, table_id: str, table: Table) -> None:
        """Keeps a table at hand."""
        self._packed.pop(table_id, None)
        self._in_use[table_id] = table
        self._in_use.move_to_end(table_id)
        if len(self._in_use) > min(_IN_USE, self._size):
            self._pack(*self._in_use.popitem(last=False))

    def drop(self, table_id: str) -> None:
        """Lets a table go."""
        self._in_use.pop(table_id, None)
        self._packed.pop(table_id, None)

    def _pack(self, table_id: str, table: Table) -> None:
        self._packed[table_id] = self._packing.pack(table)
        if len(self._in_use) + len(self._packed) > self._size:
            del self._packed[next(iter(self._packed))]
