"""Traceparents go along whether or not spans are recorded; nothing of OpenTelemetry is loaded while they are not."""

import asyncio
import subprocess
import sys

import pytest

from deploy.local.environment import ROOT
from services.common import tracing

SAMPLED = f"00-{'a' * 32}-{'b' * 16}-01"
UNSAMPLED = f"00-{'a' * 32}-{'b' * 16}-00"


@pytest.mark.parametrize("traceparent", [SAMPLED, UNSAMPLED])
def test_off_a_traceparent_is_passed_on_as_it_came(traceparent: str) -> None:
    with tracing.entry("rpc", traceparent), tracing.span("inside"):
        assert tracing.current() == traceparent
        assert tracing.headers() == {"traceparent": traceparent}
        assert tracing.metadata() == (("traceparent", traceparent),)
    assert tracing.current() == ""


@pytest.mark.parametrize(
    "forged", ["", "garbage", SAMPLED + "x", f"00-{'0' * 32}-{'b' * 16}-01", "01" + SAMPLED[2:], SAMPLED.upper()]
)
def test_what_is_no_traceparent_is_not_passed_on(forged: str) -> None:
    with tracing.entry("rpc", forged):
        assert tracing.current() == ""


async def test_tasks_do_not_see_each_others() -> None:
    async def one(traceparent: str) -> str:
        with tracing.entry("rpc", traceparent):
            await asyncio.sleep(0)
            return tracing.current()

    assert await asyncio.gather(one(SAMPLED), one(""), one(UNSAMPLED)) == [SAMPLED, "", UNSAMPLED]


async def test_log_lines_tell_request_and_trace() -> None:
    async def lines() -> object:
        tracing.note_request("request-0001")
        with tracing.span("rpc", SAMPLED):
            return tracing.add_ids(None, "info", {"event": "done"})

    assert await asyncio.create_task(lines()) == {"event": "done", "request": "request-0001", "trace": "a" * 32}
    assert tracing.add_ids(None, "info", {"event": "done"}) == {"event": "done"}


def test_off_nothing_of_the_sdk_is_loaded() -> None:
    code = (
        "import sys; import services.gateway.__main__, services.tables.composition, services.bots.runner;"
        "from services.common import tracing; tracing.configure('gateway', '', 1.0);"
        f"tracing.entry('rpc', {SAMPLED!r}).__enter__();"
        "print([name for name in sys.modules if name.startswith('opentelemetry.sdk')])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"
