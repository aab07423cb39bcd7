"""The client library against the whole platform, two gateways of it."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest

from deploy.local.environment import ROOT
from deploy.local.stack import Stack
from quiero import Account, Client, TrucoError
from services.common.errors import Conflict, Unauthenticated
from tests.harness.signing import Signer
from tests.service.gateway.gateways import Gateway, gateway
from truco.play.v1 import play_pb2


@pytest.fixture
def second(stack: Stack, tmp_path: Path) -> Iterator[Gateway]:
    """Another gateway, which the test may kill."""
    with gateway(stack, tmp_path / "gateway.log") as second:
        second.wait_until("ok")
        yield second


def portal(stack: Stack) -> str:
    return f"http://{stack.address('PORTAL')}"


async def test_a_guest_comes_back_with_its_personal_access_token(stack: Stack) -> None:
    guest = await Account.new_guest(portal(stack), "Azucena")
    again = await Account.of(portal(stack), guest.secret)

    assert (again.player_id, again.name) == (guest.player_id, "Azucena")


async def test_a_personal_access_token_that_is_none_is_refused(stack: Stack) -> None:
    with pytest.raises(Unauthenticated):
        await Account.of(portal(stack), "made-up")


async def test_an_expired_token_is_renewed_without_a_failed_call(stack: Stack) -> None:
    guest = await Account.new_guest(portal(stack))
    expired = Account(
        guest.player_id,
        Signer(stack).token(guest.player_id, seconds=-1),
        portal=portal(stack),
        secret=guest.secret,
        expires=2e9,
    )

    async with Client(stack.address("GATEWAY_GRPC"), expired) as client:
        opened = await client.open_table("maestro", 2, unlisted=True)

    assert opened.table.seats[0].player_id == guest.player_id


async def test_an_expired_token_without_a_personal_access_token_is_the_callers_affair(stack: Stack) -> None:
    guest = await Account.new_guest(portal(stack))
    expired = Account(guest.player_id, Signer(stack).token(guest.player_id, seconds=-1))

    async with Client(stack.address("GATEWAY_GRPC"), expired) as client:
        with pytest.raises(TrucoError, match="TOKEN_EXPIRED"):
            await client.open_table("maestro", 2)


async def test_a_dead_gateway_is_left_for_the_next_one(stack: Stack, second: Gateway) -> None:
    guest = await Account.new_guest(portal(stack))
    async with Client([second.grpc, stack.address("GATEWAY_GRPC")], guest) as client:
        opened = await client.open_table("maestro", 2, unlisted=True)
        async with aclosing(client.watch()) as watched:
            assert (await anext(watched)).update.table.table_id == opened.table.table_id
            second.process.kill()
            await client.call(
                lambda stub: stub.AddBots, play_pb2.AddBotsRequest(table_id=opened.table.table_id, count=1)
            )

            first = await anext(message async for message in watched if message.HasField("update"))

    assert first.update.table.status == play_pb2.TABLE_STATUS_PLAYING
    assert any(event.HasField("hand_dealt") for event in first.update.events), "what was missed comes with it"
    assert client.reopened == 1


async def test_a_gateway_that_goes_away_in_order_is_left_before_it_is_gone(stack: Stack, second: Gateway) -> None:
    guest = await Account.new_guest(portal(stack))
    async with Client([second.grpc, stack.address("GATEWAY_GRPC")], guest) as client:
        opened = await client.open_table("maestro", 2, unlisted=True)
        async with aclosing(client.watch()) as watched:
            assert (await anext(watched)).update.table.table_id == opened.table.table_id
            second.process.terminate()
            resumed = await anext(message async for message in watched if message.HasField("update"))
            still_there = second.process.poll() is None
            request = play_pb2.AddBotsRequest(table_id=opened.table.table_id, count=1)
            await client.call(lambda stub: stub.AddBots, request)
            begun = await anext(message async for message in watched if message.HasField("update"))

    assert resumed.update.table.version == opened.table.version and still_there
    assert begun.update.table.status == play_pb2.TABLE_STATUS_PLAYING
    assert client.reopened == 1


async def test_a_watch_whose_place_was_taken_does_not_come_back(stack: Stack) -> None:
    guest = await Account.new_guest(portal(stack))
    address = stack.address("GATEWAY_GRPC")
    async with Client(address, guest) as older, Client(address, guest) as newer:
        newer.client_id = older.client_id
        async with aclosing(older.watch()) as first, aclosing(newer.watch()) as second:
            assert (await anext(first)).HasField("caught_up")
            assert (await anext(second)).HasField("caught_up")
            with pytest.raises(Conflict, match="SUPERSEDED"):
                async with asyncio.timeout(10):
                    await anext(first)


async def test_a_table_that_is_not_there_is_refused(stack: Stack) -> None:
    async with Client(stack.address("GATEWAY_GRPC"), await Account.new_guest(portal(stack))) as client:
        with pytest.raises(TrucoError, match="TABLE_NOT_FOUND"):
            await anext(client.watch("0123456789abcdef"))


_MAKE_A_BOT = """
from web.accounts import access_tokens, bots, services
owner = services.create_test_account()
bot = bots.create(owner, "Azar").player
made = access_tokens.create(owner, "x", ["bot:play"], bot=bot.id)
print(owner.id.hex, bot.id.hex, made.token.id.hex, made.secret)
"""
_REVOKE = """
import uuid
from web.accounts import access_tokens, services
access_tokens.revoke(services.by_id(uuid.UUID("{owner}")), uuid.UUID("{token}"))
"""


def _in_the_portal(stack: Stack, code: str) -> list[str]:
    """Runs code in a process of the portal; the words that it prints."""
    command = [sys.executable, "-m", "web", "shell", "-v", "0", "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=dict(stack.env), check=True, capture_output=True, text=True)
    return done.stdout.split()


async def test_a_bot_account_plays_by_its_token_until_that_is_revoked(stack: Stack) -> None:
    owner, bot, token, secret = await asyncio.to_thread(_in_the_portal, stack, _MAKE_A_BOT)
    account = await Account.of(portal(stack), secret)
    assert (account.player_id, account.name) == (bot, "Azar")

    async with Client(stack.address("GATEWAY_GRPC"), account) as client, aclosing(client.watch()) as watched:
        opened = await client.open_table("maestro", 2, bots=1)
        assert [seat.bot for seat in opened.table.seats] == [True, True]
        await anext(watched)
        await asyncio.to_thread(_in_the_portal, stack, _REVOKE.format(owner=owner, token=token))
        with pytest.raises(TrucoError, match="TOKEN_REVOKED"):
            async with asyncio.timeout(60):
                async for _ in watched:
                    continue
    with pytest.raises(Unauthenticated, match="TOKEN_INVALID"):
        await Account.of(portal(stack), secret)
