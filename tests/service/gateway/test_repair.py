"""What is lost on the way to a stream comes back: a fan-out that never happened, a gateway that died."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import nats
import pytest

from deploy.local.stack import Stack
from services.common import subjects
from services.gateway import requests
from tests.service.gateway.faces import Guest, NativeFace, new_id
from tests.service.gateway.gateways import gateway
from tests.service.gateway.matches import look, play_a_card, seated, until_caught_up, until_version
from tests.service.gateway.portal import SigningPortal
from tests.service.tables.worker import worker
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2
from truco.tables.v1 import tables_pb2


@pytest.fixture
def without_tables(tmp_path: Path, portal: SigningPortal) -> Iterator[Stack]:
    """Everything but a tables worker."""
    overrides = {"QUIERO_TABLES_DEAL_PAUSE_MS": "0", "QUIERO_TABLES_TURN_SECONDS": "300", "QUIERO_JWKS_URL": portal.url}
    with Stack(tmp_path / "stack", overrides=overrides) as stack:
        stack.start("nats", "engine", "gateway")
        yield stack


async def send_once(stack: Stack, guest: Guest, table_id: str) -> int:
    """Plays a card by a command that nobody repeats, for a repeated one brings its fan-out. Returns its version."""
    now = await look(guest, table_id)
    card = next(action for action in now.view.legal if action.kind == rules_pb2.ACTION_KIND_PLAY)
    request = play_pb2.ActRequest(request_id=new_id(), table_id=table_id, action=card)
    command = requests.act(tables_pb2.Player(player_id=guest.player_id), request)
    command.not_after_ms = int((time.time() + 10) * 1000)
    client = await nats.connect(**stack.nats_options("gateway"))
    await client.publish(subjects.command(table_id), command.SerializeToString())
    await client.close()
    return now.table.version + 1


async def test_an_action_whose_worker_died_before_the_fan_out_is_fetched(
    without_tables: Stack, portal: SigningPortal, tmp_path: Path
) -> None:
    stack, when = without_tables, tmp_path / "now"
    face = NativeFace(stack.address("GATEWAY_GRPC"))

    def new_guest() -> Guest:
        return Guest(face, portal.token(player_id := new_id()), player_id)

    module, env = "tests.service.gateway.tables_dying_on_demand", {"TEST_DIES_WHEN": str(when)}
    with worker(stack, tmp_path / "dying.log", module, env) as doomed:
        doomed.wait_until_well()
        table_id, awaited, other = await seated(new_guest)
        streams = [awaited.watch(), other.watch()]
        for stream in streams:
            await until_caught_up(stream)

        when.touch()
        version = await send_once(stack, awaited, table_id)
        assert await asyncio.to_thread(doomed.wait) != 0

    stack.start("tables")
    seen = [(await until_version(stream, version))[-1] for stream in streams]

    assert [update.table.version for update in seen] == [version, version]
    assert all(any(event.HasField("card_played") for event in update.events) for update in seen)
    metrics = await asyncio.to_thread(httpx.get, f"http://{stack.address('GATEWAY_HEALTH')}/metrics")
    assert "gateway_repairs_total 2.0" in metrics.text
    await face.close()


async def test_a_client_whose_gateway_died_goes_on_at_another_without_a_gap(
    servers: Stack, portal: SigningPortal, tmp_path: Path
) -> None:
    first, second = NativeFace(servers.address("GATEWAY_GRPC")), NativeFace(servers.address("GATEWAY_GRPC"))

    def new_guest() -> Guest:
        return Guest(first, portal.token(player_id := new_id()), player_id)

    table_id, awaited, other = await seated(new_guest)
    with gateway(servers, tmp_path / "log") as doomed:
        doomed.wait_until("ok")
        other.face = NativeFace(doomed.grpc)
        stream = other.watch()
        seen = (await until_caught_up(stream))[-1].table
        doomed.process.kill()
        with pytest.raises(Exception, match="UNREACHABLE"):
            await until_version(stream, seen.version + 1)

    missed = await play_a_card(awaited, table_id)
    other.face = second
    resumed = other.watch(play_pb2.WatchTable(table_id=table_id, epoch=seen.epoch, version=seen.version))
    versions = [update.table.version for update in await until_caught_up(resumed)]

    assert versions == [missed]
    await first.close()
    await second.close()
