"""Who closes the last stream is away, a bot sits in, and the player takes the seat back; at both faces."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from deploy.local.stack import Stack
from services.common.errors import Denied, IllegalAction
from tests.service.gateway.faces import ConnectFace, Face, Guest, NativeFace, new_id
from tests.service.gateway.gateways import gateway
from tests.service.gateway.matches import SECONDS, Watching, act, leave, look, next_update, seated, until_caught_up
from tests.service.gateway.portal import SigningPortal
from tests.service.gateway.talking import say
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2

_IMPATIENT = {
    "QUIERO_TABLES_DEAL_PAUSE_MS": "0",
    "QUIERO_TABLES_STAND_IN_SECONDS": "2",
    "QUIERO_BOTS_PAUSE_MS": "0",
}


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory, portal: SigningPortal) -> Iterator[Stack]:
    """The servers and the bots, which sit in soon."""
    overrides = {**_IMPATIENT, "QUIERO_JWKS_URL": portal.url}
    with Stack(tmp_path_factory.mktemp("absence"), overrides=overrides) as stack:
        stack.start("nats", "engine", "tables", "bots", "gateway")
        yield stack


@pytest.fixture(params=["native", "connect"])
async def face(request: pytest.FixtureRequest, servers: Stack) -> AsyncIterator[Face]:
    """Each of the two faces in turn."""
    native = request.param == "native"
    face = NativeFace(servers.address("GATEWAY_GRPC")) if native else ConnectFace(servers.address("GATEWAY_CONNECT"))
    yield face
    await face.close()


async def test_the_others_see_who_is_away_until_the_stream_is_back(new_guest: Callable[[], Guest]) -> None:
    table_id, ana, beto = await seated(new_guest)
    seat = (await look(beto, table_id)).seat
    watching, leaving, second_tab = ana.watch(), beto.watch(), beto.watch()
    for stream in (watching, leaving, second_tab):
        await until_caught_up(stream)

    await leaving.aclose()
    left_ms = _now_ms()
    await second_tab.aclose()
    gone = await _until_away(watching, seat)
    assert (gone.table_id, [away.seat for away in gone.away]) == (table_id, [seat])
    assert left_ms <= gone.away[0].since_ms <= gone.now_ms <= _now_ms()
    await _until_away(ana.watch(), seat)  # a resuming client has it too

    back = beto.watch()
    await until_caught_up(back)
    await _until_away(watching)
    await leave(ana, table_id)


async def test_a_bot_sits_in_and_the_player_takes_the_seat_back(new_guest: Callable[[], Guest]) -> None:
    table_id, ana, beto = await seated(new_guest)
    seat = (await look(ana, table_id)).seat
    watching, leaving = beto.watch(), ana.watch()
    await until_caught_up(watching)
    await until_caught_up(leaving)
    with pytest.raises(IllegalAction) as none:
        await _take_back(ana, table_id)
    assert none.value.reason == "NO_STAND_IN"

    await leaving.aclose()
    while not (await next_update(watching)).table.seats[seat].stand_in:
        continue
    with pytest.raises(Denied) as refused:
        await act(ana, table_id, rules_pb2.Action(kind=rules_pb2.ACTION_KIND_MAZO))
    assert refused.value.reason == "NOT_YOUR_SEAT"
    back = ana.watch()
    await until_caught_up(back)
    update = await _take_back(ana, table_id)
    assert update.seat == seat
    assert not update.table.seats[seat].stand_in
    await leave(ana, table_id)


async def test_a_gateway_that_stops_makes_nobody_away(servers: Stack, portal: SigningPortal, tmp_path: Path) -> None:
    main = NativeFace(servers.address("GATEWAY_GRPC"))
    with gateway(servers, tmp_path / "log") as stopping:
        stopping.wait_until("ok")
        faces = [main, NativeFace(stopping.grpc)]
        guests: list[Guest] = []

        def new_guest() -> Guest:
            player_id = new_id()
            guests.append(Guest(faces[len(guests)], portal.token(player_id), player_id))
            return guests[-1]

        table_id, _, _ = await seated(new_guest)
        ana, beto = guests
        seat = (await look(beto, table_id)).seat
        watching, moved = ana.watch(), beto.watch()
        await until_caught_up(moved)
        await until_caught_up(watching)
        stopping.process.terminate()
        async for message in moved:
            if message.HasField("reconnect"):
                break
        back = Guest(main, beto.token, beto.player_id).watch()
        await until_caught_up(back)
        await moved.aclose()
        stopping.process.wait(30)

        await say(Guest(main, beto.token, beto.player_id), table_id, table_text="acá estoy")
        away: list[int] = []
        async with asyncio.timeout(SECONDS):
            async for message in watching:
                away += [each.seat for each in message.presence.away]
                if message.HasField("talk"):
                    break
        assert seat not in away
        await leave(ana, table_id)
        for face in faces:
            await face.close()


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


async def _take_back(guest: Guest, table_id: str) -> play_pb2.TableUpdate:
    request = play_pb2.TakeSeatBackRequest(request_id=new_id(), table_id=table_id)
    return (await guest.call("TakeSeatBack", request, play_pb2.TakeSeatBackResponse)).update


async def _until_away(stream: Watching, *seats: int) -> play_pb2.TablePresence:
    """What a stream says once these seats are away and no others."""
    async with asyncio.timeout(SECONDS):
        async for message in stream:
            if message.HasField("presence") and [away.seat for away in message.presence.away] == [*seats]:
                return message.presence
    raise AssertionError("the stream ended")
