"""When a worker looks for absent players."""

import asyncio
from typing import Any, cast

from services.tables.domain.attendance import Attendance
from services.tables.handlers.keeper import Keeper
from services.tables.handlers.locks import Locks
from services.tables.handlers.ports import Ports
from services.tables.handlers.presence import Presence

TABLE = "0123456789abcdef"


class _Clock:
    def now_ms(self) -> int:
        return 100_000


class _Ports:
    attendance = Attendance(silence_ms=10_000)
    clock = _Clock()


class _Keeper:
    """A keeper of one table, which is not there."""

    def __init__(self) -> None:
        self.ports = cast(Ports, _Ports())
        self.locks = Locks()

    async def at_hand(self, _table_id: str) -> None:
        """No table."""


async def test_a_table_that_is_still_being_looked_at_is_not_looked_at_once_more() -> None:
    keeper = _Keeper()
    presence = Presence(cast(Keeper, cast(Any, keeper)))
    list(presence.due())  # the first look after a while in which there was none forgets everything
    presence.attended("gateway", [])
    keeper.ports.attendance.suspect(TABLE, 100_000)
    assert list(presence.due()) == [TABLE]

    async with keeper.locks.of(TABLE):
        looking = asyncio.create_task(presence.look(TABLE))
        await asyncio.sleep(0)
        assert list(presence.due()) == []

    await looking
    keeper.ports.attendance.suspect(TABLE, 100_000)
    assert list(presence.due()) == [TABLE]
