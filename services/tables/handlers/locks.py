"""One thing at a time for each table, so that a worker never conflicts with itself; different tables go on together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Locks:
    """A lock for each table that somebody holds or waits for."""

    def __init__(self) -> None:
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def of(self, table_id: str) -> AsyncIterator[None]:
        """Holds a table's lock."""
        lock, users = self._locks.get(table_id) or (asyncio.Lock(), 0)
        self._locks[table_id] = (lock, users + 1)
        try:
            async with lock:
                yield
        finally:
            self._release(table_id)

    def _release(self, table_id: str) -> None:
        lock, users = self._locks[table_id]
        if users == 1:
            del self._locks[table_id]
        else:
            self._locks[table_id] = (lock, users - 1)
