"""How far tables are, for gateways that compare: as the store has them, whoever wrote them. A table is read only when
it has more records than when it was last read: to count a shard's records costs a tenth of reading its tables."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, Protocol

from services.common.subjects import is_table_id, shard_of
from services.tables.domain import spectating
from services.tables.domain.formats import NewerFormat
from services.tables.domain.table import Table
from truco.play.v1.play_pb2 import TableVersion
from truco.tables.v1.tables_pb2 import Versions

_REMEMBERED: Final = 50_000


class Records(Protocol):
    """What is asked of the store."""

    async def last(self, table_id: str) -> Table | None:
        """The table as stored, or None."""

    async def counts(self, shard: int) -> Mapping[str, int]:
        """How many records each table of a shard has. Some may be missing."""


class _Position(NamedTuple):
    records: int
    """How many there were before it was read: were there more by then, it is read again."""
    epoch: int
    version: int
    shown: int
    """How far spectators may see."""


class Positions:
    """Remembers how far tables were."""

    def __init__(self) -> None:
        self._known: dict[str, _Position] = {}

    async def of(self, store: Records, table_ids: Iterable[str]) -> Versions:
        """The versions of tables; those that do not exist are left out. Errors: UNREACHABLE."""
        valid = [table_id for table_id in table_ids if is_table_id(table_id)]
        records: Counter[str] = Counter()
        for counts in await asyncio.gather(*(store.counts(shard) for shard in {*map(shard_of, valid)})):
            records.update(counts)
        read = await asyncio.gather(*(self._position(store, table_id, records[table_id]) for table_id in valid))
        found = [(table_id, at) for table_id, at in zip(valid, read, strict=True) if at is not None]
        return Versions(
            versions=[TableVersion(table_id=table_id, epoch=at.epoch, version=at.version) for table_id, at in found],
            shown=[TableVersion(table_id=table_id, epoch=at.epoch, version=at.shown) for table_id, at in found],
        )

    async def _position(self, store: Records, table_id: str, records: int) -> _Position | None:
        known = self._known.get(table_id)
        if known is not None and known.records == records:
            return known
        table = await _readable(store, table_id)
        self._known.pop(table_id, None)
        if table is None:
            return None
        shown = spectating.shown_version(table.record)
        position = _Position(records, table.state.epoch, table.version, shown)
        if records:
            self._remember(table_id, position)
        return position

    def _remember(self, table_id: str, position: _Position) -> None:
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known[table_id] = position


async def _readable(store: Records, table_id: str) -> Table | None:
    """The table, if there is one, and it is not one that only a newer release can read."""
    try:
        return await store.last(table_id)
    except NewerFormat:
        return None
