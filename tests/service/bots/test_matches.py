"""The bots' process at real tables."""

import asyncio
import random
import time
from contextlib import suppress

import pytest

from deploy.local.stack import Stack
from services.common.errors import Conflict
from tests.service.tables.playing import Guest, Room, do, new_id, one_action, reached, seated
from truco.play.v1.play_pb2 import TABLE_STATUS_FINISHED, TableUpdate
from truco.rules.v1.rules_pb2 import Options, Ruleset
from truco.tables.v1.tables_pb2 import Act, Command, TableRecord

SECONDS = 120


async def play_with_bots(guest: Guest) -> TableUpdate:
    """The guest acts at random when it is its turn, until the match has ended."""
    luck = random.Random(5)
    until = time.monotonic() + SECONDS
    while (now := await guest.look()).table.status != TABLE_STATUS_FINISHED:
        assert time.monotonic() < until, f"the match does not end; the table is {now}"
        if now.seat in now.view.awaited and now.view.legal:
            # A bot of its team may answer a call first: then the version is stale.
            with suppress(Conflict):
                await one_action([guest], only_seat(now), luck)
        else:
            await asyncio.sleep(0.01)
    return now


def only_seat(now: TableUpdate) -> TableUpdate:
    """The same table as if it waited for the viewer alone: bots of its team answer for themselves."""
    mine = TableUpdate()
    mine.CopyFrom(now)
    mine.view.awaited[:] = [now.seat]
    return mine


def acts_of_bots(records: list[TableRecord]) -> list[TableRecord]:
    return [record for record in records if record.actor.startswith("bot-")]


@pytest.mark.parametrize("seats", [2, 4, 6])
async def test_bots_play_a_match_to_its_end(room: Room, seats: int) -> None:
    guest = Guest(room)
    await guest.open(seats, bots=seats - 1)

    await play_with_bots(guest)

    records = await room.records(guest.table_id)
    acted = acts_of_bots(records)
    assert {record.seat for record in acted} == set(range(1, seats))
    assert not [record for record in records if record.actor == "clock" and record.HasField("acted")]


@pytest.mark.parametrize(
    ("preset", "seats"), [("granronda_flor", 4), ("uruguayo", 2), ("uruguayo", 6), ("estrella", 6)]
)
async def test_bots_play_flor_muestra_and_duels(room: Room, preset: str, seats: int) -> None:
    options = Options(target=15, flor=True, pica_pica=seats == 6)
    guest = Guest(room)
    await guest.open(seats, bots=seats - 1, ruleset=Ruleset(preset=preset, options=options))

    await play_with_bots(guest)

    records = await room.records(guest.table_id)
    assert acts_of_bots(records)
    assert not [record for record in records if record.actor == "clock" and record.HasField("acted")]


async def test_every_turn_of_a_bot_counts_once(room: Room) -> None:
    guest = Guest(room)
    await guest.open(2, bots=1)

    await play_with_bots(guest)

    ids = [record.request_id for record in acts_of_bots(await room.records(guest.table_id))]
    assert ids
    assert len(ids) == len(set(ids))


async def test_killed_bots_lose_nothing(servers: Stack, room: Room) -> None:
    guest = Guest(room)
    await guest.open(2, bots=1, ruleset=Ruleset(preset="maestro"))
    playing = asyncio.create_task(play_with_bots(guest))

    for _ in range(3):
        await asyncio.sleep(0.1)
        assert not playing.done()
        await asyncio.to_thread(servers.kill9, "bots")
        await asyncio.to_thread(servers.wait_until_well, "bots")
    await playing

    records = await room.records(guest.table_id)
    assert not [record for record in records if record.actor == "clock" and record.HasField("acted")]


async def test_bots_may_not_act_for_a_person(room: Room) -> None:
    guest, _ = await seated(room)
    now = await reached(guest, lambda now: bool(now.view.awaited))
    command = Command(
        request_id=new_id(),
        expected_version=now.table.version,
        not_after_ms=int(time.time() * 1000) + 15_000,
        table_id=guest.table_id,
        act=Act(action=do("truco"), seat=now.view.awaited[0]),
    )

    reply = await room.send_bot(command)

    assert reply.refused.reason == "NOT_YOUR_SEAT"
    assert (await guest.look()).table.version == now.table.version


async def test_the_process_leaves_in_order(servers: Stack, room: Room) -> None:
    await asyncio.to_thread(servers.stop_program, "bots")
    guest = Guest(room)
    await guest.open(2, bots=1)

    await asyncio.to_thread(servers.start, "bots")

    # The turn that nobody heard is sent again (architecture 4.4).
    await play_with_bots(guest)
    assert acts_of_bots(await room.records(guest.table_id))
    assert "stopped" in servers.log("bots")
