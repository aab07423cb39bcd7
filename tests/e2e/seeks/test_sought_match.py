"""A sought match that counts: stakes are held and settled, ratings follow, and the pair does not meet again at once."""

import asyncio
import json
import subprocess
from collections.abc import Callable

import grpc
import nats
import pytest
from nats.js.errors import NotFoundError

from deploy.local.stack import Stack
from quiero import Account, Client
from services.common.errors import IllegalAction
from services.common.subjects import STANDING_BUCKET
from truco.play.v1 import play_pb2
from truco.portal.v1 import portal_pb2, portal_pb2_grpc
from truco.portal.v1.standing_pb2 import Standing

_SECONDS = 30.0
_STAKE = 50


class Player:
    """An account's stream and what it says."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.player_id = client.account.player_id
        self._told: list[play_pb2.WatchResponse] = []
        self._watching = asyncio.create_task(self._watch())

    async def seek(self) -> play_pb2.SeekStatus:
        """Seeks a ranked match with stakes, once the stream is open."""
        await self.hears(lambda message: message.HasField("caught_up"))
        request = play_pb2.SeekRequest(
            client_id=self.client.client_id, preset="maestro", seats=2, stake=_STAKE, ranked=True
        )
        return (await self.client.call(lambda stub: stub.Seek, request)).status

    async def table(self, status: play_pb2.TableStatus.ValueType) -> play_pb2.TableInfo:
        """The player's table, once it stands so."""
        return (await self.hears(lambda message: message.update.table.status == status)).update.table

    async def hears(self, wanted: Callable[[play_pb2.WatchResponse], bool]) -> play_pb2.WatchResponse:
        """What the stream said, once it was as wanted."""
        async with asyncio.timeout(_SECONDS):
            while True:
                for message in self._told:
                    if wanted(message):
                        return message
                await asyncio.sleep(0.05)

    def stop(self) -> None:
        """Closes the stream."""
        self._watching.cancel()

    async def _watch(self) -> None:
        async for message in self.client.watch():
            self._told.append(message)


async def test_a_sought_match_is_staked_and_rated_and_the_same_two_do_not_meet_again_at_once(stack: Stack) -> None:
    gateway = stack.address("GATEWAY_GRPC")
    one, other = await asyncio.to_thread(_accounts, stack, 2, 1000)
    async with Client(gateway, one) as at_one, Client(gateway, other) as at_other:
        winner, loser = Player(at_one), Player(at_other)
        for player in (winner, loser):
            await player.seek()
        table = await winner.table(play_pb2.TABLE_STATUS_PLAYING)
        assert (table.ranked, table.stake, table.listed) == (True, _STAKE, False)
        assert _balance(stack, loser.player_id).held == _STAKE

        await at_other.leave_table(table.table_id)
        await winner.table(play_pb2.TABLE_STATUS_FINISHED)
        standings = [await _standing(stack, player.player_id) for player in (winner, loser)]
        (won,), (lost,) = (standing.ratings for standing in standings)
        assert won.mu > 25 > lost.mu
        assert [standing.rivals[0].player_id for standing in standings] == [loser.player_id, winner.player_id]
        assert _balance(stack, winner.player_id).available - _balance(stack, loser.player_id).available == 2 * _STAKE

        for player in (winner, loser):
            assert (await player.seek()).state == play_pb2.SEEK_STATE_WAITING
        await asyncio.sleep(1)
        for player in (winner, loser):
            status = (await player.client.call(lambda stub: stub.CancelSeek, play_pb2.CancelSeekRequest())).status
            assert status.state == play_pb2.SEEK_STATE_ENDED
            player.stop()


async def test_who_cannot_pay_the_stake_is_not_paired_in_vain(stack: Stack) -> None:
    (poor,) = await asyncio.to_thread(_accounts, stack, 1, _STAKE - 1)
    async with Client(stack.address("GATEWAY_GRPC"), poor) as client:
        player = Player(client)
        with pytest.raises(IllegalAction) as error:
            await player.seek()
        player.stop()
    assert error.value.reason == "INSUFFICIENT_CREDITS"


def _accounts(stack: Stack, count: int, credits: int) -> list[Account]:
    """Players with credits."""
    command = [stack.env["LOCAL_PYTHON"], "-m", "web", "seed_players", f"--count={count}", f"--credits={credits}"]
    env = {**stack.env, "QUIERO_TEST_ACCOUNTS": "true"}
    made = subprocess.run(command, cwd=stack.env["LOCAL_ROOT"], env=env, check=True, capture_output=True)
    portal = f"http://{stack.address('PORTAL')}"
    accounts = []
    for line in made.stdout.splitlines():
        fields = json.loads(line)
        expires = fields.pop("expires_at")
        accounts.append(Account(fields.pop("player_id"), fields.pop("token"), portal=portal, expires=expires, **fields))
    return accounts


def _balance(stack: Stack, player_id: str) -> portal_pb2.GetBalanceResponse:
    with grpc.insecure_channel(stack.address("CREDITS")) as channel:
        stub = portal_pb2_grpc.CreditsServiceStub(channel)
        return stub.GetBalance(portal_pb2.GetBalanceRequest(player_id=player_id), timeout=10)


async def _standing(stack: Stack, player_id: str) -> Standing:
    """What the portal's relay wrote, once it did."""
    async with await nats.connect(**stack.nats_options("operator")) as operator:
        async with asyncio.timeout(_SECONDS):
            while True:
                try:
                    subject = f"$KV.{STANDING_BUCKET}.{player_id}"
                    message = await operator.jetstream().get_last_msg(f"KV_{STANDING_BUCKET}", subject)
                    return Standing.FromString(message.data or b"")
                except NotFoundError:
                    await asyncio.sleep(0.1)
