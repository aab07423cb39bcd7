"""What is said, and who is muted, holds across gateways, also for one that was frozen."""

import asyncio
import signal
from pathlib import Path

from deploy.local.stack import Stack
from tests.service.gateway.faces import Guest, NativeFace, new_id
from tests.service.gateway.gateways import gateway
from tests.service.gateway.matches import join, open_table
from tests.service.gateway.portal import SigningPortal
from tests.service.gateway.talking import ears, mute, say


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
            await say(beto, table_id, table_text="chau")
            frozen.process.send_signal(signal.SIGCONT)

            await ear.until("hola", "¿estás?", "chau")
        await here.close()
        await there.close()
