"""Seeks become tables: one worker, real NATS and engine."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from deploy.local.stack import Stack
from services.common.errors import IllegalAction, InvalidInput, Reused
from tests.service.tables.playing import Guest, Room, new_id
from tests.service.tables.seeking import Seeker, SeekGateway, first_record, put_standing, seek_gateway
from truco.play.v1.play_pb2 import (
    SEEK_STATE_ENDED,
    SEEK_STATE_GATHERING,
    SEEK_STATE_MATCHED,
    SEEK_STATE_WAITING,
    TABLE_STATUS_PLAYING,
)
from truco.portal.v1.standing_pb2 import Rating, Rival, Standing
from truco.tables.v1.tables_pb2 import Player

_NOBODY_SECONDS = 1.0
"""Who is not seated within that time is not seated."""


@pytest.fixture
async def gateway(servers: Stack) -> AsyncIterator[SeekGateway]:
    """A gateway that holds seeks."""
    async with seek_gateway(servers) as gateway:
        yield gateway


async def _nobody_is_seated(*seekers: Seeker) -> None:
    await asyncio.sleep(_NOBODY_SECONDS)
    assert [(await seeker.again()).state for seeker in seekers] == [SEEK_STATE_WAITING] * len(seekers)


async def _cancelled(*seekers: Seeker) -> None:
    for seeker in seekers:
        await seeker.cancel()


async def test_two_who_seek_the_same_play_each_other_and_are_told(room: Room, gateway: SeekGateway) -> None:
    ana, beto = Seeker(gateway), Seeker(gateway)
    assert (await ana.seek(client_seed="ana's luck")).state == SEEK_STATE_WAITING
    await beto.seek()
    table_id = await ana.seated()
    assert await beto.seated() == table_id
    guest = Guest(room, ana.player, table_id)
    until = time.monotonic() + 5
    while (now := await guest.look()).table.status != TABLE_STATUS_PLAYING or not now.view.legal:
        assert time.monotonic() < until, "the match does not begin"
        await asyncio.sleep(0.02)
    assert {seat.player_id for seat in now.table.seats} == {ana.player_id, beto.player_id}
    assert not now.table.listed
    record = await first_record(room.operator, table_id)
    assert {seat.player.player_id: seat.client_seed for seat in record.state.seats} == {
        ana.player_id: "ana's luck",
        beto.player_id: "",
    }
    assert (await ana.again()).table_id == table_id


async def test_who_seeks_something_else_is_not_paired(gateway: SeekGateway) -> None:
    ana, beto, caro = Seeker(gateway), Seeker(gateway), Seeker(gateway)
    await ana.seek(preset="estrella")
    await beto.seek(preset="maestro", ranked=True)
    await caro.seek(preset="maestro", seats=4)
    await _nobody_is_seated(ana, beto, caro)
    await _cancelled(ana, beto, caro)


async def test_a_ranked_match_is_shown_as_such(room: Room, gateway: SeekGateway) -> None:
    ana, beto = Seeker(gateway), Seeker(gateway)
    await ana.seek(ranked=True)
    await beto.seek(ranked=True)
    assert (await Guest(room, ana.player, await ana.seated()).look()).table.ranked


async def test_a_cancelled_seek_is_over_and_the_other_waits_on(gateway: SeekGateway) -> None:
    ana, beto, caro = Seeker(gateway), Seeker(gateway), Seeker(gateway)
    await ana.seek(seats=4)
    await beto.seek(seats=4)
    assert (await ana.cancel()).state == SEEK_STATE_ENDED
    assert (await ana.again()).state == SEEK_STATE_ENDED
    await caro.seek(seats=4)
    await _nobody_is_seated(beto, caro)
    await _cancelled(beto, caro)


async def test_one_seek_for_each_player(gateway: SeekGateway) -> None:
    ana, beto, caro = Seeker(gateway), Seeker(gateway), Seeker(gateway)
    await ana.seek()
    first = ana.wish
    await ana.seek(preset="estrella", ranked=True)
    await beto.seek()
    await _nobody_is_seated(ana, beto)
    await caro.seek()
    assert await beto.seated() == await caro.seated()
    ana.wish = first
    await _cancelled(ana)


async def test_a_request_id_stands_for_one_seek(gateway: SeekGateway) -> None:
    ana = Seeker(gateway)
    status = await ana.seek(preset="estrella")
    assert (await ana.again()).since_ms == status.since_ms
    with pytest.raises(Reused, match="REQUEST_ID_REUSED"):
        await ana.seek(request_id=ana.wish.request_id)
    ana.wish.ClearField("client_seed")
    await _cancelled(ana)


async def test_four_players_fill_a_table_and_a_party_sits_in_one_team(room: Room, gateway: SeekGateway) -> None:
    friends = [Seeker(gateway), Seeker(gateway)]
    others = [Seeker(gateway), Seeker(gateway)]
    party = {"party": new_id(), "party_size": 2}
    assert (await friends[0].seek(seats=4, **party)).state == SEEK_STATE_GATHERING
    for other in others:
        await other.seek(seats=4)
    await _nobody_is_seated(*others)
    await friends[1].seek(seats=4, **party)
    table_ids = {await seeker.seated() for seeker in (*friends, *others)}
    assert len(table_ids) == 1
    record = await first_record(room.operator, table_ids.pop())
    seats = {seat.player.player_id: number for number, seat in enumerate(record.state.seats)}
    assert seats[friends[0].player_id] % 2 == seats[friends[1].player_id] % 2


async def test_the_rest_of_a_party_gathers_again_when_one_leaves(gateway: SeekGateway) -> None:
    ana, beto = Seeker(gateway), Seeker(gateway)
    party = {"party": new_id(), "party_size": 2}
    await ana.seek(seats=6, **party)
    await beto.seek(seats=6, **party)
    assert (await ana.told(lambda status: status.state == SEEK_STATE_WAITING)).party_present == 2
    await beto.cancel()
    status = await ana.told(lambda status: status.state == SEEK_STATE_GATHERING and status.now_ms > status.since_ms)
    assert status.party_present == 1
    await _cancelled(ana)


async def test_a_blocked_pair_never_meets_and_the_block_may_come_while_they_wait(
    room: Room, gateway: SeekGateway
) -> None:
    ana, beto, caro, dora = (Seeker(gateway) for _ in range(4))
    await put_standing(room.operator, ana.player_id, Standing(blocked=[beto.player_id]))
    await ana.seek(seats=2, preset="granronda")
    await caro.seek(seats=2, preset="granronda", ranked=True)
    await put_standing(room.operator, caro.player_id, Standing(blocked=[dora.player_id]))
    await asyncio.sleep(0.3)
    await beto.seek(seats=2, preset="granronda")
    await dora.seek(seats=2, preset="granronda", ranked=True)
    await _nobody_is_seated(ana, beto, caro, dora)
    await _cancelled(ana, beto, caro, dora)


async def test_the_rating_at_pairing_time_counts_and_a_recent_rival_waits(room: Room, gateway: SeekGateway) -> None:
    strong, weak = Seeker(gateway), Seeker(gateway)
    await put_standing(room.operator, strong.player_id, _rated(40.0))
    await strong.seek()
    await weak.seek()
    await _nobody_is_seated(strong, weak)
    rival = Rival(player_id=weak.player_id, ended_ms=int(time.time() * 1000))
    await put_standing(room.operator, strong.player_id, Standing(rivals=[rival]))
    await _nobody_is_seated(strong, weak)
    await put_standing(room.operator, strong.player_id, _rated(26.0))
    assert await strong.seated() == await weak.seated()


def _rated(mu: float) -> Standing:
    return Standing(ratings=[Rating(preset="maestro", seats=2, mu=mu, sigma=2)])


async def test_bots_come_after_the_time_that_a_seek_allows(room: Room, gateway: SeekGateway) -> None:
    ana, beto = Seeker(gateway), Seeker(gateway)
    await beto.seek(seats=4)
    await ana.seek(seats=4, bots_after_seconds=1, ranked=False)
    record = await first_record(room.operator, await ana.seated())
    assert [seat.platform_bot for seat in record.state.seats].count(True) == 3
    await _nobody_is_seated(beto)
    await _cancelled(beto)


async def test_who_sits_at_a_table_cannot_seek_and_who_sits_down_seeks_no_more(
    room: Room, gateway: SeekGateway
) -> None:
    ana, beto = Seeker(gateway), Seeker(gateway)
    await ana.seek(preset="estrella")
    guest = Guest(room, ana.player)
    await guest.open()
    assert (await ana.told(lambda status: status.state == SEEK_STATE_ENDED)).seek.preset == "estrella"
    with pytest.raises(IllegalAction, match="ALREADY_SEATED"):
        await ana.seek()
    await beto.seek()
    caro = Seeker(gateway)
    await caro.seek()
    table_id = await beto.seated()
    with pytest.raises(IllegalAction, match="ALREADY_SEATED") as refused:
        await Guest(room, beto.player).open()
    assert refused.value.metadata["table_id"] == table_id


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"seats": 3}, "BAD_SEATS"),
        ({"preset": "no such"}, "UNKNOWN_PRESET"),
        ({"stake": 7}, "BAD_STAKE"),
        ({"party": "our secret"}, "BAD_REQUEST"),
        ({"seats": 4, "party": "our secret", "party_size": 3}, "BAD_REQUEST"),
        ({"bots_after_seconds": -1}, "BAD_REQUEST"),
        ({"client_seed": "x" * 65}, "BAD_REQUEST"),
        ({"request_id": "short"}, "BAD_REQUEST_ID"),
    ],
)
async def test_a_seek_that_makes_no_sense_is_refused(
    gateway: SeekGateway, wish: dict[str, object], reason: str
) -> None:
    with pytest.raises(InvalidInput, match=reason):
        await Seeker(gateway).seek(**wish)  # type: ignore[arg-type]


async def test_a_guest_never_seeks_a_ranked_match(gateway: SeekGateway) -> None:
    ana = Seeker(gateway, Player(player_id=new_id(), name="Ana", guest=True))
    assert not (await ana.seek(ranked=True, preset="estrella")).seek.ranked
    await ana.cancel()


async def test_seeks_end_when_their_gateway_is_gone_and_go_on_when_another_takes_them(
    servers: Stack, gateway: SeekGateway
) -> None:
    async with seek_gateway(servers) as dying:
        ana, beto = Seeker(dying), Seeker(dying)
        await ana.seek(seats=6)
        await beto.seek(seats=6)
    ana.gateway = beto.gateway = gateway
    assert (await ana.hold()).state == SEEK_STATE_WAITING
    until = time.monotonic() + 15
    while (await beto.again()).state == SEEK_STATE_WAITING:
        assert time.monotonic() < until, "the seek of a dead gateway lives on"
        await asyncio.sleep(0.2)
    assert (await ana.again()).state == SEEK_STATE_WAITING
    assert (await ana.cancel()).state == SEEK_STATE_ENDED


async def test_the_queues_say_how_many_wait_and_for_how_long(room: Room, gateway: SeekGateway) -> None:
    ana, beto = Seeker(gateway), Seeker(gateway)
    await ana.seek(preset="granronda")
    await beto.seek(preset="granronda")
    assert (await ana.outcome()).state == SEEK_STATE_MATCHED
    caro = Seeker(gateway)
    await caro.seek(preset="granronda")
    assert await caro.queue_news(room.operator) == (1, 0)
    await _cancelled(caro)
