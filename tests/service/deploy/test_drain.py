"""A process that is told to stop finishes what it took and hands over: no command fails, none waits long, streams move
(issue 4, point 12)."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from deploy.local import ports
from deploy.local.stack import Stack
from quiero import Account, Client
from services.common.errors import TrucoError
from tests.conftest import NO_PAUSES
from tests.harness.random_player import Log, RandomPlayer
from tests.service.gateway.faces import new_id
from tests.service.gateway.gateways import Gateway, gateway
from tests.service.gateway.portal import SigningPortal, signing_portal
from tests.service.tables.worker import Worker, worker
from truco.rules.v1.rules_pb2 import Options

PAIRS = 6
LONGEST_SECONDS = 5.0
WELL_SECONDS = 1.5
MOVE_SECONDS = 5

TROUBLE = {"UNREACHABLE", "SHUTTING_DOWN", "TOO_LATE", "INTERNAL"}
"""Refusals that would say that the platform failed its players; the others are the game's."""


@pytest.fixture(scope="module")
def portal() -> Iterator[SigningPortal]:
    """Who signs tokens."""
    with signing_portal() as portal:
        yield portal


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory, portal: SigningPortal) -> Iterator[Stack]:
    """NATS, an engine and bots; the test brings its own workers and gateways."""
    unlimited = dict.fromkeys(("QUIERO_GATEWAY_SEATINGS_PER_MINUTE", "QUIERO_GATEWAY_WATCHES_PER_MINUTE"), "100000")
    pauses = {
        "QUIERO_TABLES_DEAL_PAUSE_MS": "200",
        "QUIERO_BOTS_PAUSE_MS": "0",
        "QUIERO_GATEWAY_MOVE_SECONDS": str(MOVE_SECONDS),
    }
    overrides = {"QUIERO_JWKS_URL": portal.url, **unlimited, **pauses}
    with Stack(tmp_path_factory.mktemp("drain"), overrides=overrides) as stack:
        stack.start("nats", "engine")
        yield stack


@dataclass
class Crowd:
    """People who play match after match, as fast as they may."""

    log: Log = field(default_factory=Log)
    clients: list[Client] = field(default_factory=list)
    matches: int = 0

    async def play(self, one: RandomPlayer, other: RandomPlayer) -> None:
        """Plays one match after the other."""
        while True:
            table_id = await one.open_table("maestro", 2, options=Options(target=15))
            await other.join_table(table_id)
            await asyncio.gather(one.play(table_id), other.play(table_id))
            self.matches += 1


@asynccontextmanager
async def crowd(gateways: list[str], portal: SigningPortal) -> AsyncIterator[Crowd]:
    """A crowd that plays while the block runs; what goes wrong with one of them is raised at its end."""
    playing = Crowd()
    async with AsyncExitStack() as context:
        tasks = []
        for number in range(PAIRS):
            players = []
            for _ in range(2):
                account = Account(player_id := new_id(), portal.token(player_id))
                client = await context.enter_async_context(Client(gateways[number % 2 :] + gateways, account))
                playing.clients.append(client)
                player = RandomPlayer(client, playing.log, Random(number), pause=0.05)
                players.append(await context.enter_async_context(player))
            tasks.append(asyncio.create_task(playing.play(*players)))
        yield playing
        ended = [task for task in tasks if task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for task in ended:
            task.result()


def check(log: Log, since: float) -> None:
    """Nobody was failed, and nobody waited."""
    acted = [each for each in log.acted if each.sent >= since]
    assert len(acted) > 50
    assert not [each for each in acted if each.refused in TROUBLE]
    slowest = max(acted, key=lambda each: each.waited)
    assert slowest.waited < LONGEST_SECONDS, slowest


async def stopped(ends: Callable[[], Awaitable[int]]) -> float:
    """Seconds until a process that was told to stop has ended, in good order."""
    began = time.monotonic()
    assert await ends() == 0
    return time.monotonic() - began


@contextmanager
def second_engine(stack: Stack, folder: Path) -> Iterator[tuple[Worker, Mapping[str, str]]]:
    """An engine beside the stack's own, and what workers that use both are told."""
    taken = ports.free()
    address = f"127.0.0.1:{taken['ENGINE']}"
    with worker(stack, folder / "e2.log", "services.engine", {"QUIERO_ENGINE_ADDRESS": address}) as engine:
        engine.wait_until_well()
        yield engine, {"QUIERO_ENGINE_ADDRESS": f"{stack.address('ENGINE')},{address}"}
    taken.close()


@contextmanager
def two_workers(stack: Stack, folder: Path, env: Mapping[str, str]) -> Iterator[list[Worker]]:
    """Two workers."""
    with worker(stack, folder / "w1.log", env=env) as one, worker(stack, folder / "w2.log", env=env) as two:
        for each in (one, two):
            each.wait_until_well()
        yield [one, two]


@contextmanager
def two_gateways(stack: Stack, folder: Path) -> Iterator[list[Gateway]]:
    """Two gateways."""
    with gateway(stack, folder / "g1.log") as one, gateway(stack, folder / "g2.log") as two:
        for each in (one, two):
            each.wait_until("ok")
        yield [one, two]


async def test_workers_and_gateways_and_engines_stop_in_turn_under_load_and_nobody_notices(
    servers: Stack, portal: SigningPortal, tmp_path: Path
) -> None:
    with (
        second_engine(servers, tmp_path) as (engine, both),
        two_workers(servers, tmp_path, both) as workers,
        two_gateways(servers, tmp_path) as gateways,
    ):
        async with crowd([each.grpc for each in gateways], portal) as playing:
            await asyncio.sleep(WELL_SECONDS)
            began = time.time()

            workers[0].signal(signal.SIGTERM)
            assert await stopped(lambda: asyncio.to_thread(workers[0].wait)) < 9
            await asyncio.sleep(WELL_SECONDS)
            with worker(servers, tmp_path / "w3.log", env=both) as third:
                third.wait_until_well()
                await asyncio.sleep(WELL_SECONDS)
                workers[1].signal(signal.SIGTERM)
                assert await stopped(lambda: asyncio.to_thread(workers[1].wait)) < 9
                await asyncio.sleep(WELL_SECONDS)

                gateways[0].process.send_signal(signal.SIGTERM)
                assert await stopped(lambda: asyncio.to_thread(gateways[0].process.wait, 20)) < 8
                await asyncio.sleep(WELL_SECONDS)

                await asyncio.to_thread(servers.stop_program, "engine")
                await asyncio.sleep(WELL_SECONDS)
                await asyncio.to_thread(servers.start, "engine")
                await asyncio.sleep(WELL_SECONDS)
                engine.signal(signal.SIGTERM)
                assert await stopped(lambda: asyncio.to_thread(engine.wait)) < 8
                await asyncio.sleep(WELL_SECONDS)

                check(playing.log, began)
                # Every client of the gateway that went is at the other one, over a stream that was opened there.
                assert all(client.reopened <= 2 for client in playing.clients)
                assert playing.matches > 0
                stayed = gateways[1].metrics()
                assert f"quiero_gateway_streams_open {2 * PAIRS:.1f}" in stayed
    for name in ("w1", "w2", "g1", "e2"):
        assert "Traceback" not in (tmp_path / f"{name}.log").read_text()


async def test_a_stopping_gateway_moves_even_a_client_that_knows_one_connection(
    servers: Stack, portal: SigningPortal, tmp_path: Path
) -> None:
    servers.start("tables")
    with two_gateways(servers, tmp_path) as [going, staying]:
        account = Account(player_id := new_id(), portal.token(player_id))
        # One channel with both addresses, as behind a name or a load balancer.
        both = f"ipv4:{going.grpc},{staying.grpc}"
        async with Client(both, account) as client:
            opened = await client.open_table("maestro", 2)
            watched = client.watch()
            while not (await anext(watched)).HasField("caught_up"):
                continue

            going.process.send_signal(signal.SIGTERM)
            began = time.monotonic()
            while not (await anext(watched)).HasField("caught_up"):
                continue
            assert time.monotonic() - began < MOVE_SECONDS, "before it had to"
            try:
                await client.leave_table(opened.table.table_id)
            except TrucoError as error:
                pytest.fail(f"a command failed: {error}")
            while (await anext(watched)).update.table.version < 2:
                continue
            assert await asyncio.to_thread(going.process.wait, 10) == 0


async def test_bots_and_the_portals_processes_stop_in_turn_under_load_and_nobody_notices(tmp_path: Path) -> None:
    with Stack(tmp_path / "stack", overrides=NO_PAUSES) as stack:
        stack.start()
        log = Log()
        async with AsyncExitStack() as context:
            tasks = []
            for number in range(4):
                account = await Account.new_guest(f"http://{stack.address('PORTAL')}")
                client = await context.enter_async_context(Client(stack.address("GATEWAY_GRPC"), account))
                player = await context.enter_async_context(RandomPlayer(client, log, Random(number), pause=0.05))
                tasks.append(asyncio.create_task(_play_bots(player)))
            began = time.time()
            for program in ("bots", "consumer", "credits", "relay"):
                await asyncio.sleep(WELL_SECONDS)
                stopping = time.monotonic()
                await asyncio.to_thread(stack.stop_program, program)
                assert time.monotonic() - stopping < 8
                assert stack.status(program).exit_status == 0
                await asyncio.to_thread(stack.start, program)
            await asyncio.sleep(WELL_SECONDS)
            ended = [task for task in tasks if task.done()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            assert not ended, ended[0].result()
            check(log, began)
        for program in ("bots", "consumer", "credits", "relay"):
            assert "Traceback" not in stack.log(program)


async def _play_bots(player: RandomPlayer) -> None:
    """Plays match after match against a bot."""
    while True:
        table_id = await player.open_table("maestro", 2, bots=1, options=Options(target=15))
        await player.play(table_id)
