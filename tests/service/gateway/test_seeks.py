"""Seeks at the public API: what a player hears on its Watch, and how long a seek lasts."""

import asyncio
import signal
import time
import urllib.request
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from deploy.local.stack import Stack
from services.common.errors import IllegalAction, InvalidInput
from tests.harness.leader_alone import TELLS_NOBODY
from tests.service.gateway.conftest import NewGuest
from tests.service.gateway.faces import Face, Guest, NativeFace, new_id
from tests.service.gateway.gateways import Gateway, gateway
from tests.service.gateway.matches import SECONDS, Watching
from tests.service.gateway.portal import SigningPortal
from tests.service.tables.worker import worker
from truco.play.v1 import play_pb2

WAITING, MATCHED, ENDED, GATHERING = (
    play_pb2.SEEK_STATE_WAITING,
    play_pb2.SEEK_STATE_MATCHED,
    play_pb2.SEEK_STATE_ENDED,
    play_pb2.SEEK_STATE_GATHERING,
)
_GRACE = {"QUIERO_GATEWAY_SEEK_GRACE_SECONDS": "1", "QUIERO_GATEWAY_HEARTBEAT_SECONDS": "0.5"}


class Seeker:
    """A player with a Watch stream, who seeks."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.client_id = new_id()
        self.stream: Watching | None = None

    async def watch(self, guest: Guest | None = None) -> list[play_pb2.WatchResponse]:
        """Opens the stream, at another gateway if one is named; what came up to CaughtUp."""
        self.guest = guest or self.guest
        self.stream = self.guest.watch(client_id=self.client_id)
        came: list[play_pb2.WatchResponse] = []
        async with asyncio.timeout(SECONDS):
            async for message in self.stream:
                came.append(message)
                if message.HasField("caught_up"):
                    break
        return came

    async def close(self) -> None:
        """Closes the stream."""
        assert self.stream
        await self.stream.aclose()

    async def seek(self, seats: int = 2, preset: str = "maestro", **fields: object) -> play_pb2.SeekStatus:
        """Seeks."""
        wish = {"request_id": new_id(), "client_id": self.client_id, "preset": preset, "seats": seats, **fields}
        request = play_pb2.SeekRequest(**wish)  # type: ignore[arg-type]
        return (await self.guest.call("Seek", request, play_pb2.SeekResponse)).status

    async def cancel(self) -> play_pb2.SeekStatus:
        """Cancels."""
        request = play_pb2.CancelSeekRequest(request_id=new_id())
        return (await self.guest.call("CancelSeek", request, play_pb2.CancelSeekResponse)).status

    async def hears(self, wanted: Callable[[play_pb2.WatchResponse], bool]) -> play_pb2.WatchResponse:
        """What the stream sends, once it is as wanted."""
        assert self.stream
        async with asyncio.timeout(SECONDS):
            async for message in self.stream:
                if wanted(message):
                    return message
        raise AssertionError("the stream ended")

    async def told(self, state: play_pb2.SeekState.ValueType) -> play_pb2.SeekStatus:
        """The first news of the seek that has a state."""
        return (await self.hears(lambda told: told.HasField("seek") and told.seek.state == state)).seek


async def test_players_hear_that_they_are_seated_and_then_of_their_table(new_guest: NewGuest) -> None:
    ana, beto = Seeker(new_guest()), Seeker(new_guest())
    for seeker in (ana, beto):
        await seeker.watch()
    status = await ana.seek()
    assert (status.state, status.waiting, status.seek.preset) == (WAITING, 1, "maestro")
    await beto.seek()
    table_id = (await ana.told(MATCHED)).table_id
    assert (await beto.told(MATCHED)).table_id == table_id
    playing = play_pb2.TABLE_STATUS_PLAYING
    for seeker in (ana, beto):
        update = (await seeker.hears(lambda told: told.update.table.status == playing)).update
        assert update.table.table_id == table_id
        assert update.HasField("seat")
        await seeker.close()


async def test_a_seek_needs_its_stream_and_must_make_sense(new_guest: NewGuest) -> None:
    ana = Seeker(new_guest())
    with pytest.raises(IllegalAction, match="NOT_WATCHING"):
        await ana.seek()
    await ana.watch()
    with pytest.raises(InvalidInput, match="BAD_SEATS"):
        await ana.seek(seats=5)
    with pytest.raises(InvalidInput, match="UNKNOWN_PRESET"):
        await ana.seek(preset="poker")
    assert not (await ana.cancel()).state
    await ana.close()


async def test_a_cancelled_seek_is_over_for_every_stream_of_the_player(new_guest: NewGuest) -> None:
    ana = Seeker(new_guest())
    other = Seeker(ana.guest)
    await ana.watch()
    await ana.seek(seats=6)
    (told,) = [message.seek for message in await other.watch() if message.HasField("seek")]
    assert told.state == WAITING
    assert (await ana.cancel()).state == ENDED
    await other.told(ENDED)
    await ana.close()
    await other.close()


async def test_a_party_hears_who_is_there(new_guest: NewGuest) -> None:
    ana, beto = Seeker(new_guest()), Seeker(new_guest())
    party = {"party": new_id(), "party_size": 2}
    for seeker in (ana, beto):
        await seeker.watch()
        await seeker.seek(seats=6, **party)
    assert (await ana.told(GATHERING)).party_present == 1
    for seeker in (ana, beto):
        assert (await seeker.told(WAITING)).party_present == 2
        await seeker.cancel()
        await seeker.close()


@asynccontextmanager
async def _at(running: Gateway, portal: SigningPortal) -> AsyncIterator[Callable[[str], Guest]]:
    """Makes players at one gateway."""
    face: Face = NativeFace(running.grpc)
    yield lambda player_id: Guest(face, portal.token(player_id), player_id)
    await face.close()


async def test_a_seek_lasts_as_long_as_its_stream_and_some_seconds(
    servers: Stack, portal: SigningPortal, tmp_path: Path
) -> None:
    with gateway(servers, tmp_path / "one.log", **_GRACE) as running:
        running.wait_until("ok")
        async with _at(running, portal) as at:
            ana = Seeker(at(new_id()))
            await ana.watch()
            await ana.seek(seats=6)
            beat = await ana.hears(lambda told: told.HasField("seek") and told.seek.now_ms > told.seek.since_ms + 400)
            assert (beat.seek.state, beat.seek.waiting) == (WAITING, 1)
            await ana.close()
            (told,) = [message.seek for message in await ana.watch() if message.HasField("seek")]
            assert told.state == WAITING
            await asyncio.sleep(1.5)
            assert (await ana.told(WAITING)).seek == told.seek
            await ana.close()
            other = Seeker(ana.guest)
            await other.watch()
            await other.told(ENDED)
            assert 'what="dropped"' in _metrics(servers)
            await other.close()


async def test_a_seek_outlives_its_gateway_when_the_stream_comes_back_elsewhere(
    servers: Stack, portal: SigningPortal, tmp_path: Path
) -> None:
    with (
        gateway(servers, tmp_path / "one.log", **_GRACE) as dying,
        gateway(servers, tmp_path / "two.log", **_GRACE) as other,
    ):
        dying.wait_until("ok")
        other.wait_until("ok")
        async with _at(dying, portal) as at, _at(other, portal) as elsewhere:
            ana, beto = Seeker(at(new_id())), Seeker(elsewhere(new_id()))
            await ana.watch()
            await ana.seek(seats=2, preset="estrella")
            dying.process.send_signal(signal.SIGKILL)
            (told,) = [m.seek for m in await ana.watch(elsewhere(ana.guest.player_id)) if m.HasField("seek")]
            assert told.state == WAITING
            until = time.monotonic() + 19  # longer than a dead gateway's seeks
            while time.monotonic() < until:
                await ana.told(WAITING)
            await beto.watch()
            await beto.seek(seats=2, preset="estrella")
            assert (await ana.told(MATCHED)).table_id == (await beto.told(MATCHED)).table_id
            await ana.close()
            await beto.close()


async def test_players_hear_of_their_table_though_its_leader_told_nobody(portal: SigningPortal, tmp_path: Path) -> None:
    with Stack(tmp_path / "stack", overrides={"QUIERO_JWKS_URL": portal.url}) as stack:
        stack.start("nats", "engine")
        with worker(stack, tmp_path / "leader.log", "tests.harness.leader_alone", {TELLS_NOBODY: "1"}) as leader:
            await asyncio.to_thread(leader.wait_until_well)
            await asyncio.sleep(1)  # it leads all queues by then, and nobody else will
            stack.start("tables", "gateway")
            face = NativeFace(stack.address("GATEWAY_GRPC"))
            players = [new_id(), new_id()]
            ana, beto = (Seeker(Guest(face, portal.token(player), player)) for player in players)
            for seeker in (ana, beto):
                await seeker.watch()
                await seeker.seek()
            assert (await ana.told(MATCHED)).table_id == (await beto.told(MATCHED)).table_id
            for seeker in (ana, beto):
                await seeker.close()
            await face.close()


def _metrics(servers: Stack) -> str:
    with urllib.request.urlopen(f"http://{servers.address('TABLES_HEALTH')}/metrics", timeout=2) as answer:
        return str(answer.read().decode())
