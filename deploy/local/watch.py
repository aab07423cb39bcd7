"""Tells when a running program dies, is started again, or is given up."""

import threading
from collections.abc import Callable, Iterable

from deploy.local.manager import Status
from deploy.local.stack import Stack

_SECONDS = 1.0


class Watch:
    """Looks after the programs of a stack."""

    def __init__(self, stack: Stack, names: Iterable[str], *, tell: Callable[[str], None]) -> None:
        self._stack = stack
        self._tell = tell
        self._names = [name for name in names if stack.programs[name].health != "exit"]
        self._dead: set[str] = set()

    def until(self, stopping: threading.Event) -> None:
        """Looks once a second until told to stop."""
        last = self._stack.statuses()
        while not stopping.wait(_SECONDS):
            now = self._stack.statuses()
            for name in self._names:
                self._compare(last[name], now[name])
            last = now

    def _compare(self, last: Status, now: Status) -> None:
        if now.ended and not last.ended:
            self._dead.add(now.name)
            why = now.told or f"exit status {now.exit_status}"
            self._tell(f"{now.name} died ({why}); {self._stack.last_line(now.name)}")
        elif now.pid and last.pid and now.pid != last.pid:
            self._tell(f"{now.name} died and was started again; {self._stack.last_line(now.name)}")
        elif now.running and now.name in self._dead:
            self._dead.remove(now.name)
            self._tell(f"{now.name} runs again")
