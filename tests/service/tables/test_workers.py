"""Several workers, and workers that die: every acknowledged action stands in the record exactly once."""

import asyncio
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from deploy.local.stack import Stack
from services.common.errors import TrucoError
from tests.harness.faults import FAULTS, FAULTS_FILE, FAULTS_TIMES, deaths
from tests.service.tables.playing import Guest, Room, new_id, pick, seated
from tests.service.tables.worker import worker
from truco.rules.v1.rules_pb2 import PHASE_OVER, PHASE_PLAY, Action
from truco.tables.v1.tables_pb2 import Accepted, Act


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """NATS, the engine and a first worker."""
    with Stack(tmp_path_factory.mktemp("workers"), overrides={"QUIERO_TABLES_DEAL_PAUSE_MS": "0"}) as stack:
        stack.start("nats", "engine", "tables")
        yield stack


@pytest.fixture
async def room(shared: Stack) -> AsyncIterator[Room]:
    """Connections."""
    room = await Room.enter(shared)
    yield room
    await room.leave()


_PACE = 0.03
"""Seconds between actions, so that matches last while workers die."""


_DEATHS = 3
"""How often a worker dies at each moment."""


class Match:
    """A match between two guests who note what was acknowledged, and how long they waited."""

    def __init__(self, guests: list[Guest], luck: random.Random) -> None:
        self.guests = guests
        self._luck = luck
        self.acknowledged: dict[str, int] = {}
        self.longest = 0.0

    async def play(self) -> None:
        """Plays to the end."""
        async with asyncio.timeout(120):
            while not await self._over():
                await self._step()

    async def _over(self) -> bool:
        return (await self.guests[0].look()).view.phase == PHASE_OVER

    async def _step(self) -> None:
        for guest in self.guests:
            now = await guest.look()
            if now.seat in now.view.awaited and now.view.legal and now.view.phase == PHASE_PLAY:
                await self._act(guest, pick(list(now.view.legal), self._luck), now.table.version)

    async def _act(self, guest: Guest, action: Action, version: int) -> None:
        await asyncio.sleep(_PACE)
        request_id, since = new_id(), time.monotonic()
        try:
            done: Accepted = await guest.act(action, version, request_id)
        except TrucoError as error:
            assert error.reason in ("STALE_VERSION", "NOT_YOUR_TURN", "NO_HAND"), error
        else:
            self.acknowledged[request_id] = done.version
        self.longest = max(self.longest, time.monotonic() - since)

    async def check(self) -> None:
        """Every acknowledged action is in the record once, at the version that was acknowledged."""
        records = await self.guests[0].room.records(self.guests[0].table_id)
        assert [record.version for record in records] == list(range(1, len(records) + 1))
        stored = [(r.request_id, r.version) for r in records if r.HasField("acted") and r.request_id]
        assert sorted(stored) == sorted(self.acknowledged.items())
        assert self.longest < 15


async def test_two_workers_at_one_table_carry_out_each_action_once(shared: Stack, room: Room, tmp_path: Path) -> None:
    """Both serve every shard, as when one of them does not know the other yet: commands reach either by chance."""
    with worker(shared, tmp_path / "log", "tests.harness.tables_alone") as second:
        second.wait_until_well()
        matches = [Match(await seated(room), random.Random(n)) for n in range(2)]
        await asyncio.gather(*(match.play() for match in matches))
        for match in matches:
            await match.check()


async def test_racing_commands_at_two_workers_count_once(shared: Stack, room: Room, tmp_path: Path) -> None:
    with worker(shared, tmp_path / "log", "tests.harness.tables_alone") as second:
        second.wait_until_well()
        for n in range(20):
            guests = await seated(room)
            now = await guests[0].look()
            turn = guests[now.view.turn]
            action = pick(list((await turn.look()).view.legal), random.Random(n))
            command = turn.command(Act(action=action), version=now.table.version)
            replies = await asyncio.gather(*(room.carry_out(command) for _ in range(8)))
            assert {reply.version for reply in replies} == {now.table.version + 1}
            stored = [r for r in await room.records(turn.table_id) if r.request_id == command.request_id]
            assert len(stored) == 1


async def test_workers_share_the_shards_and_take_over_from_a_dead_one(
    shared: Stack, room: Room, tmp_path: Path
) -> None:
    with worker(shared, tmp_path / "log") as second:
        second.wait_until_well()
        matches = [Match(await seated(room), random.Random(n)) for n in range(3)]
        playing = asyncio.gather(*(match.play() for match in matches))
        await asyncio.sleep(0.3)
        second.signal(signal.SIGKILL)
        await playing
    for match in matches:
        await match.check()


async def test_a_frozen_worker_does_nothing_late(shared: Stack, room: Room, tmp_path: Path) -> None:
    with worker(shared, tmp_path / "log") as second:
        second.wait_until_well()
        matches = [Match(await seated(room), random.Random(n)) for n in range(3)]
        playing = asyncio.gather(*(match.play() for match in matches))
        await asyncio.sleep(0.2)
        second.signal(signal.SIGSTOP)
        await asyncio.sleep(4)
        second.signal(signal.SIGCONT)
        await playing
        for match in matches:
            await match.check()
        second.signal(signal.SIGTERM)
        assert await asyncio.to_thread(second.wait) == 0


@pytest.mark.parametrize("program", ["tables", "engine", "nats"])
async def test_nothing_is_lost_when_a_process_is_killed_in_the_middle(shared: Stack, room: Room, program: str) -> None:
    matches = [Match(await seated(room), random.Random(n)) for n in range(2)]
    playing = asyncio.gather(*(match.play() for match in matches))
    for _ in range(3):
        await asyncio.sleep(0.4)
        os.kill(shared.pid(program), signal.SIGKILL)
        await asyncio.to_thread(shared.wait_until_well, program)
    await playing
    for match in matches:
        await match.check()


async def test_a_frozen_engine_is_waited_for_and_asked_again(shared: Stack, room: Room) -> None:
    match = Match(await seated(room), random.Random(1))
    playing = asyncio.create_task(match.play())
    await asyncio.sleep(0.2)
    os.kill(shared.pid("engine"), signal.SIGSTOP)
    try:
        await asyncio.sleep(3)
        assert not playing.done()
    finally:
        os.kill(shared.pid("engine"), signal.SIGCONT)
    await playing
    await match.check()


async def test_a_worker_that_dies_between_append_and_reply_or_fan_out_loses_nothing(
    shared: Stack, room: Room, tmp_path: Path
) -> None:
    """The only worker there is kills itself at these moments, again and again, and is started again."""
    shared.stop_program("tables")
    try:
        matches = await _with_dying_workers(shared, room, tmp_path)
    finally:
        shared.start("tables")
    assert len(matches) >= 2
    for match in matches:
        await match.check()


async def _with_dying_workers(shared: Stack, room: Room, tmp_path: Path) -> list[Match]:
    file, matches, enough = tmp_path / "faults", list[Match](), asyncio.Event()
    env = {FAULTS_FILE: str(file), FAULTS_TIMES: str(_DEATHS)}
    playing = asyncio.gather(*(_match_after_match(room, matches, enough) for _ in range(2)))
    for _ in range(_DEATHS * len(FAULTS)):
        with worker(shared, tmp_path / "log", "tests.harness.tables_with_faults", env) as dying:
            assert await asyncio.to_thread(dying.wait, 60) == -signal.SIGKILL
    with worker(shared, tmp_path / "log"):
        enough.set()
        await playing
    assert deaths(file) == dict.fromkeys(FAULTS, _DEATHS)
    return matches


async def _match_after_match(room: Room, matches: list[Match], enough: asyncio.Event) -> None:
    while not enough.is_set():
        match = Match([Guest(room), Guest(room)], random.Random(len(matches)))
        matches.append(match)
        await match.guests[0].open()
        await match.guests[1].join(match.guests[0].table_id)
        await match.play()
