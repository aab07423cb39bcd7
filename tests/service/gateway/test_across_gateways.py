"""What holds across gateways: limits, one stream for each client, so many for each player (issue 4, point 12)."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import redis

from deploy.local.stack import Stack
from services.common.errors import TrucoError
from tests.service.gateway.faces import Face, Guest, NativeFace, new_id
from tests.service.gateway.gateways import Gateway, gateway
from tests.service.gateway.matches import SECONDS, look, next_update, open_table, until_caught_up
from tests.service.gateway.portal import SigningPortal
from truco.play.v1 import play_pb2

SETTINGS = {
    "QUIERO_GATEWAY_COMMANDS_PER_SECOND": "10",
    "QUIERO_GATEWAY_SEATINGS_PER_MINUTE": "2",
    "QUIERO_GATEWAY_STREAMS_PER_PLAYER": "3",
    "QUIERO_GATEWAY_HEARTBEAT_SECONDS": "0.5",
    "QUIERO_GATEWAY_RENEWAL_SECONDS": "2",
}


@pytest.fixture(scope="module")
def valkey(servers: Stack) -> Stack:
    """The servers, with Valkey."""
    servers.start("valkey")
    return servers


@pytest.fixture(scope="module")
def pair(valkey: Stack, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Gateway, Gateway]]:
    """Two gateways."""
    folder = tmp_path_factory.mktemp("gateways")
    with (
        gateway(valkey, folder / "one.log", **SETTINGS) as one,
        gateway(valkey, folder / "two.log", **SETTINGS) as two,
    ):
        one.wait_until("ok")
        two.wait_until("ok")
        yield one, two


@asynccontextmanager
async def player(pair: tuple[Gateway, Gateway], portal: SigningPortal, **claims: object) -> AsyncIterator[list[Guest]]:
    """One player at both gateways."""
    faces: list[Face] = [NativeFace(each.grpc) for each in pair]
    player_id = new_id()
    yield [Guest(face, portal.token(player_id, **claims), player_id) for face in faces]
    for face in faces:
        await face.close()


async def refusal(stream: "object") -> TrucoError:
    """What ends a stream."""
    with pytest.raises(TrucoError) as closed:
        async with asyncio.timeout(SECONDS):
            async for _ in stream:  # type: ignore[attr-defined]
                continue
    return closed.value


async def accepted(guests: list[Guest], tries: int) -> tuple[int, list[TrucoError]]:
    """How many of so many listings, at one gateway and the other in turn, were answered, and what refused the rest."""

    async def list_tables(guest: Guest) -> None:
        await guest.call("ListTables", play_pb2.ListTablesRequest(), play_pb2.ListTablesResponse)

    outcomes = [
        outcome
        for _ in range(tries // len(guests))
        for outcome in await asyncio.gather(*map(list_tables, guests), return_exceptions=True)
    ]
    refused = [outcome for outcome in outcomes if isinstance(outcome, TrucoError)]
    return len(outcomes) - len(refused), refused


async def test_a_newer_stream_at_another_gateway_takes_over(
    pair: tuple[Gateway, Gateway], portal: SigningPortal
) -> None:
    async with player(pair, portal) as [here, there]:
        older = here.watch(client_id="one-tab-of-ana")
        await until_caught_up(older)

        newer = there.watch(client_id="one-tab-of-ana")
        await until_caught_up(newer)

        assert (await refusal(older)).reason == "SUPERSEDED"
        await open_table(here)
        assert (await next_update(newer)).table.version == 1


async def test_a_player_holds_so_many_streams_at_all_gateways_together(
    pair: tuple[Gateway, Gateway], portal: SigningPortal
) -> None:
    async with player(pair, portal) as [here, there]:
        held = [here.watch(), there.watch(), here.watch()]
        for stream in held:
            await until_caught_up(stream)

        error = await refusal(there.watch())

        assert (error.reason, error.metadata["limit"]) == ("LIMIT_REACHED", "streams_per_player")
        await held[0].aclose()
        await until_caught_up(there.watch())


async def test_a_limit_is_used_up_at_both_gateways_together(
    pair: tuple[Gateway, Gateway], portal: SigningPortal
) -> None:
    async with player(pair, portal) as guests:
        began, answered, refused = time.monotonic(), 0, list[TrucoError]()
        while not refused:  # a slow machine asks little more than is allowed
            more, refused = await accepted(guests, 40)
            answered += more
        took = time.monotonic() - began

        assert 20 <= answered <= 20 + 10 * took + 2
        assert {(error.reason, error.metadata["limit"]) for error in refused} == {
            ("LIMIT_REACHED", "commands_per_second")
        }
        await asyncio.sleep(3)
        assert (await look(guests[1], (await open_table(guests[0])).table.table_id)).table.version == 1


async def test_an_expired_tokens_stream_is_told_to_come_again_and_then_ends(
    pair: tuple[Gateway, Gateway], portal: SigningPortal
) -> None:
    async with player(pair, portal, exp=int(time.time()) + 4) as [ana, _]:
        stream = ana.watch()
        await until_caught_up(stream)

        kinds = []
        with pytest.raises(TrucoError) as closed:
            async with asyncio.timeout(SECONDS):
                async for message in stream:
                    kinds.append(message.WhichOneof("kind"))

        assert closed.value.reason == "TOKEN_EXPIRED"
        assert kinds.count("reconnect") == 1


async def test_without_valkey_each_gateway_limits_for_itself_and_says_so(
    pair: tuple[Gateway, Gateway], valkey: Stack, portal: SigningPortal
) -> None:
    one, two = pair
    assert "quiero_gateway_limits_shared 1.0" in one.metrics()
    valkey.stop_program("valkey")
    try:
        async with player(pair, portal) as guests:
            answered, _ = await accepted(guests, 80)
            assert answered >= 38
            assert "quiero_gateway_limits_shared 0.0" in one.metrics()
            assert "quiero_gateway_limits_shared 0.0" in two.metrics()
    finally:
        valkey.start("valkey")
    async with player(pair, portal) as guests:
        async with asyncio.timeout(20):
            while "quiero_gateway_limits_shared 0.0" in one.metrics():
                await accepted(guests, 2)
                await asyncio.sleep(0.5)


async def test_what_is_counted_in_valkey_is_taken_many_at_a_time(
    valkey: Stack, portal: SigningPortal, tmp_path: Path
) -> None:
    with (
        gateway(valkey, tmp_path / "log") as alone,
        redis.Redis.from_url(valkey.env["QUIERO_GATEWAY_LIMITS_URL"]) as counts,
    ):
        alone.wait_until("ok")
        async with player((alone, alone), portal) as guests:
            await accepted(guests, 2)
            before = asked(counts)

            answered, refused = await accepted(guests, 100)

            assert (answered, refused) == (100, [])
            assert 1 <= asked(counts) - before <= 100 / 10


async def test_streams_are_counted_one_by_one_so_that_gateways_that_die_take_none_along(
    valkey: Stack, portal: SigningPortal, tmp_path: Path
) -> None:
    with (
        gateway(valkey, tmp_path / "log") as alone,
        redis.Redis.from_url(valkey.env["QUIERO_GATEWAY_LIMITS_URL"]) as counts,
    ):
        alone.wait_until("ok")
        async with player((alone, alone), portal) as [ana, _]:
            before = asked(counts)
            for _ in range(3):
                stream = ana.watch()
                await until_caught_up(stream)
                await stream.aclose()

            assert asked(counts) - before == 3


def asked(counts: redis.Redis) -> int:
    """How often gateways have asked Valkey for more."""
    return int(counts.info("commandstats")["cmdstat_evalsha"]["calls"])


async def test_streams_that_were_opened_while_nats_was_away_are_told_of_when_it_is_back(
    portal: SigningPortal, tmp_path: Path
) -> None:
    with Stack(tmp_path / "stack", overrides={"QUIERO_JWKS_URL": portal.url}) as stack:
        stack.start("nats", "engine", "tables")
        with gateway(stack, tmp_path / "one.log") as one, gateway(stack, tmp_path / "two.log") as two:
            for each in (one, two):
                each.wait_until("ok")
            async with player((one, two), portal) as [here, there]:
                older = here.watch(client_id="one-tab-of-ana")
                await until_caught_up(older)

                # The process stands still, so that it does not hear of the newer stream; NATS drops it meanwhile.
                one.process.send_signal(signal.SIGSTOP)
                newer = there.watch(client_id="one-tab-of-ana")
                await until_caught_up(newer)
                await asyncio.to_thread(stack.stop_program, "nats")
                await asyncio.to_thread(stack.start, "nats")
                one.process.send_signal(signal.SIGCONT)

                assert (await refusal(older)).reason == "SUPERSEDED"
