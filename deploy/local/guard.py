"""Runs supervisord for a launcher, and sees to it that nothing stays when either of them is gone.

    python -m deploy.local.guard FOLDER supervisord-command…

Standard input is a pipe whose other end only the launcher holds: when it closes, on purpose or because the launcher was
killed, supervisord is told to stop everything. FOLDER, with its sockets, is removed at the end.
"""

import contextlib
import ctypes
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

_STOP_SECONDS = 60.0
"""How long supervisord may take; it gives each program its stopwaitsecs."""

_POLL_SECONDS = 0.02
_PR_SET_CHILD_SUBREAPER = 36


def main(folder: str, command: list[str]) -> int:
    """Lives as long as supervisord; returns its exit status."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    _adopt_orphans()
    supervisord = subprocess.Popen(command, stdin=subprocess.DEVNULL, preexec_fn=_default_signals)
    try:
        _wait_for_either(supervisord)
        return _stop(supervisord, folder)
    finally:
        _kill_orphans()
        shutil.rmtree(folder, ignore_errors=True)


def _adopt_orphans() -> None:
    # Linux: should supervisord be killed, its programs become this process's children instead of init's.
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _default_signals() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def _wait_for_either(supervisord: subprocess.Popen[bytes]) -> None:
    while supervisord.poll() is None:
        readable, _, _ = select.select([0], [], [], 0.5)
        if readable and not os.read(0, 1):
            return


def _stop(supervisord: subprocess.Popen[bytes], folder: str) -> int:
    supervisord.terminate()
    until = time.monotonic() + _STOP_SECONDS
    while supervisord.poll() is None and time.monotonic() < until:
        _wake(folder)
        time.sleep(_POLL_SECONDS)
    supervisord.kill()
    return supervisord.wait()


def _wake(folder: str) -> None:
    # supervisord stops one program per round, and makes a round a second unless somebody comes.
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as visitor:
        visitor.connect(f"{folder}/supervisor.sock")


def _kill_orphans() -> None:
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    while children.exists() and (pids := children.read_text().split()):
        for pid in map(int, pids):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
        time.sleep(_POLL_SECONDS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
