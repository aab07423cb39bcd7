"""Database work from an event loop: on threads, each giving its connection back to the pool when it is done."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connections

from services.common.errors import Unreachable

AWAY = (OperationalError, InterfaceError)
"""What Django raises while the database does not answer."""

P = ParamSpec("P")
R = TypeVar("R")


async def on_thread(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Runs a function that uses the database on a thread, and returns or raises what it does.

    Raises Unreachable (UNREACHABLE) while the database is away.
    """
    return await asyncio.to_thread(lambda: _and_give_back(function, *args, **kwargs))


def unreachable() -> Unreachable:
    """The refusal that stands for a database that does not answer."""
    return Unreachable("UNREACHABLE", "the database does not answer").retrying_after(2)


def fault() -> str | None:
    """What is wrong with the database, for a health check."""
    try:
        _and_give_back(_select)
    except Unreachable as error:
        return error.message
    return None


def _select() -> None:
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT 1")


def _and_give_back(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    try:
        return function(*args, **kwargs)
    except AWAY as error:
        raise unreachable() from error
    finally:
        connections.close_all()
