"""CPU time that each program of a stack has used, its child processes included."""

from collections.abc import Mapping

import psutil

from deploy.local.errors import LocalError
from deploy.local.stack import Stack

PYTHON_SERVICES = ("engine", "tables", "bots", "gateway", "portal", "credits", "consumer", "worker", "beat")
"""The programs that are ours; the others are servers of other people."""


def cpu_seconds(stack: Stack) -> Mapping[str, float]:
    """User and system seconds since each running program started."""
    return {name: _tree_seconds(pid) for name in stack.programs if (pid := _pid(stack, name))}


def _pid(stack: Stack, name: str) -> int:
    try:
        return stack.pid(name)
    except LocalError:
        return 0


def _tree_seconds(pid: int) -> float:
    process = psutil.Process(pid)
    return sum(_seconds(part) for part in (process, *process.children(recursive=True)))


def _seconds(process: psutil.Process) -> float:
    try:
        times = process.cpu_times()
    except psutil.NoSuchProcess:
        return 0.0
    return times.user + times.system
