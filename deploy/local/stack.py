"""The platform, or some programs of it, in one folder: for `make run` and for the tests alike."""

import fcntl
import os
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Self

from deploy.local import environment, health, ports, programs, secrets, servers
from deploy.local.errors import LocalError, ServiceDead
from deploy.local.manager import Manager, Status
from deploy.local.programs import Program

_WELL_SECONDS = 90.0
_LOCK_SECONDS = 20.0
_POLL_SECONDS = 0.05


def _silent(_line: str) -> None:
    """Tells nobody."""


class Stack:
    """Programs of the process file, started in order, each waited for until it is well.

    With `durable` off, PostgreSQL does not wait for the disk: for tests. `overrides` are environment variables for
    every process. `tell` gets a line of progress now and then.
    """

    def __init__(
        self,
        data: Path,
        taken: ports.Ports | None = None,
        overrides: Mapping[str, str] | None = None,
        *,
        durable: bool = False,
        tell: Callable[[str], None] = _silent,
    ) -> None:
        """Prepares the folder; raises LocalError when another run holds it or a tool is missing."""
        self._tell = tell
        self.ports = taken or ports.free()
        self._lock = _lock(data, tell)
        self._sockets = Path(tempfile.mkdtemp(prefix="quiero-"))
        kept = secrets.load_or_make(data / "secrets.env")
        built = environment.build(data, self._sockets, self.ports, kept, durable=durable)
        self.data = data
        self.env: Mapping[str, str] = {**built, **(overrides or {})}
        self.programs = programs.read(self.env)
        self._manager: Manager | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, *names: str, stopping: threading.Event | None = None) -> None:
        """Starts programs (all, without names) that don't run yet, stage by stage, and returns when they are well.

        Returns early once `stopping` is set. Raises PortTaken or ServiceDead, and leaves running what runs: call stop.
        """
        wanted = [self._program(name) for name in names or self.programs]
        chosen = [program for program in wanted if not self._runs(program.name)]
        self.ports.check_free(program.name for program in chosen)
        if self._manager is None:
            servers.prepare(self.data, self.env)
            self._manager = Manager(self._sockets, self.env, keeps=self._lock)
        for stage in programs.stages(chosen):
            self._start_together(self._manager, stage, stopping or threading.Event())

    def stop(self) -> None:
        """Stops everything, last started first; no process is left when it returns."""
        if self._manager:
            self._manager.close()
            self._manager = None
        shutil.rmtree(self._sockets, ignore_errors=True)
        self._lock.close()
        self.ports.close()

    def stop_program(self, name: str) -> None:
        """Stops one program in an orderly way; start brings it back."""
        self._running().stop(name)

    def kill9(self, name: str) -> int:
        """Kills a program with SIGKILL, as a crash would; supervisord starts it again. Returns the killed pid."""
        pid = self.pid(name)
        os.kill(pid, signal.SIGKILL)
        return pid

    def pid(self, name: str) -> int:
        """A program's process id; raises ServiceDead when it does not run at the moment."""
        pid = self._running().status(name).pid
        if not pid:
            raise ServiceDead(f"{name} does not run")
        return pid

    def wait_until_well(self, name: str, seconds: float = _WELL_SECONDS) -> None:
        """Waits until a program is well, also when it has just been killed; raises ServiceDead when time is over."""
        until = time.monotonic() + seconds
        while fault := _fault(self._program(name), self.status(name)):
            if time.monotonic() > until:
                raise self._not_well(name, fault)
            time.sleep(_POLL_SECONDS)

    def status(self, name: str) -> Status:
        """How a program is."""
        return self._running().status(name)

    def statuses(self) -> Mapping[str, Status]:
        """How every program is, by name."""
        return self._running().statuses()

    def log(self, name: str) -> str:
        """All that a program wrote since its log was last rotated."""
        path = self.log_path(name)
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    def log_path(self, name: str) -> Path:
        """Where a program's log lies."""
        return self.data / "log" / f"{name}.log"

    def last_line(self, name: str) -> str:
        """Where a program's log lies and what it ends with, for a message of one line."""
        lines = self.log(name).split("\n")
        line = next((line.strip() for line in reversed(lines) if line.strip()), "it is empty")
        return f"{self.log_path(name)}: {line[-300:]}"

    def env_of(self, name: str) -> Mapping[str, str]:
        """The whole environment of one program."""
        return {**self.env, **self._program(name).env}

    def address(self, port: str) -> str:
        """The host:port of a port's name (ports.DEFAULTS), e.g. GATEWAY_GRPC."""
        return f"{environment.HOST}:{self.ports[port]}"

    def nats_options(self, user: str) -> dict[str, Any]:
        """Arguments for nats.connect as one of the users of nats.conf, e.g. tables or operator."""
        return {
            "servers": self.env["QUIERO_NATS_URL"],
            "user": user,
            "password": self.env[f"NATS_PASSWORD_{user.upper()}"],
            "inbox_prefix": f"_INBOX_{user}".encode(),
        }

    def _start_together(self, manager: Manager, stage: Sequence[Program], stopping: threading.Event) -> None:
        if stopping.is_set():
            return
        self._tell(f"starting {', '.join(program.name for program in stage)}")
        for program in stage:
            manager.start(program.name)
        for program in stage:
            self._wait(program, manager, stopping)

    def _wait(self, program: Program, manager: Manager, stopping: threading.Event) -> None:
        until = time.monotonic() + _WELL_SECONDS
        while fault := _fault(program, status := manager.status(program.name)):
            if status.ended:
                raise ServiceDead(f"{program.name} ended ({status.told or fault}); {self.last_line(program.name)}")
            if time.monotonic() > until:
                raise self._not_well(program.name, fault)
            if stopping.wait(_POLL_SECONDS):
                return

    def _not_well(self, name: str, fault: str) -> ServiceDead:
        return ServiceDead(f"{name} is not well in time ({fault}); {self.last_line(name)}")

    def _runs(self, name: str) -> bool:
        return self._manager is not None and self._manager.status(name).pid != 0

    def _running(self) -> Manager:
        if self._manager is None:
            raise LocalError("nothing was started")
        return self._manager

    def _program(self, name: str) -> Program:
        if name not in self.programs:
            raise LocalError(f"no program is called {name}; there are {', '.join(self.programs)}")
        return self.programs[name]


def _fault(program: Program, status: Status) -> str | None:
    if program.health == "exit":
        return None if status.ended and status.exit_status == 0 else f"exit status {status.exit_status}"
    if not status.pid:
        return "it does not run"
    return health.fault(program.health)


def _lock(data: Path, tell: Callable[[str], None]) -> IO[str]:
    """Holds the folder until the file is closed by everyone; waits while another run is still stopping."""
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = (data / "lock").open("w")
    until = time.monotonic() + _LOCK_SECONDS
    while not _try_lock(file):
        if time.monotonic() > until:
            file.close()
            raise LocalError(f"another run uses {data}: stop it first")
        tell(f"waiting for another run to leave {data}")
        time.sleep(2)
    return file


def _try_lock(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
