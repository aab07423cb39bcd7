"""What moderators bar players from, as the portal publishes it, is kept to at both faces and by every gateway."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import nats
import pytest

from deploy.local.stack import Stack
from services.common import subjects
from services.common.errors import Denied, TrucoError
from tests.service.gateway.conftest import NewGuest
from tests.service.gateway.faces import Guest, NativeFace, new_id
from tests.service.gateway.gateways import gateway
from tests.service.gateway.matches import SECONDS, Watching, join, leave, look, next_update, open_table, seated
from tests.service.gateway.portal import SigningPortal
from tests.service.gateway.test_seeks import ENDED, WAITING, Seeker
from tests.service.gateway.test_talk import say, table_of_four
from truco.portal.v1.sanctions_pb2 import Sanctions

HOUR_MS = 3_600_000
_PAUSE_SECONDS = 0.6
"""Between two tries: five lines in a row may be said at once, then one in 2 s."""
Sanction = Callable[..., Awaitable[int]]


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory, portal: SigningPortal) -> Iterator[Stack]:
    """The servers and the bots, which sit in soon."""
    overrides = {
        "QUIERO_TABLES_DEAL_PAUSE_MS": "0",
        "QUIERO_TABLES_STAND_IN_SECONDS": "2",
        "QUIERO_BOTS_PAUSE_MS": "0",
        "QUIERO_JWKS_URL": portal.url,
    }
    with Stack(tmp_path_factory.mktemp("sanctions"), overrides=overrides) as stack:
        stack.start("nats", "engine", "tables", "bots", "gateway")
        yield stack


@pytest.fixture
async def sanction(servers: Stack) -> AsyncIterator[Sanction]:
    """Publishes a player's sanctions as the relay does, each for an hour; returns until when, Unix milliseconds."""
    async with await nats.connect(**servers.nats_options("portal")) as client:

        async def publish(player_id: str, *kinds: str) -> int:
            until = time.time_ns() // 1_000_000 + HOUR_MS
            told = Sanctions(player_id=player_id, **{f"{kind}_until_ms": until for kind in kinds})
            subject = f"$KV.{subjects.SANCTIONS_BUCKET}.{player_id}"
            await client.jetstream().publish(subject, told.SerializeToString())
            return until

        yield publish


async def _refused(call: Callable[[], Awaitable[object]], reason: str) -> Denied:
    """The refusal, once the gateway has heard of the sanction."""
    async with asyncio.timeout(SECONDS):
        while True:
            try:
                await call()
            except Denied as error:
                assert error.reason == reason
                return error
            await asyncio.sleep(_PAUSE_SECONDS)


async def _end(stream: Watching) -> TrucoError:
    """The error that a stream ends with."""
    async with asyncio.timeout(SECONDS):
        try:
            async for _ in stream:
                pass
        except TrucoError as error:
            return error
    raise AssertionError("the stream ended without an error")


async def test_who_is_muted_makes_señas_only_and_the_others_talk(new_guest: NewGuest, sanction: Sanction) -> None:
    table_id, guests = await table_of_four(new_guest)
    muted, other = guests[:2]
    until = await sanction(muted.player_id, "muted")

    refusal = await _refused(lambda: say(muted, table_id, table_text="hola"), "MUTED")
    assert refusal.metadata["until"] == str(until)
    for what in ({"team_text": "hola"}, {"reaction": "aplauso"}):
        with pytest.raises(Denied, match="MUTED"):
            await say(muted, table_id, **what)
    assert (await say(muted, table_id, sena="ancho_espada")).sena == "ancho_espada"
    assert (await say(other, table_id, table_text="hola")).table_text == "hola"

    await sanction(muted.player_id)
    async with asyncio.timeout(SECONDS):
        while True:
            try:
                await say(muted, table_id, table_text="perdón")
                break
            except Denied:
                await asyncio.sleep(_PAUSE_SECONDS)
    await leave(muted, table_id)


async def test_a_seek_ban_ends_the_seek_and_bars_the_next(new_guest: NewGuest, sanction: Sanction) -> None:
    ana = Seeker(new_guest())
    await ana.watch()
    assert (await ana.seek(seats=6)).state == WAITING
    until = await sanction(ana.guest.player_id, "seek_banned")

    await ana.told(ENDED)
    refusal = await _refused(lambda: ana.seek(seats=6), "SEEK_BANNED")
    assert refusal.metadata["until"] == str(until)
    table_id = (await open_table(ana.guest)).table.table_id  # what is not barred goes on
    await leave(ana.guest, table_id)
    await ana.close()


async def test_who_is_suspended_is_out_within_seconds_and_a_bot_sits_in(
    new_guest: NewGuest, sanction: Sanction
) -> None:
    table_id, ana, beto = await seated(new_guest)
    seat = (await look(ana, table_id)).seat
    watching, suspended = beto.watch(), ana.watch()
    await next_update(watching)
    await next_update(suspended)
    await sanction(ana.player_id, "suspended")

    assert (await _end(suspended)).reason == "SUSPENDED"
    for call in (lambda: leave(ana, table_id), lambda: look(ana, table_id), lambda: open_table(ana)):
        with pytest.raises(Denied, match="SUSPENDED"):
            await call()
    assert (await _end(ana.watch())).reason == "SUSPENDED"
    while not (await next_update(watching)).table.seats[seat].stand_in:
        continue
    await leave(beto, table_id)


async def test_a_gateway_that_starts_later_knows(
    servers: Stack, portal: SigningPortal, sanction: Sanction, tmp_path: Path
) -> None:
    player_id, other_id = new_id(), new_id()
    await sanction(player_id, "suspended")
    with gateway(servers, tmp_path / "log") as late:
        late.wait_until("ok")
        face = NativeFace(late.grpc)
        guest = Guest(face, portal.token(player_id), player_id)
        await _refused(lambda: open_table(guest), "SUSPENDED")
        other = Guest(face, portal.token(other_id), other_id)
        table_id = (await open_table(other)).table.table_id
        await leave(other, table_id)
        await face.close()


async def test_a_suspension_that_is_over_bars_from_nothing(new_guest: NewGuest, servers: Stack) -> None:
    ana, beto = new_guest(), new_guest()
    told = Sanctions(player_id=ana.player_id, suspended_until_ms=time.time_ns() // 1_000_000 - 1000)
    async with await nats.connect(**servers.nats_options("portal")) as client:
        await client.jetstream().publish(f"$KV.sanctions.{ana.player_id}", told.SerializeToString())
    table_id = (await open_table(ana)).table.table_id
    await join(beto, table_id)
    await leave(ana, table_id)
