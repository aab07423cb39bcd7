"""Each table is asked for once a beat, however many streams show it, and whoever is behind hears of it."""

from typing import Any

from services.common.errors import Unreachable
from services.gateway.comparison import PARTS, Comparison
from services.gateway.presence import Presence
from services.gateway.tables import Tables
from services.gateway.updates import Position
from truco.play.v1 import play_pb2
from truco.tables.v1 import tables_pb2

TABLES = [f"{number:016x}" for number in range(100)]


class AtVersionThree(Tables):
    """Every table is at version 3, and spectators may see 2."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.away = False

    async def versions(self, _shard: int, asked: tables_pb2.GetVersions) -> tables_pb2.Versions:
        if self.away:
            raise Unreachable("UNREACHABLE", "away")
        self.asked += asked.table_ids
        told = [
            [play_pb2.TableVersion(table_id=table_id, epoch=1, version=version) for table_id in asked.table_ids]
            for version in (3, 2)
        ]
        return tables_pb2.Versions(versions=told[0], shown=told[1])


class Shows:
    """A stream."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Position, Position]] = []

    def compare(self, *told: Any) -> None:
        self.told.append(told)


def comparison(tables: Tables) -> Comparison:
    return Comparison(tables, Presence(None, "gateway", 7))  # type: ignore[arg-type]  # it connects to nothing


async def beat(compared: Comparison) -> None:
    for part in range(PARTS):
        await compared.compare(part)


async def test_a_table_is_asked_for_once_a_beat_for_all_who_show_it() -> None:
    tables, ana, beto = AtVersionThree(), Shows(), Shows()
    compared = comparison(tables)
    for table_id in TABLES:
        compared.join(table_id, ana.compare)
        compared.join(table_id, beto.compare)

    await beat(compared)

    assert sorted(tables.asked) == TABLES
    assert sorted(ana.told) == sorted(beto.told) == [(table_id, (1, 3), (1, 2)) for table_id in TABLES]


async def test_a_table_that_nobody_shows_is_not_asked_for() -> None:
    tables, ana, beto = AtVersionThree(), Shows(), Shows()
    compared = comparison(tables)
    compared.join(TABLES[0], ana.compare)
    compared.join(TABLES[0], beto.compare)
    compared.join(TABLES[1], ana.compare)

    compared.leave(TABLES[0], ana.compare)
    compared.leave(TABLES[1], ana.compare)
    compared.leave(TABLES[2], ana.compare)
    await beat(compared)

    assert tables.asked == TABLES[:1]
    assert (ana.told, len(beto.told)) == ([], 1)


async def test_who_is_behind_hears_of_it_when_tables_is_back() -> None:
    tables, ana = AtVersionThree(), Shows()
    compared = comparison(tables)
    compared.join(TABLES[0], ana.compare)
    tables.away = True
    await beat(compared)

    tables.away = False
    await beat(compared)

    assert len(ana.told) == 1
