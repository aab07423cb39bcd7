"""Staked matches over the real portal's credits: held before the start, called off, held anew."""

import asyncio
import json
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator

import grpc
import pytest

from deploy.local.environment import ROOT
from deploy.local.stack import Stack
from services.common.errors import TrucoError
from services.engine.cli.verifying import verify
from tests.service.tables.playing import Guest, Room, do, new_id, play_out, reached, table_of, update
from truco.play.v1.play_pb2 import (
    TABLE_STATUS_CLOSED,
    TABLE_STATUS_OPEN,
    TABLE_STATUS_PLAYING,
    TABLE_STATUS_STARTING,
    TABLE_STATUS_VOIDED,
)
from truco.portal.v1.portal_pb2 import GetBalanceRequest, HoldStakesRequest, Stake
from truco.portal.v1.portal_pb2_grpc import CreditsServiceStub
from truco.rules.v1.rules_pb2 import PHASE_PLAY
from truco.tables.v1.tables_pb2 import LeaveTable, Player

_PATIENCE = 5
_VOID_OUTAGE = 6
_OVERRIDES = {
    "QUIERO_TABLES_VOID_OUTAGE_SECONDS": str(_VOID_OUTAGE),
    "QUIERO_TABLES_DEAL_PAUSE_MS": "0",
    "QUIERO_TABLES_HOLD_RETRY_SECONDS": "1",
    "QUIERO_TABLES_HOLD_PATIENCE_SECONDS": str(_PATIENCE),
    "QUIERO_TEST_ACCOUNTS": "true",
}


@pytest.fixture(scope="module")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """NATS, the engine, one tables worker, and the portal's credits and consumer."""
    with Stack(tmp_path_factory.mktemp("stakes"), overrides=_OVERRIDES) as stack:
        stack.start("nats", "postgres", "valkey", "migrate", "engine", "tables", "credits", "consumer")
        yield stack


@pytest.fixture
async def room(portal: Stack) -> AsyncIterator[Room]:
    """Connections."""
    room = await Room.enter(portal)
    yield room
    await room.leave()


@pytest.fixture
def rich(portal: Stack, room: Room) -> Callable[..., list[Guest]]:
    """Makes players with an account and so many credits."""

    def make(count: int, credits: int = 500) -> list[Guest]:
        command = ["-m", "web", "seed_players", "--count", str(count), "--credits", str(credits)]
        done = subprocess.run(
            [sys.executable, *command], cwd=ROOT, env=dict(portal.env), capture_output=True, text=True, check=True
        )
        ids = [json.loads(line)["player_id"] for line in done.stdout.splitlines()]
        return [Guest(room, Player(player_id=player_id, name="Ana", confirmed=True)) for player_id in ids]

    return make


Rich = Callable[..., list[Guest]]


async def _balances(portal: Stack, guests: list[Guest]) -> list[tuple[int, int]]:
    """What each has, and what of it is held."""
    async with grpc.aio.insecure_channel(portal.address("CREDITS")) as channel:
        credits = CreditsServiceStub(channel)
        found = [await credits.GetBalance(GetBalanceRequest(player_id=guest.player.player_id)) for guest in guests]
    return [(balance.available, balance.held) for balance in found]


async def _hold(portal: Stack, match_id: str, guests: list[Guest]) -> None:
    stakes = [Stake(player_id=guest.player.player_id, credits=100) for guest in guests]
    async with grpc.aio.insecure_channel(portal.address("CREDITS")) as channel:
        await CreditsServiceStub(channel).HoldStakes(HoldStakesRequest(match_id=match_id, stakes=stakes))


async def _until_settled(portal: Stack, guests: list[Guest]) -> list[int]:
    async with asyncio.timeout(15):
        while True:
            balances = await _balances(portal, guests)
            if not any(held for _, held in balances):
                return [available for available, _ in balances]
            await asyncio.sleep(0.1)


async def _at_a_table(guests: list[Guest], stake: int = 100) -> None:
    await guests[0].open(len(guests), stake=stake)
    for guest in guests[1:]:
        await guest.join(guests[0].table_id)


async def test_the_stakes_are_held_before_the_first_card_and_settled_after_the_last(
    portal: Stack, room: Room, rich: Rich
) -> None:
    guests = rich(2)
    await guests[0].open(stake=100)
    joined = await guests[1].join(guests[0].table_id)
    assert (joined.table.status, joined.table.stake) == (TABLE_STATUS_STARTING, 100)
    assert not joined.HasField("view")
    await reached(guests[0], lambda now: now.table.status == TABLE_STATUS_PLAYING)
    assert await _balances(portal, guests) == [(400, 100), (400, 100)]

    end = await play_out(guests, random.Random(1))

    record = json.loads(await room.match_record(guests[0].table_id, 1, guests[0].player.player_id))
    assert (record["stake"], record["sealed"]["began"]["do"]) == (100, "begin")
    assert len(list(verify(record, end.table.commitment, end.table.chain))) == 5
    after = await _until_settled(portal, guests)
    assert after[1 - end.view.winner] == 400 and after[end.view.winner] > 500


async def test_who_lacks_credits_loses_the_seat_and_the_table_waits_on(portal: Stack, room: Room, rich: Rich) -> None:
    ana, beto = rich(2)
    (poor,) = rich(1, 50)
    await _at_a_table([ana, poor])

    now = await reached(ana, lambda now: now.table.HasField("start_refusal"))
    assert (now.table.status, now.table.epoch) == (TABLE_STATUS_OPEN, 2)
    assert [seat.player_id for seat in now.table.seats] == [ana.player.player_id, ""]
    refusal = now.table.start_refusal
    assert (refusal.reason, list(refusal.player_ids)) == ("INSUFFICIENT_CREDITS", [poor.player.player_id])
    voided = (await room.records(ana.table_id))[-1]
    assert (voided.voided.match_id, voided.voided.reason) == (f"{ana.table_id}-1", "stakes")
    await poor.open(4)  # who lost the seat is free

    await beto.join(ana.table_id)
    begun = await reached(ana, lambda now: now.table.status == TABLE_STATUS_PLAYING)
    assert (begun.table.match_id, begun.table.HasField("start_refusal")) == (f"{ana.table_id}-2", False)
    assert await _balances(portal, [ana, beto]) == [(400, 100), (400, 100)]
    await ana.leave()
    assert sum(await _until_settled(portal, [ana, beto])) <= 1000


async def test_a_table_where_nobody_can_stake_closes(rich: Rich) -> None:
    poor = rich(2, 5)
    await _at_a_table(poor)
    await reached(poor[0], lambda now: now.table.status == TABLE_STATUS_CLOSED)


async def test_a_start_that_was_called_off_can_hold_nothing_later(portal: Stack, rich: Rich) -> None:
    (ana,), (poor,) = rich(1), rich(1, 50)
    await _at_a_table([ana, poor])
    await reached(ana, lambda now: now.table.HasField("start_refusal"))
    async with asyncio.timeout(15):
        while True:
            try:
                await _hold(portal, f"{ana.table_id}-1", [ana])
            except grpc.aio.AioRpcError as error:
                assert error.code() is grpc.StatusCode.FAILED_PRECONDITION
                break
            await asyncio.sleep(0.2)
    assert await _until_settled(portal, [ana]) == [500]


async def test_the_start_waits_for_credits_that_are_away_and_so_does_who_leaves(portal: Stack, rich: Rich) -> None:
    guests = rich(2)
    portal.stop_program("credits")
    try:
        await _at_a_table(guests)
        assert (await guests[0].look()).table.status == TABLE_STATUS_STARTING
        with pytest.raises(TrucoError, match="UNREACHABLE"):
            await guests[1].leave()
        with pytest.raises(TrucoError, match="ALREADY_STARTED"):
            await guests[0].change_seat(1)
    finally:
        await asyncio.to_thread(portal.start, "credits")
    await reached(guests[0], lambda now: now.table.status == TABLE_STATUS_PLAYING, _PATIENCE + 5)
    await guests[1].leave()


async def test_a_start_whose_credits_stay_away_is_called_off_and_may_be_tried_again(portal: Stack, rich: Rich) -> None:
    guests = rich(2)
    portal.stop_program("credits")
    try:
        await _at_a_table(guests)
        now = await reached(guests[0], lambda now: now.table.HasField("start_refusal"), _PATIENCE + 10)
    finally:
        await asyncio.to_thread(portal.start, "credits")
    assert (now.table.status, now.table.start_refusal.reason) == (TABLE_STATUS_OPEN, "UNREACHABLE")
    assert all(seat.player_id for seat in now.table.seats)
    await guests[0].start()
    again = await reached(guests[0], lambda now: now.table.status == TABLE_STATUS_PLAYING)
    assert again.table.match_id == f"{guests[0].table_id}-2"


async def test_a_worker_that_dies_while_the_stakes_are_held_leaves_the_start_to_the_next(
    portal: Stack, rich: Rich
) -> None:
    guests = rich(2)
    portal.stop_program("credits")
    await _at_a_table(guests)
    portal.kill9("tables")
    await asyncio.to_thread(portal.start, "credits")
    await _hold(portal, f"{guests[0].table_id}-1", guests)  # as the dead worker might have done, unheard
    await asyncio.to_thread(portal.wait_until_well, "tables")
    now = await reached(guests[0], lambda now: now.table.status == TABLE_STATUS_PLAYING, 20)
    assert await _balances(portal, guests) == [(400, 100), (400, 100)]
    assert now.table.epoch == 1


async def test_the_stakes_of_a_match_that_an_outage_voids_go_back(portal: Stack, room: Room, rich: Rich) -> None:
    guests = rich(2)
    await _at_a_table(guests)
    await reached(guests[0], lambda now: now.table.status == TABLE_STATUS_PLAYING)
    portal.stop_program("tables")
    await asyncio.sleep(_VOID_OUTAGE + 1)
    await asyncio.to_thread(portal.start, "tables")
    now = await reached(guests[0], lambda now: now.table.status == TABLE_STATUS_VOIDED, 60)
    assert (now.table.void_reason, now.table.HasField("rematch")) == ("outage", False)
    assert (await room.records(guests[0].table_id))[-1].voided.match_id == f"{guests[0].table_id}-1"
    assert await _until_settled(portal, guests) == [500, 500]


async def test_the_stakes_of_a_rematch_are_held_anew(portal: Stack, rich: Rich) -> None:
    guests = rich(2, 150)
    await _at_a_table(guests)
    await reached(guests[0], lambda now: now.table.status == TABLE_STATUS_PLAYING)
    await guests[1].act(do("forfeit"))
    assert (await _until_settled(portal, guests))[1] == 50

    await guests[0].rematch()
    await guests[1].rematch()

    now = await reached(guests[0], lambda now: now.table.HasField("start_refusal"))
    assert (now.table.epoch, now.table.status) == (3, TABLE_STATUS_OPEN)
    assert list(now.table.start_refusal.player_ids) == [guests[1].player.player_id]
    assert await _balances(portal, guests) == [(before, 0) for before in await _until_settled(portal, guests)]


async def test_who_comes_to_a_table_after_a_match_learns_nothing_of_it(room: Room, rich: Rich) -> None:
    ana, beto = rich(2, 150)
    (caro,) = rich(1)
    await ana.open(2, stake=100, no_spectators=True)
    await beto.join(ana.table_id)
    await reached(ana, lambda now: now.view.phase == PHASE_PLAY)
    await beto.act(do("forfeit"))
    await ana.rematch()
    await beto.rematch()
    now = await reached(ana, lambda now: now.table.HasField("start_refusal"))

    seen = await room.get(ana.table_id, "stranger")
    assert (seen.HasField("hand"), table_of(seen.update).status) == (False, TABLE_STATUS_OPEN)
    assert (await caro.join(ana.table_id)).seat == 1
    seen = await room.get(ana.table_id, caro.player.player_id, since=1, epoch=now.table.epoch)
    assert not any(event.HasField("match_ended") for event in update(seen.update).events)


async def test_who_may_not_stake_does_not_sit_down(room: Room, rich: Rich) -> None:
    (ana,) = rich(1)
    await ana.open(4, stake=50)
    guest = Guest(room)
    unconfirmed = Guest(room, Player(player_id=new_id(), name="Beto"))
    program = Guest(room, Player(player_id=new_id(), name="Bot", bot=True, confirmed=True))
    for player, reason in [
        (guest, "GUESTS_CANNOT_STAKE"),
        (unconfirmed, "GUESTS_CANNOT_STAKE"),
        (program, "BOTS_CANNOT_STAKE"),
    ]:
        with pytest.raises(TrucoError, match=reason):
            await player.join(ana.table_id)
        with pytest.raises(TrucoError, match=reason):
            await player.open(2, stake=10)
    with pytest.raises(TrucoError, match="BOTS_CANNOT_STAKE"):
        await ana.add_bots(1)
    (beto,) = rich(1)
    with pytest.raises(TrucoError, match="BOTS_CANNOT_STAKE"):
        await beto.open(2, bots=1, stake=10)
    for stake in (-10, 1, 11, 1000):
        with pytest.raises(TrucoError, match="BAD_STAKE"):
            await beto.open(2, stake=stake)
    assert (await room.send(ana.command(LeaveTable()))).HasField("accepted")
