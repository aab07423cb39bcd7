"""Durable deadlines: the clock plays for who does not, also when the worker that armed it is gone (architecture 4)."""

import asyncio
import json
import os
import signal
import time
from collections.abc import AsyncIterator, Iterator

import grpc
import pytest

from deploy.local.stack import Stack
from services.common import subjects
from tests.service.tables.playing import Guest, Room, do, reached, seated
from truco.engine.v1.engine_pb2 import ReplayRequest
from truco.engine.v1.engine_pb2_grpc import EngineServiceStub
from truco.play.v1.play_pb2 import TABLE_STATUS_CLOSED, TABLE_STATUS_PLAYING
from truco.rules.v1.rules_pb2 import PHASE_DEAL, PHASE_PLAY

_QUICK = {
    "QUIERO_TABLES_DEAL_PAUSE_MS": "600",
    "QUIERO_TABLES_TURN_SECONDS": "0.7",
    "QUIERO_TABLES_BANK_SECONDS": "1",
    "QUIERO_TABLES_IDLE_SECONDS": "3",
    "QUIERO_TABLES_KEEP_SECONDS": "2",
    "QUIERO_TABLES_REMATCH_SECONDS": "1",
}

_UNHURRIED_SECONDS = 5
_DEAL_GRACE_MS = 3_000
"""A deal that is so late is the durable timer's."""


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """NATS, the engine and a worker in a hurry."""
    with Stack(tmp_path_factory.mktemp("clock"), overrides=_QUICK) as stack:
        stack.start("nats", "engine", "tables")
        yield stack


@pytest.fixture
async def hurry(quick: Stack) -> AsyncIterator[Room]:
    """Connections to it."""
    room = await Room.enter(quick)
    yield room
    await room.leave()


async def test_the_clock_plays_the_lowest_card_when_the_time_is_up(hurry: Room) -> None:
    guests = await seated(hurry)
    before = await guests[0].look()
    turn = before.view.turn
    cards = (await guests[turn].look()).view.cards
    now = await reached(guests[0], lambda now: len(now.view.played) == 1)
    record = (await hurry.records(guests[0].table_id))[now.table.version - 1]
    assert (record.actor, record.seat) == ("clock", turn)
    assert now.view.played[0].card in cards
    assert record.time_ms >= before.table.seats[turn].deadline_ms
    assert record.state.seats[turn].bank_ms == 0


async def test_the_clock_refuses_a_call_that_nobody_answers(hurry: Room) -> None:
    guests = await seated(hurry)
    now = await guests[0].look()
    await guests[now.view.turn].act(do("truco"))
    after = await reached(guests[0], lambda now: sum(now.view.score) > 0)
    assert after.view.score[now.view.turn % 2] == 1


async def test_two_turns_missed_in_a_row_and_a_bot_sits_in(hurry: Room) -> None:
    guests = await seated(hurry)
    now = await reached(guests[0], lambda now: any(seat.stand_in for seat in now.table.seats))
    seat = next(seat.seat for seat in now.table.seats if seat.stand_in)
    records = await hurry.records(guests[0].table_id)
    sat_in = next(each for each in records if each.HasField("stood_in"))
    before = [
        each for each in records if each.version < sat_in.version and each.HasField("acted") and each.seat == seat
    ]
    assert sat_in.seat == seat
    assert [each.actor for each in before if each.actor != "table"] == ["clock", "clock"]


async def test_a_turn_of_ones_own_makes_up_for_a_missed_one(hurry: Room) -> None:
    guests = await _unhurried(hurry)
    turn = (await guests[0].look()).view.turn
    await reached(guests[0], lambda now: len(now.view.played) == 1)
    missed = (await hurry.records(guests[0].table_id))[-1].state.seats[turn]
    assert missed.missed_turns == 1
    await guests[1 - turn].act(do("play", (await guests[1 - turn].look()).view.cards[0]))
    now = await guests[turn].look()
    if now.view.turn == turn:
        await guests[turn].act(do("play", now.view.cards[0]))
    else:
        await guests[1 - turn].act(do("play", (await guests[1 - turn].look()).view.cards[0]))
        await guests[turn].act(do("play", now.view.cards[0]))
    states = [each.state.seats[turn] for each in await hurry.records(guests[0].table_id)]
    assert not states[-1].missed_turns
    assert not any(each.stand_in for each in states)


async def test_a_quick_answer_costs_no_bank_and_a_slow_one_does(hurry: Room) -> None:
    guests = await _unhurried(hurry, bank_seconds=10)
    now = await guests[0].look()
    turn = now.view.turn
    await guests[turn].act(do("play", (await guests[turn].look()).view.cards[0]))
    other = guests[1 - turn]
    await asyncio.sleep(_UNHURRIED_SECONDS + 0.5)
    deadline_ms, slow_ms = (await other.look()).table.seats[1 - turn].deadline_ms, time.time() * 1000
    await other.act(do("play", (await other.look()).view.cards[0]))
    last = (await hurry.records(other.table_id))[-1]
    assert last.state.seats[turn].bank_ms == 10_000
    assert deadline_ms - last.time_ms <= last.state.seats[1 - turn].bank_ms <= deadline_ms - slow_ms < 10_000


async def _unhurried(room: Room, bank_seconds: int = 0) -> list[Guest]:
    """Guests with the shortest turns that a table may choose, which leave a slow machine time for some calls."""
    ana, beto = Guest(room), Guest(room)
    await ana.open(2, turn_seconds=_UNHURRIED_SECONDS, bank_seconds=bank_seconds)
    await beto.join(ana.table_id)
    await reached(ana, lambda now: now.view.phase == PHASE_PLAY)
    return [ana, beto]


async def test_the_next_hand_is_dealt_after_the_pause(hurry: Room) -> None:
    guests = await seated(hurry)
    now = await guests[0].look()
    await guests[now.view.turn].act(do("mazo"))
    assert (await guests[0].look()).view.phase == PHASE_DEAL
    await reached(guests[0], lambda now: now.view.hand == 2)
    ended, dealt = (await hurry.records(guests[0].table_id))[-2:]
    assert dealt.actor == "table"
    assert ended.time_ms < ended.state.due_ms <= dealt.time_ms < ended.state.due_ms + _DEAL_GRACE_MS


async def test_the_next_hand_is_dealt_after_the_pause_also_when_the_clock_ended_the_last(hurry: Room) -> None:
    guests = await seated(hurry)
    now = await guests[0].look()
    await guests[now.view.turn].act(do("truco"))
    await reached(guests[0], lambda now: now.view.hand == 2)
    refused, dealt = (await hurry.records(guests[0].table_id))[-2:]
    assert (refused.actor, dealt.actor) == ("clock", "table")
    assert 0 <= dealt.time_ms - refused.state.due_ms < _DEAL_GRACE_MS


async def test_a_forfeit_before_the_first_deal_makes_a_record_that_replays(quick: Stack, hurry: Room) -> None:
    ana, beto = Guest(hurry), Guest(hurry)
    await ana.open()
    await beto.join(ana.table_id)
    await beto.leave()
    records = await hurry.records(ana.table_id)
    assert [each.WhichOneof("action") for each in records] == ["opened", "joined", "acted", "acted"]
    record = json.loads(records[-1].match_record_json)
    assert (len(record["deals"]), record["steps"]) == (1, [{"seat": 1, "do": "forfeit"}])
    assert record["result"]["winner"] == 0
    async with grpc.aio.insecure_channel(quick.env["QUIERO_ENGINE_ADDRESS"]) as channel:
        replay = await EngineServiceStub(channel).Replay(ReplayRequest(record_json=records[-1].match_record_json))
    assert json.loads(replay.steps_json[-1])["winner"] == 0


async def test_an_idle_open_table_closes(hurry: Room) -> None:
    ana = Guest(hurry)
    await ana.open(4)
    closed = await reached(ana, lambda now: now.table.status == TABLE_STATUS_CLOSED)
    last = await hurry.operator.jetstream().get_last_msg(subjects.STREAM, subjects.records(ana.table_id))
    assert str(last.subject).endswith(".abandoned")
    assert closed.table.version == 2
    await ana.open(4)


@pytest.mark.parametrize("way", ["leave", "forfeit"])
async def test_records_are_purged_only_after_the_portal_has_them(hurry: Room, way: str) -> None:
    """With a player gone its record is the last; a match that is given up in the seat offers a rematch for a second."""
    guests = await seated(hurry)
    await (guests[0].leave() if way == "leave" else guests[0].act(do("forfeit")))
    await asyncio.sleep(4)
    assert await hurry.records(guests[0].table_id)
    js = hurry.operator.jetstream()
    portal = await js.pull_subscribe_bind(subjects.MATCHES_CONSUMER, subjects.STREAM)
    try:
        while True:
            for message in await portal.fetch(50, timeout=0.5):
                await message.ack_sync()
    except TimeoutError:
        pass
    await _until_purged(hurry, guests[0].table_id)


async def _until_purged(room: Room, table_id: str) -> None:
    until = time.monotonic() + 10
    while await room.records(table_id):
        assert time.monotonic() < until, "never purged"
        await asyncio.sleep(0.1)


async def test_a_deadline_holds_though_the_worker_died(quick: Stack, hurry: Room) -> None:
    guests = await seated(hurry)
    before = await guests[0].look()
    quick.kill9("tables")
    quick.wait_until_well("tables")
    now = await reached(guests[0], lambda now: len(now.view.played) == 1)
    assert now.table.version > before.table.version


async def test_a_deadline_holds_though_the_nats_server_died(quick: Stack, hurry: Room) -> None:
    guests = await seated(hurry)
    quick.kill9("nats")
    quick.wait_until_well("nats")
    quick.wait_until_well("tables")
    now = await reached(guests[0], lambda now: len(now.view.played) == 1)
    record = (await hurry.records(guests[0].table_id))[now.table.version - 1]
    assert record.actor == "clock"


async def test_a_deal_is_made_though_the_worker_died_in_the_pause(quick: Stack, hurry: Room) -> None:
    guests = await seated(hurry)
    now = await guests[0].look()
    await guests[now.view.turn].act(do("mazo"))
    quick.kill9("tables")
    quick.wait_until_well("tables")
    await reached(guests[0], lambda now: now.view.hand == 2)


async def test_the_time_of_an_outage_is_given_back(quick: Stack, hurry: Room) -> None:
    guests = await seated(hurry)
    before = await guests[0].look()
    turn = before.view.turn
    pid = quick.pid("tables")
    os.kill(pid, signal.SIGSTOP)
    try:
        await asyncio.sleep(5)
    finally:
        os.kill(pid, signal.SIGCONT)
    now = await reached(guests[0], lambda now: now.table.version > before.table.version)
    record = (await hurry.records(guests[0].table_id))[before.table.version]
    assert record.HasField("time_given_back")
    assert 3_000 < record.time_given_back.outage_ms < 7_500
    moved = record.state.seats[turn].deadline_ms - before.table.seats[turn].deadline_ms
    assert moved == record.time_given_back.outage_ms
    assert now.table.status == TABLE_STATUS_PLAYING
    assert now.view.phase == PHASE_PLAY
