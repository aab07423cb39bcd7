"""/healthz answers whatever else comes to its port."""

import asyncio
import socket
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from services.common.health import Health, ended


def test_a_caller_that_says_nothing_keeps_nobody_waiting() -> None:
    health = Health("127.0.0.1:0")
    health.ready()
    try:
        with (
            socket.create_connection(("127.0.0.1", health.port)),
            urlopen(f"http://127.0.0.1:{health.port}/healthz", timeout=2) as answer,
        ):
            assert (answer.status, answer.read()) == (200, b"ok\n")
    finally:
        health.close()


def test_a_fault_is_told() -> None:
    health = Health("127.0.0.1:0")
    health.ready(lambda: None, lambda: "no keys")
    try:
        with pytest.raises(HTTPError, match="503") as refused:
            urlopen(f"http://127.0.0.1:{health.port}/healthz", timeout=2)
        assert refused.value.read() == b"no keys\n"
    finally:
        health.close()


async def test_a_background_task_that_ends_is_a_fault() -> None:
    async def fail() -> None:
        raise LookupError

    lives, fails = asyncio.create_task(asyncio.sleep(60)), asyncio.create_task(fail())
    assert ended([lives, fails]) is None
    await asyncio.wait([fails])
    assert ended([lives, fails]) == "a background task ended: LookupError"
    lives.cancel()
    await asyncio.wait([lives])
    assert ended([lives]) == "a background task ended"
