"""Absence: the others see it, bots sit in, the player comes back, a match without anybody is given up (issue 4.4)."""

import asyncio
import json
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Iterator

import grpc
import pytest

from deploy.local.stack import Stack
from services.common import subjects
from services.common.errors import Denied, IllegalAction, TrucoError
from services.common.fairness.checks import checks
from tests.service.tables.gatekeeper import Gatekeeper
from tests.service.tables.playing import Guest, Room, do, one_action, reached, seated
from truco.engine.v1.engine_pb2 import ReplayRequest
from truco.engine.v1.engine_pb2_grpc import EngineServiceStub
from truco.play.v1.play_pb2 import TABLE_STATUS_ABANDONED, TABLE_STATUS_FINISHED, TABLE_STATUS_PLAYING, TablePresence
from truco.rules.v1.rules_pb2 import PHASE_PLAY
from truco.tables.v1.tables_pb2 import TableRecord, TakeSeatBack

_AWAY = {
    "QUIERO_TABLES_DEAL_PAUSE_MS": "0",
    "QUIERO_TABLES_AWAY_SECONDS": "1.5",
    "QUIERO_TABLES_STAND_IN_SECONDS": "3",
    "QUIERO_TABLES_ABANDON_SECONDS": "7",
    "QUIERO_TABLES_BOT_RETRY_SECONDS": "0.5",
    "QUIERO_BOTS_PAUSE_MS": "0",
}

_ENGINE_PATIENCE = 7.0
"""A command waits a little longer for an engine that does not answer."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """NATS, the engine, a worker that is soon impatient, and the bots."""
    with Stack(tmp_path_factory.mktemp("absence"), overrides=_AWAY) as stack:
        stack.start("nats", "engine", "tables", "bots")
        yield stack


@pytest.fixture
async def hall(house: Stack) -> AsyncIterator[Room]:
    """Connections to it."""
    room = await Room.enter(house)
    yield room
    await room.leave()


async def test_the_others_are_told_who_is_away_and_who_is_back(hall: Room) -> None:
    guests = await seated(hall)
    told = await hall.gateway.subscribe(subjects.seat(guests[0].table_id, 0, subjects.PRESENCE))
    async with Gatekeeper(hall) as gateway:
        await gateway.open(*guests)
        await asyncio.sleep(0.3)
        closed_ms = int(time.time() * 1000)
        await gateway.close(guests[1])
        gone = TablePresence.FromString((await told.next_msg(3)).data)
        assert [(away.seat, closed_ms <= away.since_ms <= time.time() * 1000) for away in gone.away] == [(1, True)]
        assert _asked((await hall.get(guests[0].table_id, guests[0].player.player_id)).presence) == [1]
        await gateway.open(guests[1])
        assert not TablePresence.FromString((await told.next_msg(3)).data).away
        assert _asked((await hall.get(guests[0].table_id, guests[0].player.player_id)).presence) == []


async def test_a_bot_sits_in_for_who_is_away_and_the_player_takes_the_seat_back(hall: Room) -> None:
    guests = await seated(hall)
    turn = (await guests[0].look()).view.turn
    away, there = guests[turn], guests[1 - turn]
    async with Gatekeeper(hall) as gateway:
        await gateway.open(*guests)
        await gateway.close(away)
        now = await reached(there, lambda now: now.table.seats[turn].stand_in)
        record = await _record(hall, there.table_id, "stood_in")
        assert (record.actor, record.seat) == ("table", turn)
        await _bot_acted(there, turn)

        await gateway.open(away)
        with pytest.raises(Denied) as refused:
            await away.act(do("mazo"))
        assert refused.value.reason == "NOT_YOUR_SEAT"
        now = await away.take_back()
        assert not now.table.seats[turn].stand_in
        with pytest.raises(IllegalAction) as refused_again:
            await away.take_back()
        assert refused_again.value.reason == "NO_STAND_IN"
        await _acts(guests, turn, since=now.table.version)


async def _acts(guests: list[Guest], seat: int, since: int) -> None:
    """Returns when the player of a seat has acted after a version."""
    luck, player_id = random.Random(1), guests[seat].player.player_id
    for _ in range(500):
        records = await guests[0].room.records(guests[0].table_id)
        if any(each.actor == player_id and each.version > since for each in records):
            return
        await one_action(guests, await guests[0].look(), luck)
    raise AssertionError("the player does not act")


async def test_the_match_of_who_was_away_replays_and_its_seal_holds(house: Stack, hall: Room) -> None:
    guests = await seated(hall)
    turn = (await guests[0].look()).view.turn
    async with Gatekeeper(hall) as gateway:
        await gateway.open(guests[1 - turn])
        await gateway.close(guests[turn])
        await _bot_acted(guests[1 - turn], turn)
        await guests[turn].take_back()
        await guests[turn].leave()
    text = (await hall.records(guests[0].table_id))[-1].match_record_json
    record = json.loads(text)
    assert record["result"]["forfeit_seat"] == turn
    assert f"bot-{guests[0].table_id}-{turn}" in {step.get("by") for step in record["steps"]}
    assert [each["do"] for each in record["sealed"]["between"]] == ["stand_in", "take_back"]
    assert len(list(checks(record))) >= 4
    async with grpc.aio.insecure_channel(house.env["QUIERO_ENGINE_ADDRESS"]) as channel:
        assert (await EngineServiceStub(channel).Replay(ReplayRequest(record_json=text))).ok


async def test_a_table_that_waits_for_the_engine_holds_up_the_absent_of_no_other(house: Stack, hall: Room) -> None:
    busy, guests = await seated(hall), await seated(hall)
    turn = (await busy[0].look()).view.turn
    card = (await busy[turn].look()).view.cards[0]
    async with Gatekeeper(hall) as gateway:
        await gateway.open(*busy, *guests)
        os.kill(house.pid("engine"), signal.SIGSTOP)
        try:
            acting = asyncio.create_task(busy[turn].act(do("play", card)))
            await gateway.close(busy[1 - turn], *guests)
            await reached(guests[1], lambda now: now.table.seats[0].stand_in, _ENGINE_PATIENCE)
            assert not acting.done()
        finally:
            os.kill(house.pid("engine"), signal.SIGCONT)
        await asyncio.gather(acting, return_exceptions=True)


async def test_leaving_for_good_forfeits_also_while_a_bot_sits_in(hall: Room) -> None:
    guests = await seated(hall)
    async with Gatekeeper(hall) as gateway:
        await gateway.open(guests[1])
        await gateway.close(guests[0])
        await reached(guests[1], lambda now: now.table.seats[0].stand_in)
        await guests[0].leave()
        now = await guests[1].look()
    assert (now.table.status, now.view.winner) == (TABLE_STATUS_FINISHED, 1)
    assert (await hall.records(guests[0].table_id))[-1].actor == guests[0].player.player_id


async def test_a_match_without_anybody_is_given_up(hall: Room) -> None:
    guests = await seated(hall)
    begun_ms = time.time() * 1000
    async with Gatekeeper(hall) as gateway:
        await gateway.open(*guests)
        await gateway.close(*guests)
        now = await reached(guests[0], lambda now: now.table.status != TABLE_STATUS_PLAYING, 20)
    last = (await hall.records(guests[0].table_id))[-1]
    # Bots that sit in for both may have finished it before.
    if now.table.status == TABLE_STATUS_ABANDONED:
        assert last.HasField("match_abandoned")
        assert last.ended_match_id == now.table.match_id
        assert last.time_ms - begun_ms >= 7_000
    else:
        assert now.table.status == TABLE_STATUS_FINISHED


async def test_it_is_given_up_also_when_the_worker_has_forgotten_who_was_there(house: Stack, hall: Room) -> None:
    """No gateway speaks of the table any more; its own clock brings it up."""
    ana = Guest(hall)
    await ana.open(2, turn_seconds=5, bank_seconds=0)
    beto = Guest(hall)
    await beto.join(ana.table_id)
    await reached(ana, lambda now: now.view.phase == PHASE_PLAY)
    async with Gatekeeper(hall) as gateway:
        await gateway.open(ana, beto)
        house.kill9("tables")
        house.wait_until_well("tables")
        await gateway.close(ana, beto)
        house.kill9("tables")
        house.wait_until_well("tables")
        now = await reached(ana, lambda now: now.table.status != TABLE_STATUS_PLAYING, 40)
    assert now.table.status in (TABLE_STATUS_ABANDONED, TABLE_STATUS_FINISHED)


async def test_a_gateway_that_dies_takes_nobody_away_who_is_at_another(hall: Room) -> None:
    guests = await seated(hall)
    told = await hall.gateway.subscribe(subjects.seat(guests[0].table_id, 0, subjects.PRESENCE))
    async with Gatekeeper(hall) as dying, Gatekeeper(hall) as living:
        await dying.open(*guests)
        await living.open(guests[0])
        await asyncio.sleep(0.4)
        dying.die()
        died_ms = time.time() * 1000
        await asyncio.sleep(0.5)
        gone = TablePresence.FromString((await told.next_msg(5)).data)
        assert [away.seat for away in gone.away] == [1]
        assert abs(gone.away[0].since_ms - died_ms) < 1_000
        assert gone.now_ms - gone.away[0].since_ms >= 1_500
        await living.open(guests[1])
        assert not TablePresence.FromString((await told.next_msg(3)).data).away


async def test_while_no_gateway_speaks_nobody_is_away(hall: Room) -> None:
    guests = await seated(hall)
    async with Gatekeeper(hall) as gateway:
        await gateway.open(*guests)
        await asyncio.sleep(0.4)
    await asyncio.sleep(6)
    now = await guests[0].look()
    assert not any(seat.stand_in for seat in now.table.seats)
    async with Gatekeeper(hall) as gateway:
        await gateway.open(*guests)
        await asyncio.sleep(1)
        assert _asked((await hall.get(guests[0].table_id, guests[0].player.player_id)).presence) == []


async def test_nobody_takes_back_what_was_not_taken(hall: Room) -> None:
    guests = await seated(hall)
    stranger = Guest(hall, table_id=guests[0].table_id)
    for guest, reason in ((stranger, "NOT_SEATED"), (guests[0], "NO_STAND_IN")):
        with pytest.raises(TrucoError) as refused:
            await guest.take_back()
        assert refused.value.reason == reason
    await guests[0].leave()
    with pytest.raises(TrucoError) as over:
        await guests[0].take_back()
    assert over.value.reason == "MATCH_OVER"


async def test_the_platforms_bots_act_only_where_they_sit_in_and_never_give_up(hall: Room) -> None:
    guests = await seated(hall)
    turn = (await guests[0].look()).view.turn
    command = guests[turn].command(TakeSeatBack())
    command.act.action.CopyFrom(do("mazo"))
    command.act.seat = turn
    assert (await hall.send_bot(command)).refused.reason == "NOT_YOUR_SEAT"
    async with Gatekeeper(hall) as gateway:
        await gateway.open(guests[1 - turn])
        await gateway.close(guests[turn])
        await reached(guests[0], lambda now: now.table.seats[turn].stand_in)
        command.act.action.CopyFrom(do("forfeit"))
        assert (await hall.send_bot(command)).refused.reason == "NOT_YOUR_SEAT"


def _asked(presence: bytes) -> list[int]:
    return [away.seat for away in TablePresence.FromString(presence).away]


async def _record(room: Room, table_id: str, kind: str) -> TableRecord:
    """The first record of a kind."""
    return next(each for each in await room.records(table_id) if each.WhichOneof("action") == kind)


async def _bot_acted(guest: Guest, seat: int) -> None:
    """Returns when the bot that sits in has acted; the record tells it from the player."""
    until = time.monotonic() + 10
    while True:
        records = await guest.room.records(guest.table_id)
        if any((each.actor, each.seat) == (f"bot-{guest.table_id}-{seat}", seat) for each in records):
            return
        assert time.monotonic() < until, "the bot does not act"
        await asyncio.sleep(0.1)
