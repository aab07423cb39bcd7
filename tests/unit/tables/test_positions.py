"""Gateways hear how far tables are by what is stored, whoever stored it; what has not changed is not read again."""

from collections.abc import Mapping, Sequence

from services.common.subjects import shard_of
from services.tables.domain.formats import NewerFormat
from services.tables.domain.table import Table
from services.tables.handlers.positions import Positions
from truco.play.v1.play_pb2 import TABLE_STATUS_PLAYING
from truco.tables.v1.tables_pb2 import TableRecord, TableState, Versions

ANA, BETO = "0123456789abcdef", "fedcba9876543210"


class Stored:
    """Records, by table; `read` is what was read of them."""

    def __init__(self) -> None:
        self.versions: dict[str, list[int]] = {}
        self.unreadable: set[str] = set()
        self.uncounted: set[str] = set()
        self.read: list[str] = []

    def add(self, table_id: str) -> None:
        versions = self.versions.setdefault(table_id, [])
        versions.append(len(versions) + 1)

    async def last(self, table_id: str) -> Table | None:
        self.read.append(table_id)
        if table_id in self.unreadable:
            raise NewerFormat("UNREACHABLE", "newer")
        if table_id not in self.versions:
            return None
        state = TableState(table_id=table_id, epoch=1, status=TABLE_STATUS_PLAYING, deals=1, shown_version=1)
        return Table(TableRecord(state=state, version=self.versions[table_id][-1]), 1)

    async def counts(self, shard: int) -> Mapping[str, int]:
        return {
            table_id: len(versions)
            for table_id, versions in self.versions.items()
            if shard_of(table_id) == shard and table_id not in self.uncounted
        }


def _told(versions: Versions) -> Sequence[tuple[str, int, int, int]]:
    told = zip(versions.versions, versions.shown, strict=True)
    return [(at.table_id, at.epoch, at.version, shown.version) for at, shown in told]


async def test_a_table_that_has_not_changed_is_read_once() -> None:
    stored, positions = Stored(), Positions()
    stored.add(ANA)
    stored.add(BETO)

    first = await positions.of(stored, [ANA, BETO])
    second = await positions.of(stored, [ANA, BETO])

    assert _told(first) == _told(second) == [(ANA, 1, 1, 1), (BETO, 1, 1, 1)]
    assert stored.read == [ANA, BETO]


async def test_what_another_worker_stored_is_told() -> None:
    stored, positions = Stored(), Positions()
    stored.add(ANA)
    stored.add(BETO)
    await positions.of(stored, [ANA, BETO])

    stored.add(BETO)

    assert _told(await positions.of(stored, [ANA, BETO])) == [(ANA, 1, 1, 1), (BETO, 1, 2, 1)]
    assert stored.read == [ANA, BETO, BETO]


async def test_a_record_that_comes_between_counting_and_reading_is_not_the_last_one_told() -> None:
    stored, positions = Stored(), Positions()
    stored.add(ANA)
    counted = await stored.counts(shard_of(ANA))
    stored.add(ANA)

    class CountedBefore(Stored):
        async def counts(self, _shard: int) -> Mapping[str, int]:
            return counted

        last = stored.last

    assert _told(await positions.of(CountedBefore(), [ANA])) == [(ANA, 1, 2, 1)]
    stored.add(ANA)
    assert _told(await positions.of(stored, [ANA])) == [(ANA, 1, 3, 1)]


async def test_what_is_not_there_or_cannot_be_read_or_counted_is_looked_for_each_time() -> None:
    stored, positions = Stored(), Positions()
    await positions.of(stored, [ANA, "no table.>"])
    stored.add(BETO)
    stored.unreadable.add(BETO)
    assert _told(await positions.of(stored, [ANA, BETO])) == []

    stored.add(ANA)
    stored.uncounted.add(ANA)
    stored.unreadable.clear()
    await positions.of(stored, [ANA, BETO])
    stored.add(ANA)
    assert _told(await positions.of(stored, [ANA, BETO])) == [(ANA, 1, 2, 1), (BETO, 1, 1, 1)]


async def test_a_table_that_was_deleted_is_told_of_no_more() -> None:
    stored, positions = Stored(), Positions()
    stored.add(ANA)
    await positions.of(stored, [ANA])

    del stored.versions[ANA]

    assert _told(await positions.of(stored, [ANA])) == []
