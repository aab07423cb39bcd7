"""CPU time and memory of processes, their child processes included."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import psutil

from deploy.local.errors import LocalError
from deploy.local.stack import Stack

PYTHON_SERVICES = ("engine", "tables", "bots", "gateway", "portal", "credits", "consumer", "worker", "beat")
"""The programs that are ours; the others are servers of other people."""


@dataclass(frozen=True)
class Usage:
    """What a program has used since it started, and holds now."""

    cpu: float
    """User and system seconds."""
    rss: int
    """Bytes of resident memory."""


def of_stack(stack: Stack, names: Iterable[str]) -> Mapping[str, Usage]:
    """The usage of each of these programs that runs."""
    return of({name: pid for name in names if (pid := _pid(stack, name))})


def of(pids: Mapping[str, int]) -> Mapping[str, Usage]:
    """The usage of each of these processes."""
    return {name: _usage(pid) for name, pid in pids.items()}


def _pid(stack: Stack, name: str) -> int:
    try:
        return stack.pid(name)
    except LocalError:
        return 0


def _usage(pid: int) -> Usage:
    cpu, rss = 0.0, 0
    process = psutil.Process(pid)
    for part in (process, *process.children(recursive=True)):
        try:
            times, memory = part.cpu_times(), part.memory_info()
        except psutil.NoSuchProcess:
            continue
        cpu += times.user + times.system
        rss += memory.rss
    return Usage(cpu, rss)
