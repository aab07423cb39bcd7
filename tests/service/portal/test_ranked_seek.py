"""From a ranked seek to the rating that the next pairing reads, over the whole platform."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing

import nats
import pytest

from deploy.local.environment import ROOT
from deploy.local.stack import Stack
from quiero import Account, Client
from services.common.subjects import STANDING_BUCKET
from truco.play.v1 import play_pb2
from truco.portal.v1.standing_pb2 import Standing

STAKE = 25
CREDITS = 500
SECONDS = 60


@pytest.fixture
def secrets(stack: Stack) -> list[str]:
    """The personal access tokens of two confirmed players with credits."""
    command = [sys.executable, "-m", "web", "seed_players", "--count", "2", "--credits", str(CREDITS)]
    environment = dict(stack.env) | {"QUIERO_TEST_ACCOUNTS": "true"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return [json.loads(line)["secret"] for line in done.stdout.splitlines()]


@pytest.fixture
async def pair(stack: Stack, secrets: list[str]) -> AsyncIterator[list[Client]]:
    """Their clients of the gateway."""
    portal, gateway = f"http://{stack.address('PORTAL')}", stack.address("GATEWAY_GRPC")
    clients = [Client(gateway, await Account.of(portal, secret)) for secret in secrets]
    for client in clients:
        await client.__aenter__()
    yield clients
    for client in clients:
        await client.__aexit__()


async def _seek_and_play(client: Client) -> play_pb2.TableUpdate:
    """Seeks a ranked match for a stake as soon as its stream is open, and watches until it plays."""
    async with aclosing(client.watch()) as stream:
        async for message in stream:
            if message.HasField("caught_up"):
                request = play_pb2.SeekRequest(
                    client_id=client.client_id, preset="maestro", seats=2, stake=STAKE, ranked=True
                )
                await client.call(lambda stub: stub.Seek, request)
            if message.update.table.status == play_pb2.TABLE_STATUS_PLAYING:
                return message.update
    raise AssertionError("the stream ended")


async def _standing(stack: Stack, player_id: str, games: int) -> Standing:
    """What pairing reads of a player, once it tells so many games."""
    async with await nats.connect(**stack.nats_options("tables")) as client:
        bucket = await client.jetstream().key_value(STANDING_BUCKET)
        async with asyncio.timeout(SECONDS):
            while True:
                try:
                    standing = Standing.FromString((await bucket.get(player_id)).value or b"")
                except nats.js.errors.KeyNotFoundError:
                    standing = Standing()
                if [rating.games for rating in standing.ratings] == [games]:
                    return standing
                await asyncio.sleep(0.1)


async def test_a_ranked_seek_for_a_stake_is_settled_rated_and_told_to_the_next_pairing(
    stack: Stack, pair: list[Client]
) -> None:
    async with asyncio.timeout(SECONDS):
        ana, beto = await asyncio.gather(*(_seek_and_play(client) for client in pair))
    assert ana.table.ranked and ana.table.table_id == beto.table.table_id

    leaver, stayer = pair
    await leaver.leave_table(ana.table.table_id)
    lost = await _standing(stack, leaver.account.player_id, games=1)
    won = await _standing(stack, stayer.account.player_id, games=1)

    assert won.ratings[0].mu > 25 > lost.ratings[0].mu
    assert (won.ratings[0].preset, won.ratings[0].seats) == ("maestro", 2)
    assert [rival.player_id for rival in won.rivals] == [leaver.account.player_id]
    check = [sys.executable, "-m", "web", "check_ledger", "--ask"]
    done = await asyncio.to_thread(
        subprocess.run, check, cwd=ROOT, env=dict(stack.env_of("worker")), capture_output=True, text=True, check=False
    )
    assert ana.table.match_id not in done.stdout and done.stdout.startswith("0 findings")
