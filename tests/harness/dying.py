"""Dies at one point of a database operation: before one of its SQL statements, before, in or after a commit.

The points are numbered as they are passed; a run that dies at none of them counts and names them. Dying is by SIGKILL,
so that nothing is tidied up, or the server ends the connection under the living process.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NoReturn
from unittest.mock import patch

import psycopg
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

Execute = Callable[..., Any]
Context = dict[str, Any]


def killed() -> NoReturn:
    """The process is gone."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("still alive")


def cut_off() -> None:
    """The server ends the process's connection."""
    settings, pid = connection.settings_dict, connection.connection.info.backend_pid
    place = {"host": settings["HOST"], "port": settings["PORT"], "dbname": settings["NAME"]}
    with psycopg.connect(**place, user=settings["USER"], password=settings["PASSWORD"], autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])


def killed_in_commit() -> NoReturn:
    """The process is gone when it has asked for the commit, and has not heard of it."""
    raw = connection.connection.pgconn
    raw.send_query(b"COMMIT")
    raw.flush()
    killed()


@dataclass
class Points:
    """The points that were passed, and what happens at one of them."""

    at: int | None = None
    die: Callable[[], None] = killed
    names: list[str] = field(default_factory=list)

    def passed(self, name: str) -> None:
        """Passes a point, unless it is the one."""
        self.names.append(name)
        if len(self.names) - 1 == self.at:
            self.die()

    def statement(self, execute: Execute, sql: str, params: object, many: bool, context: Context) -> object:
        """Django's wrapper of each statement."""
        self.passed(" ".join(sql.split())[:80])
        return execute(sql, params, many, context)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Everything that the block does with the database passes its points."""
        commit = BaseDatabaseWrapper._commit

        def watched_commit(wrapper: BaseDatabaseWrapper) -> None:
            self.passed("COMMIT")
            commit(wrapper)
            self.passed("committed")

        with patch.object(BaseDatabaseWrapper, "_commit", watched_commit), connection.execute_wrapper(self.statement):
            yield
