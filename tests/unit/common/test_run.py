"""A process ends in order, whatever it was doing when it was told to."""

import asyncio
import os
import signal
from typing import Any

import pytest

from services.common.health import Health
from services.common.run import run
from services.common.settings import ServiceSettings


def _terminate_self() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def test_a_process_that_waits_for_others_to_start_is_cut_short() -> None:
    async def connects_for_ever(_health: Health, _stopping: asyncio.Event) -> None:
        asyncio.get_running_loop().call_soon(_terminate_self)
        await asyncio.Event().wait()

    run("test", ServiceSettings(), connects_for_ever)


def test_a_started_process_ends_in_its_own_time() -> None:
    ended: list[str] = []

    async def serves(health: Health, stopping: asyncio.Event) -> None:
        health.ready()
        asyncio.get_running_loop().call_soon(_terminate_self)
        await stopping.wait()
        await asyncio.sleep(0)
        ended.append("drained")

    run("test", ServiceSettings(), serves)
    assert ended == ["drained"]


def test_a_process_that_breaks_says_so() -> None:
    async def breaks(*_: Any) -> None:
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        run("test", ServiceSettings(), breaks)
