"""supervisord as the launcher drives it: started under a guard, asked over its XML-RPC socket."""

import http.client
import subprocess
import sys
import time
import xmlrpc.client
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from supervisor.states import ProcessStates
from supervisor.xmlrpc import SupervisorTransport

from deploy.local import programs
from deploy.local.errors import LocalError, ServiceDead

_START_SECONDS = 20.0
_POLL_SECONDS = 0.02
_AT_ONCE = False
_UNREACHABLE = (OSError, http.client.HTTPException, xmlrpc.client.Error)


@dataclass(frozen=True)
class Status:
    """A program as supervisord sees it."""

    name: str
    pid: int
    """0 when it does not run."""

    running: bool
    """Whether it has started, and not just now."""

    ended: bool
    """Whether it has ended, also when it will be started again."""

    exit_status: int
    told: str
    """What supervisord says about it, e.g. `Exited too quickly`."""


class Manager:
    """A supervisord of our own."""

    def __init__(self, sockets: Path, env: Mapping[str, str], *, keeps: IO[Any]) -> None:
        """Starts supervisord; `keeps` is a file that stays open as long as any process may be there."""
        self._socket = sockets / "supervisor.sock"
        command = [sys.executable, "-m", "supervisor.supervisord", "--nodaemon", "-c", str(programs.CONF)]
        self._guard = subprocess.Popen(
            [sys.executable, "-m", "deploy.local.guard", str(sockets), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd=env["LOCAL_ROOT"],
            env=dict(env),
            pass_fds=[keeps.fileno()],
        )
        self._log = Path(env["LOCAL_LOG"]) / "supervisord.log"
        self._wait_for_socket()

    def start(self, name: str) -> None:
        """Starts a program and returns at once."""
        self._ask("startProcess", name, _AT_ONCE)

    def stop(self, name: str) -> None:
        """Stops a program and waits until it is gone."""
        self._ask("stopProcess", name)

    def status(self, name: str) -> Status:
        """How a program is."""
        return _status(self._ask("getProcessInfo", name))

    def statuses(self) -> Mapping[str, Status]:
        """How every program is, by name."""
        return {info["name"]: _status(info) for info in self._ask("getAllProcessInfo")}

    def close(self) -> None:
        """Stops every program, last started first, and supervisord; returns when no process is left."""
        if self._guard.stdin:
            self._guard.stdin.close()
        self._guard.wait()

    def _wait_for_socket(self) -> None:
        until = time.monotonic() + _START_SECONDS
        while not self._answers():
            if self._guard.poll() is not None or time.monotonic() > until:
                self.close()
                raise LocalError(f"supervisord does not start, see {self._log}")
            time.sleep(_POLL_SECONDS)

    def _answers(self) -> bool:
        try:
            return bool(self._rpc().getState()["statename"] == "RUNNING")
        except _UNREACHABLE:
            return False

    def _ask(self, method: str, *arguments: object) -> Any:
        try:
            return getattr(self._rpc(), method)(*arguments)
        except xmlrpc.client.Fault as fault:
            raise LocalError(f"supervisord refuses {method} {arguments}: {fault.faultString}") from None
        except _UNREACHABLE:
            raise ServiceDead(f"supervisord died, see {self._log}") from None

    def _rpc(self) -> Any:
        # The address only fills the Host header; the transport speaks over the socket.
        transport = SupervisorTransport(None, None, serverurl=f"unix://{self._socket}")
        return xmlrpc.client.ServerProxy("http://127.0.0.1", transport=transport).supervisor


def _status(info: Mapping[str, Any]) -> Status:
    state = info["state"]
    return Status(
        name=info["name"],
        pid=info["pid"],
        running=state == ProcessStates.RUNNING,
        ended=state in (ProcessStates.BACKOFF, ProcessStates.EXITED, ProcessStates.FATAL),
        exit_status=info["exitstatus"],
        told=info["spawnerr"],
    )
