"""Tokens that are revoked: streams close, calls are refused, also at a gateway that was away meanwhile."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path

import nats
import pytest
from nats.aio.client import Client

from deploy.local.stack import Stack
from services.common.errors import TrucoError
from services.common.subjects import REVOKED_BUCKET
from tests.service.gateway.faces import Face, Guest, NativeFace, new_id
from tests.service.gateway.gateways import gateway
from tests.service.gateway.matches import look, open_table, until_caught_up
from tests.service.gateway.portal import SigningPortal
from truco.play.v1 import play_pb2
from truco.portal.v1.revocation_pb2 import Revocation

SECONDS = 20


@pytest.fixture
async def relay(servers: Stack) -> AsyncIterator[Client]:
    """The portal, as NATS knows it."""
    client = await nats.connect(**servers.nats_options("portal"))
    yield client
    await client.close()


async def revoke(relay: Client, subject: str, before: float | None = None) -> None:
    """Writes what the portal's relay writes."""
    told = Revocation(subject=subject, before=int(time.time() if before is None else before))
    await relay.jetstream().publish(f"$KV.{REVOKED_BUCKET}.{subject}", told.SerializeToString())


async def ended(stream: AsyncIterator[play_pb2.WatchResponse]) -> str:
    """Why a stream ends."""
    with pytest.raises(TrucoError) as closed:
        async with asyncio.timeout(SECONDS):
            async for _ in stream:
                continue
    return closed.value.reason


async def refusal(guest: Guest) -> str:
    """Why a call is refused, as soon as it is."""
    with pytest.raises(TrucoError) as refused:
        async with asyncio.timeout(SECONDS):
            while True:
                await guest.call("ListTables", play_pb2.ListTablesRequest(), play_pb2.ListTablesResponse)
                await asyncio.sleep(0.1)
    return refused.value.reason


async def test_the_streams_of_a_revoked_token_close_and_the_players_others_do_not(
    face: Face, portal: SigningPortal, relay: Client
) -> None:
    player_id, token_id = new_id(), new_id()
    program = Guest(face, portal.token(player_id, token=token_id), player_id)
    browser = Guest(face, portal.token(player_id), player_id)
    stream, other = program.watch(), browser.watch()
    await until_caught_up(stream)
    await until_caught_up(other)

    await revoke(relay, token_id)

    assert await ended(stream) == "TOKEN_REVOKED"
    assert await refusal(program) == "TOKEN_REVOKED"
    assert (await open_table(browser)).table.version == 1
    async with asyncio.timeout(SECONDS):
        assert (await anext(other)).HasField("update")


async def test_all_streams_of_a_revoked_player_close_and_a_token_of_afterwards_is_good(
    face: Face, portal: SigningPortal, relay: Client
) -> None:
    player_id = new_id()
    guests = [Guest(face, portal.token(player_id, **claims), player_id) for claims in ({"token": new_id()}, {})]
    streams = [guest.watch() for guest in guests]
    for stream in streams:
        await until_caught_up(stream)

    await revoke(relay, player_id)

    assert [await ended(stream) for stream in streams] == ["TOKEN_REVOKED"] * 2
    assert [await refusal(guest) for guest in guests] == ["TOKEN_REVOKED"] * 2
    later = Guest(face, portal.token(player_id, iat=int(time.time()) + 1), player_id)
    assert (await open_table(later)).table.version == 1


async def test_a_gateway_that_was_frozen_meanwhile_closes_the_streams_when_it_is_back(
    servers: Stack, portal: SigningPortal, relay: Client, tmp_path: Path
) -> None:
    """Frozen for longer than NATS keeps its connection: what was told meanwhile was told to nobody."""
    with gateway(servers, tmp_path / "log") as running:
        running.wait_until("ok")
        player_id = new_id()
        guest = Guest(NativeFace(running.grpc), portal.token(player_id), player_id)
        stream = guest.watch()
        await until_caught_up(stream)
        running.process.send_signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(8)
            await revoke(relay, player_id)
        finally:
            running.process.send_signal(signal.SIGCONT)

        assert await ended(stream) == "TOKEN_REVOKED"
        assert await refusal(guest) == "TOKEN_REVOKED"
        await guest.face.close()


async def test_a_gateway_that_starts_afterwards_refuses_the_token(
    servers: Stack, portal: SigningPortal, relay: Client, tmp_path: Path
) -> None:
    player_id = new_id()
    token = portal.token(player_id)
    await revoke(relay, player_id)
    with gateway(servers, tmp_path / "log") as running:
        running.wait_until("ok")
        guest = Guest(NativeFace(running.grpc), token, player_id)
        assert await refusal(guest) == "TOKEN_REVOKED"
        await guest.face.close()


async def test_what_was_revoked_before_nats_died_stays_revoked(
    servers: Stack, portal: SigningPortal, relay: Client, tmp_path: Path
) -> None:
    player_id, other_id = new_id(), new_id()
    with gateway(servers, tmp_path / "log") as running:
        running.wait_until("ok")
        face = NativeFace(running.grpc)
        guest, other = (Guest(face, portal.token(each), each) for each in (player_id, other_id))
        await revoke(relay, player_id)
        await asyncio.to_thread(servers.kill9, "nats")
        await asyncio.to_thread(servers.wait_until_well, "nats")
        running.wait_until("ok")

        assert await refusal(guest) == "TOKEN_REVOKED"
        opened = await open_table(other)
        assert (await look(other, opened.table.table_id)).table.version == 1
        await face.close()
