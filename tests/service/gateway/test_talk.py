"""What is said reaches the streams of those who may hear it, at both faces."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import nats
import pytest

from deploy.local.stack import Stack
from services.common import subjects
from services.common.errors import Busy, TrucoError
from tests.service.gateway.conftest import NewGuest
from tests.service.gateway.faces import Guest, NativeFace, new_id
from tests.service.gateway.gateways import gateway
from tests.service.gateway.matches import Watching, join, open_table, until_caught_up
from tests.service.gateway.portal import SigningPortal
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2
from truco.tables.v1 import tables_pb2

SECONDS = 20.0
_QUIET_SECONDS = 0.3


async def say(guest: Guest, table_id: str, request_id: str = "", **what: str) -> play_pb2.TalkLine:
    request = play_pb2.SayRequest(request_id=request_id or new_id(), table_id=table_id, **what)
    return (await guest.call("Say", request, play_pb2.SayResponse)).line


async def mute(guest: Guest, player_id: str = "", muted: bool = True) -> list[str]:
    request = play_pb2.MuteRequest(player_id=player_id, muted=muted)
    return list((await guest.call("Mute", request, play_pb2.MuteResponse)).player_ids)


async def report(guest: Guest, table_id: str, **fields: object) -> str:
    about = {"seat": 1, "cause": play_pb2.REPORT_CAUSE_ABUSE, "text": "me insultó", **fields}
    request = play_pb2.ReportRequest(request_id=new_id(), table_id=table_id, **about)
    return (await guest.call("Report", request, play_pb2.ReportResponse)).report_id


def words(line: play_pb2.TalkLine) -> str:
    return str(getattr(line, line.WhichOneof("what") or ""))


class Ear:
    """Reads a stream to its end and keeps it all."""

    def __init__(self, stream: Watching) -> None:
        self._stream = stream
        self.messages: list[play_pb2.WatchResponse] = []

    @property
    def heard(self) -> list[str]:
        return [words(message.talk) for message in self.messages if message.HasField("talk")]

    async def listen(self) -> None:
        async for message in self._stream:
            self.messages.append(message)

    async def until(self, *lines: str) -> None:
        """Waits for lines, and then a moment for what should not come."""
        until = time.monotonic() + SECONDS
        while len(self.heard) < len(lines):
            assert time.monotonic() < until, self.heard
            await asyncio.sleep(0.01)
        await asyncio.sleep(_QUIET_SECONDS)
        assert self.heard == list(lines)


@asynccontextmanager
async def ears(*watching: tuple[Guest, str]) -> AsyncIterator[list[Ear]]:
    """A stream for each guest that has opened; with a table, that one is watched."""
    found, listening = [], []
    for guest, table_id in watching:
        stream = guest.watch(*([play_pb2.WatchTable(table_id=table_id)] if table_id else []))
        await until_caught_up(stream)
        found.append(Ear(stream))
        listening.append(asyncio.create_task(found[-1].listen()))
    yield found
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)


async def table_of_four(new_guest: NewGuest) -> tuple[str, list[Guest]]:
    """Four at a table whose first hand is dealt, by seat."""
    guests = [new_guest() for _ in range(4)]
    table_id = (await open_table(guests[0], seats=4)).table.table_id
    for guest in guests[1:]:
        await join(guest, table_id)
    stream = guests[0].watch()
    async with asyncio.timeout(SECONDS):
        async for message in stream:
            if message.update.view.phase == rules_pb2.PHASE_PLAY:
                break
    await stream.aclose()
    return table_id, guests


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
        await spectator.until()

    assert (line.number, line.seat, line.player_id, line.table_text) == (1, 0, guests[0].player_id, "buenas")
    assert abs(line.time_ms / 1000 - time.time()) < 60 and line.name == "Ana" and line.table_id == table_id
    told = b"".join(message.SerializeToString() for ear in (one, three, spectator) for message in ear.messages)
    assert b"ancho_espada" not in told


async def test_a_stream_opens_with_what_its_player_could_hear(new_guest: NewGuest) -> None:
    table_id, guests = await table_of_four(new_guest)
    await say(guests[0], table_id, table_text="buenas")
    await say(guests[0], table_id, sena="ancho_espada")
    await say(guests[2], table_id, team_text="qué bueno")

    opened: dict[int, list[str]] = {}
    for seat, guest in enumerate(guests[:2]):
        stream, opened[seat] = guest.watch(), []
        async with asyncio.timeout(SECONDS):
            async for message in stream:
                if message.HasField("caught_up"):
                    break
                opened[seat] += [words(message.talk)] if message.HasField("talk") else []

    assert opened == {0: ["buenas", "ancho_espada", "qué bueno"], 1: ["buenas"]}


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

        await ear.until("hola")


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


async def test_a_muted_player_is_not_heard_until_unmuted(new_guest: NewGuest) -> None:
    table_id, (ana, beto, caro, dani) = await table_of_four(new_guest)
    await say(beto, table_id, table_text="malo")
    async with ears((ana, ""), (ana, ""), (caro, "")) as (first, second, other):
        assert await mute(ana, beto.player_id) == [beto.player_id]
        assert await mute(ana, beto.player_id) == [beto.player_id]
        await say(beto, table_id, table_text="muy malo")
        await say(dani, table_id, table_text="buenas")
        await first.until("buenas")
        await second.until("buenas")
        await other.until("muy malo", "buenas")

        async with ears((ana, "")) as (later,):
            assert not later.heard
        assert await mute(ana, dani.player_id) == [beto.player_id, dani.player_id]
        assert await mute(ana, beto.player_id, muted=False) == [dani.player_id] == await mute(ana)
        await say(beto, table_id, reaction="gracias")
        await say(dani, table_id, reaction="uh")
        await first.until("buenas", "gracias")


async def test_lines_of_muted_players_are_not_told_when_a_stream_opens(new_guest: NewGuest) -> None:
    ana, beto = new_guest(), new_guest()
    table_id = (await open_table(ana)).table.table_id
    await join(beto, table_id)
    await say(beto, table_id, table_text="malo")
    await say(ana, table_id, table_text="chau")
    await mute(ana, beto.player_id)

    stream, told = ana.watch(), []
    async with asyncio.timeout(SECONDS):
        async for message in stream:
            if message.HasField("caught_up"):
                break
            told += [words(message.talk)] if message.HasField("talk") else []

    assert told == ["chau"]


async def test_nobody_mutes_themselves_or_what_is_no_player(new_guest: NewGuest) -> None:
    ana = new_guest()
    for player_id in (ana.player_id, "a.b", "*", "x" * 65):
        with pytest.raises(TrucoError, match="BAD_REQUEST"):
            await mute(ana, player_id)
    assert await mute(ana) == []


async def test_only_the_latest_two_hundred_mutes_are_kept(new_guest: NewGuest, servers: Stack) -> None:
    ana, ids = new_guest(), [new_id() for _ in range(200)]
    client = await nats.connect(**servers.nats_options("operator"))
    stored = tables_pb2.Mutes(player_ids=ids).SerializeToString()
    await client.jetstream().publish(f"$KV.{subjects.MUTES_BUCKET}.{ana.player_id}", stored)
    await client.close()

    assert await mute(ana, "one-more") == [*ids[1:], "one-more"]


async def test_a_report_reaches_the_moderators_stream_and_reports_are_limited(
    new_guest: NewGuest, servers: Stack
) -> None:
    ana, beto = new_guest(), new_guest()
    table_id = (await open_table(ana)).table.table_id
    await join(beto, table_id)
    await say(beto, table_id, table_text="malo")

    report_id = await report(ana, table_id)

    client = await nats.connect(**servers.nats_options("operator"))
    message = await client.jetstream().get_msg(subjects.REPORTS_STREAM, subject=subjects.report(table_id))
    await client.close()
    filed = tables_pb2.PlayerReport.FromString(message.data or b"")
    assert (filed.report_id, filed.reported.player_id, filed.text) == (report_id, beto.player_id, "me insultó")
    assert [words(line) for line in filed.talk] == ["malo"]
    with pytest.raises(TrucoError, match="UNKNOWN_SEAT"):
        await report(ana, table_id, seat=7)
    with pytest.raises(Busy) as refused:
        for _ in range(10):
            await report(ana, table_id)
    assert refused.value.metadata["limit"] == "reports_per_10_minutes"


async def test_a_mute_and_a_line_cross_gateways(servers: Stack, portal: SigningPortal, tmp_path: Path) -> None:
    with gateway(servers, tmp_path / "log") as second:
        second.wait_until("ok")
        here, there = NativeFace(servers.address("GATEWAY_GRPC")), NativeFace(second.grpc)
        ids = [new_id(), new_id()]
        ana, beto = (Guest(here, portal.token(each), each) for each in ids)
        ana_there = Guest(there, portal.token(ids[0]), ids[0])
        table_id = (await open_table(ana)).table.table_id
        await join(beto, table_id)
        async with ears((ana, ""), (ana_there, "")) as (ear, ear_there):
            await say(beto, table_id, table_text="hola")
            await ear_there.until("hola")
            await mute(ana, beto.player_id)
            await asyncio.sleep(_QUIET_SECONDS)
            await say(beto, table_id, table_text="¿me oís?")
            await say(ana_there, table_id, table_text="no")
            await ear_there.until("hola", "no")
            await ear.until("hola", "no")
        await here.close()
        await there.close()


async def test_a_gateway_that_was_frozen_tells_what_was_said_meanwhile_and_knows_who_was_muted(
    servers: Stack, portal: SigningPortal, tmp_path: Path
) -> None:
    """NATS drops a peer that is silent for six seconds: what is said after that never reaches it by itself."""
    with gateway(servers, tmp_path / "log", QUIERO_GATEWAY_HEARTBEAT_SECONDS="1") as frozen:
        frozen.wait_until("ok")
        here, there = NativeFace(servers.address("GATEWAY_GRPC")), NativeFace(frozen.grpc)
        ids = [new_id() for _ in range(3)]
        ana, beto, caro = (Guest(here, portal.token(each), each) for each in ids)
        table_id = (await open_table(ana, seats=4)).table.table_id
        for guest in (beto, caro):
            await join(guest, table_id)
        async with ears((Guest(there, portal.token(ids[0]), ids[0]), "")) as (ear,):
            await say(beto, table_id, table_text="hola")
            await ear.until("hola")
            frozen.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(8)
            await mute(ana, caro.player_id)
            await say(beto, table_id, table_text="¿estás?")
            await say(caro, table_id, table_text="¿y yo?")
            frozen.process.send_signal(signal.SIGCONT)

            await ear.until("hola", "¿estás?")
        await here.close()
        await there.close()
