"""What is said reaches the streams of those who may hear it, at both faces."""

import time

import pytest

from services.common.errors import Busy, TrucoError
from tests.service.gateway.conftest import NewGuest
from tests.service.gateway.faces import new_id
from tests.service.gateway.matches import join, leave, open_table
from tests.service.gateway.talking import ears, say, table_of_four, told_at_opening


async def test_each_kind_reaches_those_who_may_hear_it_and_no_spectator(new_guest: NewGuest) -> None:
    table_id, guests = await table_of_four(new_guest)
    watching = [(guest, "") for guest in [*guests, guests[0]]]
    async with ears(*watching, (new_guest(), table_id)) as (zero, one, two, three, zero_too, spectator):
        line = await say(guests[0], table_id, table_text=" buenas ")
        await say(guests[0], table_id, sena="ancho_espada")
        await say(guests[1], table_id, team_text="me hizo señas")
        await say(guests[1], table_id, reaction="mentiroso")

        await zero.until("buenas", "ancho_espada", "mentiroso")
        await zero_too.until("buenas", "ancho_espada", "mentiroso")
        await two.until("buenas", "ancho_espada", "mentiroso")
        await one.until("buenas", "me hizo señas", "mentiroso")
        await three.until("buenas", "me hizo señas", "mentiroso")
        await spectator.until_version((await leave(guests[0], table_id)).version)
        assert not spectator.heard

    assert (line.number, line.seat, line.player_id, line.table_text) == (1, 0, guests[0].player_id, "buenas")
    assert abs(line.time_ms / 1000 - time.time()) < 60 and line.name == "Ana" and line.table_id == table_id
    told = b"".join(message.SerializeToString() for ear in (one, three, spectator) for message in ear.messages)
    assert b"ancho_espada" not in told


async def test_a_stream_opens_with_what_its_player_could_hear(new_guest: NewGuest) -> None:
    table_id, guests = await table_of_four(new_guest)
    await say(guests[0], table_id, table_text="buenas")
    await say(guests[0], table_id, sena="ancho_espada")
    await say(guests[2], table_id, team_text="qué bueno")

    assert await told_at_opening(guests[0]) == ["buenas", "ancho_espada", "qué bueno"]
    assert await told_at_opening(guests[1]) == ["buenas"]


async def test_who_sits_down_hears_what_is_said_from_then_on(new_guest: NewGuest) -> None:
    ana, beto = new_guest(), new_guest()
    async with ears((beto, "")) as (ear,):
        table_id = (await open_table(ana)).table.table_id
        await say(ana, table_id, table_text="¿nadie?")
        await join(beto, table_id)
        await say(ana, table_id, table_text="hola")

        await ear.until("hola")


async def test_a_repeated_request_is_heard_once(new_guest: NewGuest) -> None:
    ana = new_guest()
    table_id = (await open_table(ana)).table.table_id
    async with ears((ana, "")) as (ear,):
        request_id = new_id()
        first = await say(ana, table_id, request_id, table_text="hola")
        assert await say(ana, table_id, request_id, table_text="hola") == first
        await say(ana, table_id, table_text="chau")

        await ear.until("hola", "chau")


async def test_what_may_not_be_said_is_refused(new_guest: NewGuest) -> None:
    ana, eva = new_guest(), new_guest()
    table_id = (await open_table(ana)).table.table_id
    for guest, where, what, reason in (
        (ana, table_id, {}, "BAD_REQUEST"),
        (ana, "nonsense", {"table_text": "hola"}, "TABLE_NOT_FOUND"),
        (ana, table_id, {"table_text": "\u202ealoh"}, "BAD_TEXT"),
        (ana, table_id, {"sena": "nada"}, "NO_PARTNERS"),
        (ana, table_id, {"reaction": "buuu"}, "UNKNOWN_REACTION"),
        (eva, table_id, {"table_text": "hola"}, "NOT_SEATED"),
    ):
        with pytest.raises(TrucoError) as refused:
            await say(guest, where, **what)
        assert refused.value.reason == reason
    with pytest.raises(TrucoError, match="BAD_REQUEST_ID"):
        await say(ana, table_id, "short", table_text="hola")


async def test_who_says_too_much_is_told_to_wait(new_guest: NewGuest) -> None:
    ana = new_guest()
    table_id = (await open_table(ana)).table.table_id

    with pytest.raises(Busy, match="LIMIT_REACHED") as refused:
        while True:
            await say(ana, table_id, table_text="y otra")
    assert refused.value.metadata["limit"] == "texts"
