"""Bot accounts at the gateway: labelled, in queues of their own, never ranked, without stakes."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

import pytest

from services.common.errors import TrucoError
from tests.service.gateway.faces import Face, Guest, new_id
from tests.service.gateway.matches import join, open_table, until_caught_up
from tests.service.gateway.portal import SigningPortal
from truco.play.v1 import play_pb2

SECONDS = 30
T = TypeVar("T")


def _player(face: Face, portal: SigningPortal, *, bot: bool) -> Guest:
    player_id = new_id()
    scopes = ["bot:play" if bot else "table:play"]
    return Guest(face, portal.token(player_id, bot=bot, guest=False, scopes=scopes), player_id)


async def _sought(guest: Guest, **fields: object) -> play_pb2.SeekStatus:
    """Seeks, and waits until the seek has a table."""
    client_id = new_id()
    watch = guest.watch(client_id=client_id)
    await until_caught_up(watch)
    seek = {"request_id": new_id(), "client_id": client_id, "preset": "maestro", "seats": 2, **fields}
    await guest.call("Seek", play_pb2.SeekRequest(**seek), play_pb2.SeekResponse)
    async for message in watch:
        if message.HasField("seek") and message.seek.state == play_pb2.SEEK_STATE_MATCHED:
            await watch.aclose()
            return message.seek
    raise AssertionError("the stream ended")


async def _in_time(*each: Awaitable[T]) -> list[T]:
    async with asyncio.timeout(SECONDS):
        return await asyncio.gather(*each)


async def test_bots_and_people_who_seek_the_same_meet_their_own_kind_and_bots_are_not_ranked(
    face: Face, portal: SigningPortal
) -> None:
    bots = [_player(face, portal, bot=True) for _ in range(2)]
    people = [_player(face, portal, bot=False) for _ in range(2)]
    mixed = [bots[0], people[0], bots[1], people[1]]

    azar, ana, calculo, beto = await _in_time(*(_sought(each, ranked=True) for each in mixed))

    assert (azar.bots, ana.bots) == (True, False)
    assert azar.table_id == calculo.table_id != ana.table_id == beto.table_id
    assert (azar.seek.ranked, ana.seek.ranked) == (False, True)


async def test_a_bot_is_labelled_where_it_sits_and_stakes_nothing(face: Face, portal: SigningPortal) -> None:
    ana, azar = _player(face, portal, bot=False), _player(face, portal, bot=True)
    table_id = (await open_table(ana, seats=2)).table.table_id

    joined = await join(azar, table_id)

    assert [seat.bot for seat in joined.table.seats] == [False, True]
    with pytest.raises(TrucoError, match="BOTS_CANNOT_STAKE"):
        await open_table(_player(face, portal, bot=True), stake=10)
