"""One table of the load and its two random players."""

import asyncio
import random
import time
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import Any

import grpc

from quiero import Account, new_id
from tests.bench.platform.meter import Meter
from truco.play.v1 import play_pb2, play_pb2_grpc
from truco.rules.v1 import rules_pb2

_RULESET = rules_pb2.Ruleset(preset="maestro")
_Sighting = tuple[str, int, int]
"""Table, version and seat."""
_REFUSALS = (grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.ABORTED)


class Match:
    """Two people who play one match after another."""

    def __init__(self, gateway: str, guests: Sequence[Account], meter: Meter) -> None:
        self._meter = meter
        self._seats = [_Seat(gateway, guest, self, meter) for guest in guests]
        self._sent: dict[_Sighting, float] = {}
        self._seen: dict[_Sighting, float] = {}
        self._ended = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Watches for both seats, and opens the first table."""
        for seat in self._seats:
            self.spawn(seat.watch())
        await self._open()

    def spawn(self, job: Coroutine[Any, Any, None]) -> None:
        """Runs a job of this match; its failure is kept in the meter."""
        task = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def ended(self, table_id: str) -> None:
        """One of the seats has seen the end; after both have, the next match begins."""
        self._ended += 1
        if self._ended == len(self._seats):
            self._ended = 0
            # The answer to the last action may still be on its way.
            self._sent = {key: at for key, at in self._sent.items() if key[0] == table_id}
            self._seen = {key: at for key, at in self._seen.items() if key[0] == table_id}
            self.spawn(self._open())

    def acknowledged(self, table_id: str, version: int, seat: int, since: float) -> None:
        """What a seat did, counted from `since`, is durable at a version."""
        self._meter.acknowledged.append(time.perf_counter() - since)
        rivals = (table_id, version, 1 - seat)
        if rivals in self._seen:
            self._meter.rival_saw.append(self._seen.pop(rivals) - since)
        else:
            self._sent[rivals] = since

    def seen(self, table_id: str, version: int, seat: int) -> None:
        """A seat sees a version."""
        now, sighting = time.perf_counter(), (table_id, version, seat)
        if sighting in self._sent:
            self._meter.rival_saw.append(now - self._sent.pop(sighting))
        else:
            self._seen[sighting] = now

    async def _open(self) -> None:
        first, second = self._seats
        await second.join(await first.open())

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self._meter.failed(error)


class _Seat:
    def __init__(self, gateway: str, guest: Account, match: Match, meter: Meter) -> None:
        channel = grpc.aio.insecure_channel(gateway, options=[("grpc.use_local_subchannel_pool", 1)])
        self._stub = play_pb2_grpc.PlayServiceStub(channel)
        self._guest = guest
        self._match = match
        self._meter = meter
        self._versions: dict[str, int] = {}

    async def _metadata(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {await self._guest.token()}"),)

    async def open(self) -> str:
        request = play_pb2.OpenTableRequest(request_id=new_id(), ruleset=_RULESET, seats=2, unlisted=True)
        reply = await self._stub.OpenTable(request, metadata=await self._metadata())
        return reply.update.table.table_id

    async def join(self, table_id: str) -> None:
        request = play_pb2.JoinTableRequest(request_id=new_id(), table_id=table_id)
        await self._stub.JoinTable(request, metadata=await self._metadata())

    async def watch(self) -> None:
        request = play_pb2.WatchRequest(client_id=new_id())
        async for message in self._stub.Watch(request, metadata=await self._metadata()):
            if message.HasField("update"):
                self._take(message.update)

    def _take(self, update: play_pb2.TableUpdate) -> None:
        table = update.table
        if table.version <= self._versions.get(table.table_id, 0):
            return
        self._versions[table.table_id] = table.version
        self._match.seen(table.table_id, table.version, update.seat)
        self._meter.records += update.seat == 0
        if table.status == play_pb2.TABLE_STATUS_FINISHED:
            self._match.ended(table.table_id)
        elif update.seat in update.view.awaited and update.view.legal:
            self._meter.awaited(partial(self._move, update))

    def _move(self, update: play_pb2.TableUpdate, since: float) -> None:
        self._match.spawn(self._act(update, since))

    async def _act(self, update: play_pb2.TableUpdate, since: float) -> None:
        request = play_pb2.ActRequest(
            request_id=new_id(),
            table_id=update.table.table_id,
            action=random.choice(update.view.legal),
            expected_version=update.table.version,
        )
        try:
            reply = await self._stub.Act(request, metadata=await self._metadata())
        except grpc.aio.AioRpcError as error:
            if error.code() not in _REFUSALS:
                raise
            self._meter.refused += 1
        else:
            self._match.acknowledged(request.table_id, reply.version, update.seat, since)
