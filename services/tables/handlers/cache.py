"""The tables at hand: the least recently used ones are let go."""

import zlib
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from services.tables.domain.table import Table
from services.tables.handlers import metrics
from truco.tables.v1.tables_pb2 import TableRecord

_IN_USE: Final = 256
"""So many tables are kept as they are; packing and unpacking another costs 40 µs and saves most of its memory."""
_FASTEST: Final = 1


class Cache:
    """At most so many tables. What it holds may be stale: only the sequence check of an append proves otherwise."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._in_use: OrderedDict[str, Table] = OrderedDict()
        self._packed: OrderedDict[str, _Packed] = OrderedDict()
        metrics.CACHED.set_function(lambda: len(self._in_use) + len(self._packed))

    def get(self, table_id: str) -> Table | None:
        """The table, or None when it is not at hand."""
        table = self._in_use.get(table_id)
        if table is not None:
            self._in_use.move_to_end(table_id)
        elif packed := self._packed.pop(table_id, None):
            table = packed.table()
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
        self._packed[table_id] = _Packed.of(table)
        if len(self._in_use) + len(self._packed) > self._size:
            self._packed.popitem(last=False)


@dataclass(frozen=True, slots=True)
class _Packed:
    """A table that nobody has used for a while."""

    record: bytes
    sequence: int
    seen: int
    timer_ms: int

    @classmethod
    def of(cls, table: Table) -> "_Packed":
        record = zlib.compress(table.record.SerializeToString(), _FASTEST)
        return cls(record, table.sequence, table.seen, table.timer_ms)

    def table(self) -> Table:
        record = TableRecord.FromString(zlib.decompress(self.record))
        return Table(record, self.sequence, self.seen, self.timer_ms)
