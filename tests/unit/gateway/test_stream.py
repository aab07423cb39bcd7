"""What waits for a reader."""

import asyncio

import pytest

from services.common.errors import Busy, Conflict, Unreachable
from services.gateway.stream import Stream


async def test_messages_come_in_order_and_then_the_error() -> None:
    stream = Stream(limit=10)
    stream.put(b"1")
    stream.put_live(b"2")
    assert [await stream.next(), await stream.next()] == [b"1", b"2"]

    waiting = asyncio.ensure_future(stream.next())
    await asyncio.sleep(0)
    stream.close(Conflict("SUPERSEDED"))

    with pytest.raises(Conflict, match="SUPERSEDED"):
        await waiting


async def test_a_reader_that_is_too_slow_is_told_so_and_nothing_more_is_kept() -> None:
    stream = Stream(limit=3)
    for number in range(4):
        stream.put_live(bytes((number,)))
    stream.put(b"later")

    with pytest.raises(Busy, match="SLOW_READER"):
        await stream.next()


async def test_what_a_client_asked_for_does_not_count_as_slowness() -> None:
    stream = Stream(limit=3)
    for number in range(100):
        stream.put(bytes((number,)))

    assert [await stream.next() for _ in range(100)] == [bytes((number,)) for number in range(100)]


async def test_the_first_error_stands() -> None:
    stream = Stream(limit=3)
    stream.close(Conflict("SUPERSEDED"))
    stream.close(Unreachable("SHUTTING_DOWN"))

    with pytest.raises(Conflict, match="SUPERSEDED"):
        await stream.next()
