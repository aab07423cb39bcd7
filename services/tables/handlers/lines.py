"""What was said at tables, the last lines of each: at hand, and right because the stream is asked for its last one."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from services.tables.domain.talk import Said, audience, hears
from services.tables.handlers.ports import SequenceConflict, TalkStore
from truco.play.v1.play_pb2 import TalkLine
from truco.tables.v1.tables_pb2 import TalkRecord

MOST_LINES: Final = 500
"""Nobody hears again, and no request is remembered, further back than that."""
_TABLES: Final = 1_000


class Lines:
    """The last lines of the tables where somebody spoke or listened lately."""

    def __init__(self, store: TalkStore) -> None:
        self._store = store
        self._known: OrderedDict[str, Sequence[Said]] = OrderedDict()

    async def of(self, table_id: str) -> Sequence[Said]:
        """A table's last lines, oldest first, none missing at the end. Errors: UNREACHABLE."""
        known = self._known.get(table_id, ())
        last = await self._store.last(table_id)
        if last is None or (known and last.sequence < known[-1].sequence):
            known = ()  # what was at hand is not kept any more
        newer = await self._since(last, known[-1].sequence if known else 0)
        return self._keep(table_id, [*known, *newer])

    async def heard(self, table_id: str, player_id: str, most: int) -> list[TalkLine]:
        """The last lines that a player may hear, oldest first. Errors: UNREACHABLE."""
        lines = [said.record.line for said in await self.of(table_id) if hears(said.record, player_id)]
        return lines[-most:]

    async def append(self, record: TalkRecord, before: Sequence[Said]) -> Said | None:
        """Stores a line after those that were seen; None when there is another one by now."""
        table_id = record.line.table_id
        after = before[-1].sequence if before else 0
        try:
            sequence = await self._store.append(table_id, audience(record.line), record.SerializeToString(), after)
        except SequenceConflict:
            return None
        said = Said(record, sequence)
        self._keep(table_id, [*before, said])
        return said

    async def _since(self, last: Said | None, known: int) -> list[Said]:
        """The lines after a sequence: each leads to the one before it, as long as that is kept."""
        newer: list[Said] = []
        while last is not None and last.sequence > known and len(newer) < MOST_LINES:
            newer.append(last)
            before = last.record.previous_sequence
            last = await self._store.at(before) if before > known else None
        return newer[::-1]

    def _keep(self, table_id: str, lines: Sequence[Said]) -> Sequence[Said]:
        kept = lines[-MOST_LINES:]
        self._known.pop(table_id, None)
        if kept:
            self._known[table_id] = kept
        if len(self._known) > _TABLES:
            self._known.popitem(last=False)
        return kept
