"""One request is traced through every hop (issue 4, point 12)."""

import asyncio
import json
import secrets
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Iterator

import grpc
import httpx
import pytest

from deploy.local.environment import ROOT
from deploy.local.stack import Stack
from quiero import Account
from tests.conftest import NO_PAUSES
from tests.service.deploy.collector import Collector, collector
from truco.play.v1 import play_pb2, play_pb2_grpc
from truco.rules.v1 import rules_pb2

PROGRAMS = (
    *("nats", "postgres", "valkey", "migrate", "engine", "tables"),
    *("portal", "credits", "bots", "gateway", "consumer"),
)


@pytest.fixture(scope="module")
def spans() -> Iterator[Collector]:
    """Where the spans go."""
    with collector() as spans:
        yield spans


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory, spans: Collector) -> Iterator[Stack]:
    """The platform, which samples what its callers sample and nothing else."""
    settings = {
        "QUIERO_TRACES_URL": spans.url,
        "QUIERO_TRACES_RATIO": "0",
        "OTEL_BSP_SCHEDULE_DELAY": "200",
        "QUIERO_LOG_LEVEL": "DEBUG",
    }
    with Stack(tmp_path_factory.mktemp("traced"), overrides={**NO_PAUSES, **settings}) as stack:
        stack.start(*PROGRAMS)
        yield stack


class Player:
    """A guest whose calls carry a traceparent."""

    def __init__(self, stack: Stack, account: Account) -> None:
        self._channel = grpc.aio.insecure_channel(stack.address("GATEWAY_GRPC"))
        self.stub = play_pb2_grpc.PlayServiceStub(self._channel)
        self._account = account

    async def metadata(self, trace: str, flags: str = "01") -> tuple[tuple[str, str], ...]:
        """A call's metadata, within a trace."""
        traceparent = f"00-{trace}-{secrets.token_hex(8)}-{flags}"
        return (("authorization", f"Bearer {await self._account.token()}"), ("traceparent", traceparent))

    async def open_table(self, trace: str, request_id: str, flags: str = "01", *, bots: int = 1, stake: int = 0) -> str:
        """Opens a table for two."""
        ruleset = rules_pb2.Ruleset(preset="maestro", options=rules_pb2.Options(target=15))
        request = play_pb2.OpenTableRequest(request_id=request_id, ruleset=ruleset, seats=2, bots=bots, stake=stake)
        opened = await self.stub.OpenTable(request, metadata=await self.metadata(trace, flags))
        return str(opened.update.table.table_id)

    async def leave(self, trace: str, table_id: str) -> None:
        """Gives the match up."""
        request = play_pb2.LeaveTableRequest(request_id=uuid.uuid4().hex, table_id=table_id)
        await self.stub.LeaveTable(request, metadata=await self.metadata(trace))

    async def play(self, trace: str, table_id: str) -> None:
        """Acts until the bot has had its turn."""
        for _ in range(10):
            metadata = await self.metadata(trace)
            now = (await self.stub.GetTable(play_pb2.GetTableRequest(table_id=table_id), metadata=metadata)).update
            if now.view.seat in now.view.awaited and now.view.legal:
                request = play_pb2.ActRequest(
                    request_id=uuid.uuid4().hex,
                    table_id=table_id,
                    action=now.view.legal[0],
                    expected_version=now.table.version,
                )
                await self.stub.Act(request, metadata=metadata)
                return
            await asyncio.sleep(0.3)
        raise AssertionError("it was never the player's turn")

    async def close(self) -> None:
        """Disconnects."""
        await self._channel.close()


@pytest.fixture
async def player(traced: Stack) -> AsyncIterator[Player]:
    """A guest."""
    player = Player(traced, await Account.new_guest(f"http://{traced.address('PORTAL')}"))
    yield player
    await player.close()


def rich(stack: Stack, count: int) -> list[Account]:
    """Players with credits."""
    command = [sys.executable, "-m", "web", "seed_players", f"--count={count}"]
    env = {**stack.env, "QUIERO_TEST_ACCOUNTS": "true"}
    made = subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True)
    return [Account(each["player_id"], each["token"]) for each in map(json.loads, made.stdout.splitlines())]


async def until_services(spans: Collector, trace: str, *services: str) -> None:
    """Returns when all these processes have sent spans of the trace."""
    await asyncio.to_thread(spans.wait_for, lambda: set(services) <= {span.service for span in spans.of(trace)})


async def test_a_request_that_ends_a_match_is_one_trace_through_all_processes(spans: Collector, player: Player) -> None:
    trace = secrets.token_hex(16)
    table_id = await player.open_table(secrets.token_hex(16), uuid.uuid4().hex)
    await player.play(secrets.token_hex(16), table_id)

    await player.leave(trace, table_id)
    await until_services(spans, trace, "gateway", "tables", "engine", "consumer")

    by_id = {span.span: span for span in spans.of(trace)}
    (stored,) = (span for span in by_id.values() if span.service == "consumer")
    (applied,) = (span for span in by_id.values() if span.service == "engine")
    for last in (stored, applied):
        hops = [last.service]
        while parent := by_id.get(last.parent):
            last = parent
            hops.append(last.service)
        assert hops[1:] == ["tables", "gateway"]
    (command,) = (span for span in by_id.values() if span.service == "tables")
    assert command.attributes["table"] == table_id


async def test_a_bots_answer_belongs_to_the_request_that_it_answers(spans: Collector, player: Player) -> None:
    trace = secrets.token_hex(16)
    table_id = await player.open_table(trace, uuid.uuid4().hex)
    await player.play(trace, table_id)

    await until_services(spans, trace, "bots")
    await player.leave(secrets.token_hex(16), table_id)


async def test_a_staked_match_begins_within_the_trace_of_who_sat_down_last(traced: Stack, spans: Collector) -> None:
    trace = secrets.token_hex(16)
    ana, beto = (Player(traced, account) for account in await asyncio.to_thread(rich, traced, 2))
    table_id = await ana.open_table(secrets.token_hex(16), uuid.uuid4().hex, bots=0, stake=10)

    request = play_pb2.JoinTableRequest(request_id=uuid.uuid4().hex, table_id=table_id)
    await beto.stub.JoinTable(request, metadata=await beto.metadata(trace))

    await until_services(spans, trace, "gateway", "tables", "credits", "engine")
    (held,) = (span for span in spans.of(trace) if span.service == "credits")
    assert held.name == "CreditsServicer.HoldStakes"
    for player in (ana, beto):
        await player.close()


async def test_what_nobody_sampled_is_not_recorded_but_stands_in_the_logs_of_every_hop(
    traced: Stack, spans: Collector, player: Player
) -> None:
    trace, request_id = secrets.token_hex(16), uuid.uuid4().hex
    table_id = await player.open_table(trace, request_id, flags="00")

    for program in ("gateway", "tables"):
        told = [json.loads(line) for line in traced.log(program).splitlines() if request_id in line]
        assert told and all(line["request"] == request_id and line["trace"] == trace for line in told)
    await player.leave(secrets.token_hex(16), table_id)
    assert not spans.of(trace)


async def test_a_refusal_is_noted_in_its_span(traced: Stack, spans: Collector) -> None:
    trace = secrets.token_hex(16)
    account = await Account.new_guest(f"http://{traced.address('PORTAL')}")
    url = f"http://{traced.address('GATEWAY_CONNECT')}/truco.play.v1.PlayService/GetTable"
    headers = {
        "authorization": f"Bearer {await account.token()}",
        "traceparent": f"00-{trace}-{secrets.token_hex(8)}-01",
    }
    async with httpx.AsyncClient() as http:
        answer = await http.post(url, json={"tableId": "0123456789abcdef"}, headers=headers)
    assert answer.status_code == httpx.codes.NOT_FOUND

    await until_services(spans, trace, "gateway")
    (span,) = spans.of(trace)
    assert (span.name, span.attributes["error.type"]) == ("PlayService.GetTable", "TABLE_NOT_FOUND")
