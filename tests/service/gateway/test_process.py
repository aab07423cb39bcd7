"""The gateway as a process: health, limits, slow readers and an orderly end."""

import asyncio
import re
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from deploy.local.stack import Stack
from services.common.errors import TrucoError
from tests.service.gateway.faces import ConnectFace, Face, Guest, NativeFace, new_id
from tests.service.gateway.gateways import Gateway, gateway
from tests.service.gateway.matches import join, leave, open_table, until_caught_up, until_version
from tests.service.gateway.portal import SigningPortal, signing_portal
from truco.play.v1 import play_pb2, play_pb2_grpc


@asynccontextmanager
async def guests(running: Gateway, portal: SigningPortal, count: int = 1) -> AsyncIterator[list[Guest]]:
    """Guests, each with a connection of its own, at alternate faces."""
    faces: list[Face] = [NativeFace(running.grpc) if n % 2 == 0 else ConnectFace(running.connect) for n in range(count)]
    ids = [new_id() for _ in faces]
    yield [Guest(face, portal.token(player_id), player_id) for face, player_id in zip(faces, ids, strict=True)]
    for face in faces:
        await face.close()


async def test_it_starts_without_the_portal_and_is_well_once_the_portal_is(servers: Stack, tmp_path: Path) -> None:
    with signing_portal() as gone:
        port = int(gone.url.split(":")[2].split("/")[0])
    with gateway(servers, tmp_path / "log", QUIERO_JWKS_URL=gone.url) as running:
        running.wait_until("no keys from the portal yet")
        async with guests(running, gone) as [ana]:
            with pytest.raises(TrucoError) as refused:
                await open_table(ana)
            assert refused.value.reason == "UNREACHABLE"

            with signing_portal(port) as back:
                running.wait_until("ok")
                ana.token = back.token(ana.player_id)
                assert (await open_table(ana)).table.version == 1


async def test_it_is_not_well_while_nats_is_away(tmp_path: Path, portal: SigningPortal) -> None:
    with Stack(tmp_path / "stack", overrides={"QUIERO_JWKS_URL": portal.url}) as stack:
        stack.start("nats", "gateway")
        with gateway(stack, tmp_path / "log") as running:
            running.wait_until("ok")
            stack.stop_program("nats")
            running.wait_until("nats disconnected")
            stack.start("nats")
            running.wait_until("ok")


async def test_without_tables_a_command_is_sent_again_until_it_is_unreachable(
    tmp_path: Path, portal: SigningPortal
) -> None:
    with Stack(tmp_path / "stack", overrides={"QUIERO_JWKS_URL": portal.url}) as stack:
        stack.start("nats")
        with gateway(stack, tmp_path / "log", QUIERO_GATEWAY_PATIENCE_SECONDS="2") as running:
            running.wait_until("ok")
            async with guests(running, portal) as [ana]:
                with pytest.raises(TrucoError) as refused:
                    await open_table(ana)
            again = re.search(r'gateway_retries_total{why="NoRespondersError"} ([\d.]+)', running.metrics())
    assert refused.value.reason == "UNREACHABLE"
    assert again and float(again[1]) > 1


async def test_a_reader_that_does_not_read_is_let_go_and_the_others_are_not(
    servers: Stack, portal: SigningPortal, tmp_path: Path
) -> None:
    unlimited = dict.fromkeys(("QUIERO_GATEWAY_COMMANDS_PER_SECOND", "QUIERO_GATEWAY_SEATINGS_PER_MINUTE"), "100000")
    settings = {"QUIERO_GATEWAY_QUEUE_LIMIT": "20", **unlimited}
    with gateway(servers, tmp_path / "log", **settings) as running:
        running.wait_until("ok")
        async with guests(running, portal, 3) as [ana, beto, slow]:
            table_id = (await open_table(ana, seats=4)).table.table_id
            stuck = slow.watch(play_pb2.WatchTable(table_id=table_id))
            await until_caught_up(stuck)
            attentive = ana.watch()
            await until_caught_up(attentive)

            async with asyncio.timeout(60):
                while "gateway_queue_drops_total 0.0" in running.metrics():
                    for _ in range(20):
                        await join(beto, table_id)
                        left = (await leave(beto, table_id)).version
                        await until_version(attentive, left)

            with pytest.raises(TrucoError) as closed:
                async for _ in stuck:
                    continue
    assert closed.value.reason == "SLOW_READER"


async def test_a_player_who_asks_too_often_is_told_when_to_come_back(
    servers: Stack, portal: SigningPortal, tmp_path: Path
) -> None:
    with gateway(servers, tmp_path / "log", QUIERO_GATEWAY_COMMANDS_PER_SECOND="1") as running:
        running.wait_until("ok")
        stub = play_pb2_grpc.PlayServiceStub(grpc.insecure_channel(running.grpc))
        auth = [("authorization", f"Bearer {portal.token()}")]
        calls = [stub.ListTables.future(play_pb2.ListTablesRequest(), metadata=auth) for _ in range(3)]
        refused = [call.exception() for call in calls if call.exception()]

    [status] = [rpc_status.from_call(error) for error in refused]
    info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
    assert status.details[0].Unpack(info) and status.details[1].Unpack(retry)
    assert (info.reason, info.metadata["limit"]) == ("LIMIT_REACHED", "commands_per_second")
    assert 0 < retry.retry_delay.ToTimedelta().total_seconds() <= 1


async def test_a_player_who_sits_down_and_gets_up_too_often_is_told_so(
    servers: Stack, portal: SigningPortal, tmp_path: Path
) -> None:
    with gateway(servers, tmp_path / "log", QUIERO_GATEWAY_SEATINGS_PER_MINUTE="1") as running:
        running.wait_until("ok")
        async with guests(running, portal, 1) as [ana]:
            opened = await open_table(ana, seats=2)
            await leave(ana, opened.table.table_id)
            with pytest.raises(TrucoError) as refused:
                await open_table(ana, seats=2)

    assert (refused.value.reason, refused.value.metadata["limit"]) == ("LIMIT_REACHED", "seatings_per_minute")


async def test_a_player_who_opens_watches_again_and_again_is_told_so(
    servers: Stack, portal: SigningPortal, tmp_path: Path
) -> None:
    with gateway(servers, tmp_path / "log", QUIERO_GATEWAY_WATCHES_PER_MINUTE="1") as running:
        running.wait_until("ok")
        async with guests(running, portal, 1) as [ana]:
            for _ in range(2):
                await until_caught_up(ana.watch())
            with pytest.raises(TrucoError) as refused:
                await until_caught_up(ana.watch())

    assert (refused.value.reason, refused.value.metadata["limit"]) == ("LIMIT_REACHED", "watches_per_minute")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_when_it_stops_streams_are_told_and_it_ends_well(
    servers: Stack, portal: SigningPortal, tmp_path: Path, number: signal.Signals
) -> None:
    with gateway(servers, tmp_path / "log") as running:
        running.wait_until("ok")
        async with guests(running, portal, 2) as both:
            streams = [guest.watch() for guest in both]
            for stream in streams:
                await until_caught_up(stream)

            running.process.send_signal(number)
            for stream in streams:
                with pytest.raises(TrucoError) as closed:
                    told = {(await anext(stream)).WhichOneof("kind")}
                    while True:
                        assert told <= {"reconnect", "heartbeat"}
                        told.add((await anext(stream)).WhichOneof("kind"))
                assert "reconnect" in told
                assert closed.value.reason == "SHUTTING_DOWN"
        assert await asyncio.to_thread(running.process.wait, 15) == 0
    assert "Traceback" not in (tmp_path / "log").read_text()
