"""/healthz answers whatever else comes to its port."""

import socket
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from services.common.health import Health


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
