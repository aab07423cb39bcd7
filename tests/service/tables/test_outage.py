"""A long outage of the platform voids the matches that it met; none is anybody's absence."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress

import pytest
from nats.js.errors import NotFoundError

from deploy.local.stack import Stack
from services.common import subjects
from services.common.errors import TrucoError
from tests.service.tables.gatekeeper import Gatekeeper
from tests.service.tables.playing import Guest, Room, do, reached, seated
from truco.play.v1.play_pb2 import TABLE_STATUS_PLAYING, TABLE_STATUS_VOIDED

_FRAIL = {
    "QUIERO_TABLES_DEAL_PAUSE_MS": "0",
    "QUIERO_TABLES_VOID_OUTAGE_SECONDS": "6.5",
    "QUIERO_TABLES_AWAY_SECONDS": "1.5",
    "QUIERO_TABLES_STAND_IN_SECONDS": "3",
    "QUIERO_TABLES_ABANDON_SECONDS": "4",
}


@pytest.fixture(scope="module")
def frail(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """NATS, the engine and a worker for whom an outage is soon too long."""
    with Stack(tmp_path_factory.mktemp("outage"), overrides=_FRAIL) as stack:
        stack.start("nats", "engine", "tables")
        yield stack


@pytest.fixture
async def ward(frail: Stack) -> AsyncIterator[Room]:
    """Connections to it."""
    room = await Room.enter(frail)
    yield room
    await room.leave()


async def test_a_long_outage_voids_the_matches_that_were_being_played(frail: Stack, ward: Room) -> None:
    guests = await seated(ward)
    open_table = Guest(ward)
    await open_table.open(4)
    await _frozen(frail, 8)

    with pytest.raises(TrucoError) as refused:
        await guests[0].act(do("mazo"))
    assert refused.value.reason == "MATCH_OVER"
    now = await reached(guests[0], lambda now: now.table.status != TABLE_STATUS_PLAYING)
    assert (now.table.status, now.table.void_reason) == (TABLE_STATUS_VOIDED, "outage")
    assert now.table.server_seed
    last = (await ward.records(guests[0].table_id))[-1]
    assert (last.actor, last.voided.match_id, last.voided.reason) == ("clock", now.table.match_id, "outage")
    stored = await ward.operator.jetstream().get_last_msg(subjects.STREAM, subjects.records(guests[0].table_id))
    assert str(stored.subject).endswith(".voided")
    assert len((await open_table.look()).table.seats) == 4
    await guests[0].open(2)  # free to sit down elsewhere
    await seated(ward)


async def test_a_long_outage_voids_also_a_match_at_whose_table_somebody_is_away_afterwards(
    frail: Stack, ward: Room
) -> None:
    """Were a bot to sit in first, nothing after it would know of the outage."""
    guests = await seated(ward)
    async with Gatekeeper(ward) as gateway:
        await gateway.open(*guests)
        await _until_no_timer_fires_soon(ward, guests[0].table_id)
        await _frozen(frail, 8)
        await gateway.close(guests[1])
        now = await reached(guests[0], lambda now: now.table.status != TABLE_STATUS_PLAYING)
    assert (now.table.status, now.table.void_reason) == (TABLE_STATUS_VOIDED, "outage")
    assert not any(record.HasField("stood_in") for record in await ward.records(guests[0].table_id))


async def test_a_shorter_outage_neither_voids_nor_counts_as_absence(frail: Stack, ward: Room) -> None:
    """Longer than the match would be given up after, had everybody been away."""
    guests = await seated(ward)
    async with Gatekeeper(ward) as gateway:
        await gateway.open(*guests)
        await asyncio.sleep(0.5)
        await _frozen(frail, 4.2)
        await asyncio.sleep(2.5)
    now = await guests[0].look()
    assert now.table.status == TABLE_STATUS_PLAYING
    assert not any(seat.stand_in for seat in now.table.seats)


async def _until_no_timer_fires_soon(room: Room, table_id: str) -> None:
    """The one that was set for the deal fires once more."""
    async with asyncio.timeout(15):
        while True:
            with suppress(NotFoundError):  # it has fired, and is being set again
                timer = await room.operator.jetstream().get_last_msg(subjects.STREAM, subjects.timer(table_id))
                if int(timer.data or b"0") > (time.time() + 30) * 1000:
                    return
            await asyncio.sleep(0.1)


async def _frozen(stack: Stack, seconds: float) -> None:
    """The only worker stands still."""
    pid = stack.pid("tables")
    os.kill(pid, signal.SIGSTOP)
    try:
        await asyncio.sleep(seconds)
    finally:
        os.kill(pid, signal.SIGCONT)
