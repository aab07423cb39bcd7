"""A process that kills itself at chosen moments, so many times at each, counted in a file that outlives it."""

import os
import random
import signal
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

BEFORE_REPLY = "between append and reply"
BEFORE_FAN_OUT = "between append and fan-out"
FAULTS = (BEFORE_REPLY, BEFORE_FAN_OUT)

FAULTS_FILE = "TEST_FAULTS_FILE"
FAULTS_TIMES = "TEST_FAULTS_TIMES"

_LEAST_LIFE = 1.5
"""Seconds: it does something useful between two deaths."""
_MOST_MOMENTS = 20


def deaths(file: Path) -> Mapping[str, int]:
    """How often the process died at each moment so far."""
    lines = file.read_text().splitlines() if file.exists() else []
    return {fault: lines.count(fault) for fault in FAULTS}


class Faults:
    """What one life of the process ends with: the fault that is furthest behind, after some such moments."""

    def __init__(self, file: Path, times: int) -> None:
        died = deaths(file)
        self._file = file
        self._next = min(FAULTS, key=lambda fault: died[fault])
        self._left = random.randint(1, _MOST_MOMENTS) if died[self._next] < times else None
        self._born = time.monotonic()

    def due(self, moment: str) -> bool:
        """Whether the process is to die at this moment."""
        if moment != self._next or self._left is None or time.monotonic() - self._born < _LEAST_LIFE:
            return False
        self._left -= 1
        return self._left <= 0

    def die(self) -> NoReturn:
        """Notes the death and ends the process like a crash."""
        with self._file.open("a") as file:
            file.write(f"{self._next}\n")
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("the process outlived SIGKILL")


def from_environment() -> Faults:
    """The faults that the test asked for."""
    return Faults(Path(os.environ[FAULTS_FILE]), int(os.environ[FAULTS_TIMES]))
