"""No ticket is lost or seated twice, whatever becomes of the leaders: three workers, killed and frozen again and again,
while players seek, cancel and are seated (issue 4, point 2)."""

import asyncio
import contextlib
import random
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path

import nats
import pytest
from nats.aio.client import Client
from nats.js.errors import NotFoundError

from deploy.local.stack import Stack
from services.common import subjects
from services.tables.matchmaking.queue import queue_of
from tests.service.tables.playing import new_id
from tests.service.tables.seeking import PRESET, Seeker, SeekGateway, first_record, seek_gateway
from tests.service.tables.worker import Worker, worker
from truco.play.v1.play_pb2 import SEEK_STATE_ENDED, SEEK_STATE_MATCHED, SEEK_STATE_WAITING, SeekRequest
from truco.tables.v1.seeks_pb2 import Ticket
from truco.tables.v1.tables_pb2 import Player

_SECONDS = 12.0
_FROZEN_SECONDS = 3.0
"""Longer than a lease: another worker leads when the frozen one thaws."""
_SETTLED_SECONDS = 25.0
_WISHES = ({"seats": 2}, {"seats": 2, "ranked": True}, {"seats": 4}, {"seats": 6, "preset": "granronda"})


@pytest.fixture
def base(tmp_path: Path) -> Iterator[Stack]:
    """NATS and the engine."""
    with Stack(tmp_path / "stack", overrides={"QUIERO_TABLES_DEAL_PAUSE_MS": "0"}) as stack:
        stack.start("nats", "engine")
        yield stack


@pytest.fixture
async def operator(base: Stack) -> AsyncIterator[Client]:
    """Sees everything."""
    client = await nats.connect(**base.nats_options("operator"))
    yield client
    await client.close()


class Workers:
    """Workers that are killed and come back."""

    def __init__(self, stack: Stack, log: Path, exits: ExitStack) -> None:
        self._stack, self._log, self._exits = stack, log, exits
        self.all: list[Worker] = [self._start() for _ in range(3)]
        self.faults: Counter[str] = Counter()

    def _start(self) -> Worker:
        return self._exits.enter_context(worker(self._stack, self._log))

    async def leading(self, operator: Client, shard: int) -> int:
        """Which of them leads a queue shard."""
        while True:
            with contextlib.suppress(NotFoundError):
                lease = await operator.jetstream().get_last_msg("KV_workers", f"$KV.workers.queue.{shard}")
                port = (lease.data or b"").decode().rpartition("-")[2]
                for number, each in enumerate(self.all):
                    if each.health.endswith(f":{port}"):
                        return number
            await asyncio.sleep(0.1)

    def kill(self, number: int) -> None:
        """One dies, and another one starts in its place."""
        self.all[number].signal(signal.SIGKILL)
        self.all[number] = self._start()
        self.faults["killed"] += 1

    async def freeze(self, number: int) -> None:
        """One stops for longer than its leases last, and goes on."""
        self.all[number].signal(signal.SIGSTOP)
        await asyncio.sleep(_FROZEN_SECONDS)
        self.all[number].signal(signal.SIGCONT)
        self.faults["frozen"] += 1


async def _disturb(workers: Workers, operator: Client, luck: random.Random) -> None:
    """Faults one after another, each of who leads a queue in which somebody seeks."""
    while True:
        wish = SeekRequest(**{"preset": PRESET, **luck.choice(_WISHES)})  # type: ignore[arg-type]
        number = await workers.leading(operator, queue_of(Ticket(seek=wish)).shard)
        if luck.random() < 0.5:
            workers.kill(number)
        else:
            await workers.freeze(number)
        await asyncio.sleep(1)


async def _seek_on(gateway: SeekGateway, seekers: list[Seeker], luck: random.Random, until: float) -> None:
    """Players come one after another; some give up, some change their minds."""
    while time.monotonic() < until:
        seeker = Seeker(gateway)
        wish = luck.choice(_WISHES)
        await seeker.seek(**wish)  # type: ignore[arg-type]
        seekers.append(seeker)
        await asyncio.sleep(luck.random() * 0.1)
        if luck.random() < 0.15:
            await seeker.cancel()


async def _ask_on(seekers: list[Seeker]) -> None:
    """For ever: asks for what the players may not have been told."""
    while True:
        for seeker in tuple(seekers):
            await seeker.asks()
        await asyncio.sleep(0.5)


async def _settled(seekers: list[Seeker]) -> None:
    """Waits until no more than fit at one table wait in any queue."""
    until = time.monotonic() + _SETTLED_SECONDS
    while True:
        states = [(await seeker.asks(), seeker) for seeker in seekers]
        waiting = Counter(
            queue_of(Ticket(seek=seeker.wish)) for status, seeker in states if status.state == SEEK_STATE_WAITING
        )
        if all(count < queue.seats for queue, count in waiting.items()):
            return
        assert time.monotonic() < until, f"still waiting: {waiting}"
        await asyncio.sleep(0.5)


async def _all_tables(operator: Client) -> dict[str, list[str]]:
    """The people of every table there is."""
    info = await operator.jetstream().stream_info(subjects.STREAM, subjects_filter="table.*.*.open")
    tables = {}
    for subject in info.state.subjects or ():
        table_id = subject.split(".")[2]
        seats = (await first_record(operator, table_id)).state.seats
        tables[table_id] = [seat.player.player_id for seat in seats]
    return tables


async def test_no_ticket_is_lost_or_seated_twice(base: Stack, operator: Client, tmp_path: Path) -> None:
    luck, seekers = random.Random(1), list[Seeker]()
    with ExitStack() as exits:
        workers = Workers(base, tmp_path / "workers.log", exits)
        for each in workers.all:
            await asyncio.to_thread(each.wait_until_well)
        async with seek_gateway(base) as gateway:
            disturbing = asyncio.create_task(_disturb(workers, operator, luck))
            asking = asyncio.create_task(_ask_on(seekers))
            until = time.monotonic() + _SECONDS
            await asyncio.gather(*(_seek_on(gateway, seekers, random.Random(n), until) for n in range(12)))
            for task in (disturbing, asking):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
            for each in workers.all:
                each.signal(signal.SIGCONT)
            await _settled(seekers)
            tables = await _all_tables(operator)
            seated = Counter(player for players in tables.values() for player in players)
            assert max(seated.values()) == 1
            where = {player: table_id for table_id, players in tables.items() for player in players}
            outcomes: Counter[int] = Counter()
            for seeker in seekers:
                status = seeker.status
                outcomes[status.state] += 1
                assert (status.state == SEEK_STATE_MATCHED) == (seeker.player_id in where), status
                assert status.table_id == where.get(seeker.player_id, "")
            assert workers.faults["killed"] and workers.faults["frozen"], workers.faults
            assert outcomes[SEEK_STATE_MATCHED] > 100, outcomes
            assert outcomes[SEEK_STATE_ENDED] > 10, outcomes
            assert set(where) <= {seeker.player_id for seeker in seekers}
            for table_id in tables:
                assert await _begins(operator, table_id), table_id


async def _begins(operator: Client, table_id: str, seconds: float = 10) -> bool:
    """Whether the table's match begins: no table stands still, whoever was to begin it."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        message = await operator.jetstream().get_last_msg(subjects.STREAM, subjects.records(table_id))
        if not (message.subject or "").endswith(".open"):
            return True
        await asyncio.sleep(0.1)
    return False


async def test_another_leads_within_five_seconds(base: Stack, tmp_path: Path) -> None:
    with ExitStack() as exits:
        workers = Workers(base, tmp_path / "workers.log", exits)
        for each in workers.all:
            await asyncio.to_thread(each.wait_until_well)
        async with seek_gateway(base) as gateway:
            ana, beto = Seeker(gateway), Seeker(gateway)
            await ana.seek(client_seed=new_id())
            for each in workers.all[1:]:
                each.signal(signal.SIGKILL)
            died = time.monotonic()
            await beto.seek()
            await ana.seated()
            assert time.monotonic() - died < 5


async def test_a_ticket_that_a_dying_server_left_under_another_does_not_rise(
    base: Stack, operator: Client, tmp_path: Path
) -> None:
    seek = SeekRequest(request_id=new_id(), client_id=new_id(), preset=PRESET, seats=2, party_size=1)
    ticket = Ticket(player=Player(player_id=new_id()), seek=seek, gateway="gone", state=SEEK_STATE_WAITING)
    subject, js = subjects.ticket(queue_of(ticket).shard, ticket.player.player_id), operator.jetstream()
    with worker(base, tmp_path / "first.log") as first:
        await asyncio.to_thread(first.wait_until_well)
    await js.publish(subject, ticket.SerializeToString())
    ticket.state = SEEK_STATE_ENDED
    await js.publish(subject, ticket.SerializeToString(), headers={"Nats-TTL": "6s"})
    with worker(base, tmp_path / "second.log") as second:
        await asyncio.to_thread(second.wait_until_well)
        await asyncio.sleep(7)
        with pytest.raises(NotFoundError):
            await js.get_last_msg(subjects.STREAM, subject)
