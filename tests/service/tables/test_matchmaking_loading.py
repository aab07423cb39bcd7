"""A leader that is killed in the middle of loading loses nothing, and the passes that it makes meanwhile seat nobody
twice (issue 4, point 2)."""

import asyncio
import json
import random
import signal
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

import nats
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.errors import NotFoundError

from deploy.local.stack import Stack
from services.common import subjects
from services.tables.adapters import batches
from services.tables.adapters.batches import Message
from services.tables.adapters.following import Following
from services.tables.adapters.tickets import JetStreamTickets
from services.tables.handlers.ports import SequenceConflict
from services.tables.matchmaking.ports import Stored
from services.tables.matchmaking.queue import queue_of
from services.tables.matchmaking.tickets import ended
from tests.harness.leader_alone import READS_SLOWLY, name_of
from tests.service.tables.playing import new_id
from tests.service.tables.seeking import PRESET
from tests.service.tables.worker import Worker, worker
from truco.play.v1.play_pb2 import SEEK_STATE_WAITING, SeekRequest
from truco.tables.v1.seeks_pb2 import Pass, Ticket
from truco.tables.v1.tables_pb2 import Player, TableRecord

_LEADER = "tests.harness.leader_alone"
_GATEWAY = "somewhere"
_WAITING = 6_000
_TOGETHER = 500
_SECONDS = 40.0
_SEEK = SeekRequest(preset=PRESET, seats=2, party_size=1)
_SHARD = queue_of(Ticket(seek=_SEEK)).shard


@pytest.fixture
def base(tmp_path: Path) -> Iterator[Stack]:
    """NATS and the engine."""
    with Stack(tmp_path / "stack", overrides={"QUIERO_LOG_LEVEL": "INFO"}) as stack:
        stack.start("nats", "engine")
        yield stack


@pytest.fixture
async def operator(base: Stack) -> AsyncIterator[Client]:
    """Sees everything."""
    client = await nats.connect(**base.nats_options("operator"))
    yield client
    await client.close()


@dataclass
class Seekers:
    """Everybody who has sought, and who has given up."""

    client: Client
    tickets: dict[str, Stored] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)

    async def come(self, count: int) -> None:
        """So many more wait."""
        new = [_ticket() for _ in range(count)]
        messages = [
            Message(subjects.ticket(_SHARD, each.player.player_id), each.SerializeToString(), {"Nats-Rollup": "sub"})
            for each in new
        ]
        first = await batches.publish(self.client, messages)
        for number, each in enumerate(new):
            self.tickets[each.player.player_id] = Stored(each, first + number)

    async def give_up(self, player_id: str) -> None:
        """One seeks no more, unless a table was made of it."""
        last = self.tickets[player_id]
        with suppress(SequenceConflict):
            await JetStreamTickets(self.client).store(ended(last.ticket), last)
            self.gone.add(player_id)

    async def go_on(self, luck: random.Random) -> None:
        """For ever: some give up, of the first as well as of the last, and others come."""
        while True:
            await self.come(2)
            await self.give_up(luck.choice([each for each in self.tickets if each not in self.gone]))
            await asyncio.sleep(0.05)


def _ticket() -> Ticket:
    seek = SeekRequest(request_id=new_id(), client_id=new_id(), preset=PRESET, seats=2, party_size=1)
    return Ticket(player=Player(player_id=new_id()), seek=seek, gateway=_GATEWAY, state=SEEK_STATE_WAITING)


async def _keep_gateway(client: Client) -> None:
    while True:
        await client.publish(f"$KV.gateways.{_GATEWAY}", b"", headers={"Nats-TTL": "30s"})
        await asyncio.sleep(1)


async def _passing(operator: Client, leaders: dict[str, Worker]) -> str:
    """Waits until one of these leaders has made a pass that made tables, and says which."""
    async with asyncio.timeout(_SECONDS):
        while True:
            with suppress(NotFoundError):
                message = await operator.jetstream().get_last_msg(subjects.STREAM, subjects.passing(_SHARD))
                made = Pass.FromString(message.data or b"")
                if made.table_ids and made.leader in leaders:
                    return made.leader
            await asyncio.sleep(0.01)


def _loaded(log: Path) -> bool:
    """Whether a leader said that it knew all who waited."""
    entries = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    return any(entry.get("event") == "leading" and entry.get("shard") == _SHARD for entry in entries)


async def _tables(operator: Client) -> list[TableRecord]:
    """The first record of every table there is."""
    found = list[TableRecord]()

    def told(_subject: str, _sequence: int, message: Msg) -> None:
        found.append(TableRecord.FromString(message.data))

    async with Following(operator, subjects.STREAM, "table.*.*.open", told) as following:
        await following.loaded()
    return found


async def _all_seated(operator: Client, seekers: Seekers) -> list[TableRecord]:
    """Waits until at most one who has not given up still waits."""
    async with asyncio.timeout(_SECONDS):
        while True:
            tables = await _tables(operator)
            if 2 * len(tables) + len(seekers.gone) >= len(seekers.tickets) - 1:
                return tables
            await asyncio.sleep(0.5)


async def test_a_leader_that_dies_in_the_middle_of_loading_loses_nobody_and_seats_nobody_twice(
    base: Stack, operator: Client, tmp_path: Path
) -> None:
    seekers, logs = Seekers(operator), dict[str, Path]()
    with worker(base, tmp_path / "first.log", _LEADER) as first:
        await asyncio.to_thread(first.wait_until_well)
    for _ in range(_WAITING // _TOGETHER):
        await seekers.come(_TOGETHER)
    with ExitStack() as exits:
        leaders = dict[str, Worker]()
        for number in range(3):
            log = tmp_path / f"leader-{number}.log"
            each = exits.enter_context(worker(base, log, _LEADER, {READS_SLOWLY: "1"}))
            name = name_of(int(each.health.rpartition(":")[2]))
            leaders[name], logs[name] = each, log
        busy = [asyncio.create_task(each) for each in (seekers.go_on(random.Random(1)), _keep_gateway(operator))]
        for _ in range(2):
            name = await _passing(operator, leaders)
            leaders.pop(name).signal(signal.SIGKILL)
            assert not _loaded(logs[name])
        await _passing(operator, leaders)
        busy[0].cancel()
        tables = await _all_seated(operator, seekers)
        busy[1].cancel()
        await asyncio.gather(*busy, return_exceptions=True)
    seated = Counter(seat.player.player_id for table in tables for seat in table.state.seats)
    assert set(seated.values()) == {1}
    assert len(seekers.gone) > 10
    assert not seated.keys() & seekers.gone
    assert len(seekers.tickets.keys() - seated.keys() - seekers.gone) <= 1
