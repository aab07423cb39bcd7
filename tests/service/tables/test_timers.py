"""Durable timers of tables that several workers serve: whoever moves one, and whenever it fires, none is lost.

The workers are two of the real thing in this process, on a real NATS server and a real engine. Nobody but the test
takes fired timers, so it says who handles which; and it sets the workers' clock, so nothing waits for a deadline.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import NoReturn

import nats
import pytest
from nats.aio.client import Client
from nats.js import JetStreamContext
from nats.js.api import RawStreamMsg
from nats.js.errors import NotFoundError

from deploy.local.stack import Stack
from services.common import subjects
from services.tables.adapters.credits import GrpcCredits
from services.tables.adapters.engine import GrpcEngine
from services.tables.adapters.streams import prepare
from services.tables.composition import real_ports
from services.tables.domain.table import Table
from services.tables.domain.timers import wake_ms
from services.tables.handlers.clockwork import fired
from services.tables.handlers.deciding import Sender
from services.tables.handlers.keeper import Keeper
from services.tables.handlers.ports import Ports
from services.tables.settings import TablesSettings
from tests.service.tables.playing import Guest, accepted, do, new_id
from truco.rules.v1.rules_pb2 import View
from truco.tables.v1.tables_pb2 import Act, Command, JoinTable, Reply, TableState

_TURN = 30.0


@dataclass
class SetClock:
    """The port Clock, set by the test. There are no outages."""

    ahead_ms: int = 0

    def now_ms(self) -> int:
        """Unix milliseconds."""
        return int(time.time() * 1000) + self.ahead_ms

    async def outage_ms(self, since_ms: int) -> int:  # noqa: ARG002
        """None."""
        return 0

    async def longest_outage_ms(self, since_ms: int) -> int:  # noqa: ARG002
        """None."""
        return 0


class Answer:
    """The port Replies: keeps the reply."""

    async def send(self, reply: Reply) -> None:
        """Keeps it."""
        self.reply = reply


class Workers:
    """Two workers, `first` and `second`, and what is stored of their tables."""

    def __init__(self, client: Client, ports: list[Ports], clock: SetClock) -> None:
        self.js: JetStreamContext = client.jetstream()
        self.clock = clock
        self.first, self.second = (Keeper(each, 100) for each in ports)

    async def carry_out(self, keeper: Keeper, command: Command) -> None:
        """A worker carries out a command."""
        command.not_after_ms = self.clock.now_ms() + 10_000
        answer = Answer()
        await keeper.carry_out(command, Sender.PERSON, answer)
        accepted(answer.reply)

    async def seated(self) -> tuple[str, list[Guest]]:
        """A table of two that the first worker opened, filled and dealt at; and who sits there, mano first."""
        guests = [Guest(None) for _ in range(2)]  # type: ignore[arg-type]  # they say what they do to workers themselves
        await self.carry_out(self.first, guests[0].opening())
        guests[1].table_id = guests[0].table_id
        await self.carry_out(self.first, guests[1].command(JoinTable()))
        async with self.first.locks.of(guests[0].table_id):
            await self.first.deal_now(await self.first.fresh(guests[0].table_id) or _never())
        turn = (await self.table(guests[0].table_id)).state.position.awaited[0].seat
        return guests[0].table_id, [guests[turn], guests[1 - turn]]

    async def table(self, table_id: str) -> Table:
        """The table as stored; no worker learns of it."""
        return await self.second.ports.store.last(table_id) or _never()

    async def fires(self, table_id: str) -> None:
        """The second worker makes sure that the timer fires now, but no record comes of it: as if it had died then."""
        before = await self.message(subjects.clock(table_id))
        await self.second.ports.timers.ensure(table_id, int(time.time() * 1000))
        async with asyncio.timeout(10):
            while await self.message(subjects.clock(table_id)) == before:  # noqa: ASYNC110 - it comes from the server
                await asyncio.sleep(0.02)
        assert await self.message(subjects.timer(table_id)) is None

    async def armed_ms(self, table_id: str) -> int | None:
        """When the timer in the stream fires; None when there is none."""
        message = await self.message(subjects.timer(table_id))
        return int(message.data or b"") if message else None

    async def message(self, subject: str) -> RawStreamMsg | None:
        """The last message of a subject."""
        try:
            return await self.js.get_last_msg(subjects.STREAM, subject)
        except NotFoundError:
            return None


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """NATS and the engine; no worker."""
    with Stack(tmp_path_factory.mktemp("timers")) as stack:
        stack.start("nats", "engine")
        yield stack


@pytest.fixture
async def workers(servers: Stack) -> AsyncIterator[Workers]:
    """Two workers with one clock."""
    env = servers.env_of("tables")
    settings = TablesSettings(
        nats_url=env["QUIERO_NATS_URL"],
        nats_user="tables",
        nats_password=env["QUIERO_NATS_PASSWORD"],
        engine_address=env["QUIERO_ENGINE_ADDRESS"],
        tables_deal_pause_ms=2_000,
        tables_turn_seconds=_TURN,
        tables_bank_seconds=0,
    )
    client = await nats.connect(**servers.nats_options("tables"))
    await prepare(client, settings)
    engine, clock = GrpcEngine(settings.engine_address), SetClock()
    credits = GrpcCredits(env["QUIERO_CREDITS_ADDRESS"])
    workers = Workers(client, [await real_ports(client, engine, credits, clock, settings) for _ in range(2)], clock)
    yield workers
    await workers.first.close()
    await workers.second.close()
    await engine.close()
    await credits.close()
    await client.close()


async def test_who_handles_a_timer_that_another_worker_moved_sets_the_next_one(workers: Workers) -> None:
    """It still remembers the one that it had set itself, for a later time: that one is gone."""
    table_id, _ = await workers.seated()
    table = await workers.table(table_id)

    await workers.fires(table_id)
    await fired(workers.first, table_id)

    assert await workers.armed_ms(table_id) == table.state.due_ms


async def test_a_timer_that_fires_after_the_one_being_handled_is_met_by_the_sequence_check(workers: Workers) -> None:
    """The first worker knows the sequence of the timer that it handles, and not that another one has fired since."""
    table_id, _ = await workers.seated()
    await workers.fires(table_id)
    handled = (await workers.message(subjects.clock(table_id)) or _never()).seq or 0
    await workers.fires(table_id)
    workers.clock.ahead_ms = int((_TURN + 120) * 1000)

    await fired(workers.first, table_id, handled)

    table = await workers.table(table_id)
    assert table.record.actor == "clock", "a refused append is followed by a look at the table"
    assert (await workers.armed_ms(table_id) or 0) <= wake_ms(table.record, workers.first.ports.times)


async def test_a_record_never_counts_on_a_timer_that_has_gone(workers: Workers) -> None:
    """The first worker knows of a timer at the first deadline. Moved by the second, it fires; the second sets the next
    one to the present deadline, which is later. What the first appends then must be looked at before that."""
    table_id, guests = await workers.seated()
    await workers.fires(table_id)
    await fired(workers.first, table_id)
    first_deadline = (await workers.table(table_id)).state.due_ms
    assert await workers.armed_ms(table_id) == first_deadline
    workers.clock.ahead_ms = 16_000
    card = _a_card_of_mano((await workers.table(table_id)).state)
    await workers.carry_out(workers.first, guests[0].command(Act(action=do("play", card))))
    await workers.fires(table_id)
    await fired(workers.second, table_id)
    assert (await workers.armed_ms(table_id) or 0) > first_deadline + 10_000

    workers.clock.ahead_ms = 27_000
    await workers.carry_out(workers.first, guests[1].command(Act(action=do("mazo"))))

    table = await workers.table(table_id)
    wake = wake_ms(table.record, workers.first.ports.times)
    assert wake > first_deadline, "what the first worker knows would do, were it true"
    assert (await workers.armed_ms(table_id) or 0) <= wake


async def test_a_timer_that_fires_while_a_command_is_on_its_way_costs_a_look_and_no_record(workers: Workers) -> None:
    table_id, guests = await workers.seated()
    before = await workers.table(table_id)

    await workers.fires(table_id)
    await workers.carry_out(workers.first, guests[0].command(Act(action=do("mazo"))))

    table = await workers.table(table_id)
    assert table.version == before.version + 1
    assert (await workers.armed_ms(table_id) or 0) <= wake_ms(table.record, workers.first.ports.times)


async def test_a_deal_is_made_though_the_timer_has_fired_in_the_pause_before_it(workers: Workers) -> None:
    table_id, guests = await workers.seated()
    await workers.carry_out(workers.first, guests[0].command(Act(action=do("mazo"))))
    before = await workers.table(table_id)

    await workers.fires(table_id)
    async with asyncio.timeout(10):
        while (await workers.table(table_id)).version == before.version:  # noqa: ASYNC110 - the worker deals by itself
            await asyncio.sleep(0.02)

    assert (await workers.table(table_id)).state.deals == before.state.deals + 1


async def test_a_fired_timer_waits_however_long_it_takes_and_gives_way_to_the_next(workers: Workers) -> None:
    table_id, _ = await workers.seated()
    await workers.fires(table_id)
    message = await workers.message(subjects.clock(table_id))
    assert message
    assert "Nats-TTL" not in (message.headers or {})
    await workers.fires(table_id)
    info = await workers.js.stream_info(subjects.STREAM, subjects_filter=subjects.clock(table_id))
    assert info.state.subjects == {subjects.clock(table_id): 1}


async def test_the_fired_timer_of_a_table_that_never_came_to_be_is_dropped(workers: Workers) -> None:
    table_id = subjects.table_id_for(new_id(), new_id())
    await workers.fires(table_id)
    await fired(workers.first, table_id)
    assert await workers.message(subjects.clock(table_id)) is None
    assert await workers.armed_ms(table_id) is None


def _a_card_of_mano(state: TableState) -> str:
    return str(View.FromString(state.seat_views[state.position.awaited[0].seat]).cards[0])


def _never() -> NoReturn:
    raise AssertionError("the table is not there")
