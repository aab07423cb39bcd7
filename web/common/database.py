"""Database work from an event loop: on threads, each giving its connection back to the pool when it is done."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import connections

P = ParamSpec("P")
R = TypeVar("R")


async def on_thread(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Runs a function that uses the database on a thread, and returns or raises what it does."""
    return await asyncio.to_thread(lambda: _and_give_back(function, *args, **kwargs))


def _and_give_back(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    try:
        return function(*args, **kwargs)
    finally:
        connections.close_all()


def fault() -> str | None:
    """What is wrong with the database, for a health check."""
    try:
        with connections["default"].cursor() as cursor:
            cursor.execute("SELECT 1")
    except Exception as error:
        return f"database away: {type(error).__name__}"
    finally:
        connections.close_all()
    return None
