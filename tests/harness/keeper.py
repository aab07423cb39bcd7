"""Keeps one more process of ours alive beside the stack: started again whenever it dies, as supervisord would."""

import asyncio
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

_STOP_SECONDS = 10.0


class Keeper:
    """A process that is started again whenever it dies, until the context is left."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str], folder: Path, log: Path) -> None:
        self._command = command
        self._env = env
        self._folder = folder
        self._log = log
        self._process: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None
        self.deaths: list[int] = []
        """The exit statuses so far; -9 for SIGKILL."""

    @property
    def pid(self) -> int:
        """The process id; 0 when it does not run at the moment."""
        return self._process.pid if self._process and self._process.returncode is None else 0

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._keep())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _keep(self) -> None:
        with self._log.open("ab") as log:
            while True:
                self._process = await asyncio.create_subprocess_exec(
                    *self._command, cwd=self._folder, env=dict(self._env), stdout=log, stderr=log
                )
                try:
                    self.deaths.append(await self._process.wait())
                except asyncio.CancelledError:
                    await _stop(self._process)
                    raise


async def _stop(process: asyncio.subprocess.Process) -> None:
    process.send_signal(signal.SIGCONT)  # it may be frozen
    process.terminate()
    try:
        await asyncio.wait_for(process.wait(), _STOP_SECONDS)
    except TimeoutError:
        process.kill()
        await process.wait()
