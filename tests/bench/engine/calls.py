"""The load: recorded calls, so many in flight, by tables' own client or by one that sends each call alone."""

import asyncio
import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import grpc

from services.tables.adapters.engine import GrpcEngine
from tests.bench.engine.recorded import Exchange
from tests.bench.engine.servers import Server
from truco.engine.v1.engine_pb2 import ApplyCall, ApplyRequest, ApplyResponse, ApplyStreamRequest
from truco.engine.v1.engine_pb2_grpc import EngineServiceStub
from truco.rules.v1.rules_pb2 import Action

IN_FLIGHT = 64
_WARM_UP = 1000
"""Calls before the clocks start."""


@dataclass(frozen=True)
class Cost:
    """Microseconds of CPU, user and system, for each call."""

    server: float
    client: float


class Client(Protocol):
    """What applies an action."""

    async def apply(self, state: bytes, seat: int, action: Action) -> ApplyResponse:
        """Applies an action."""

    async def close(self) -> None:
        """Hangs up."""


class Alone:
    """A client that sends each call in a message of its own, at once."""

    def __init__(self, address: str) -> None:
        self._channel = grpc.aio.insecure_channel(address)
        stub: Any = EngineServiceStub(self._channel)
        self._stream = stub.ApplyStream()
        self._answers: dict[int, asyncio.Future[ApplyResponse]] = {}
        self._numbers = itertools.count(1)
        self._writing = asyncio.Lock()
        self._reading = asyncio.create_task(self._read())

    async def apply(self, state: bytes, seat: int, action: Action) -> ApplyResponse:
        """Applies an action."""
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        call = ApplyCall(id=number, request=ApplyRequest(state=state, seat=seat, action=action))
        async with self._writing:
            await self._stream.write(ApplyStreamRequest(calls=[call]))
        return await answer

    async def close(self) -> None:
        """Hangs up."""
        self._reading.cancel()
        self._stream.cancel()
        await self._channel.close()

    async def _read(self) -> None:
        while (response := await self._stream.read()) is not grpc.aio.EOF:
            for result in response.results:
                self._answers.pop(result.id).set_result(result.response)


async def together(server: Server, exchanges: Sequence[Exchange], calls: int) -> Cost:
    """Calls as tables sends them: those of 2 ms in one message."""
    return await _measured(GrpcEngine(f"127.0.0.1:{server.port}"), server, exchanges, calls)


async def alone(server: Server, exchanges: Sequence[Exchange], calls: int) -> Cost:
    """Calls one by one."""
    return await _measured(Alone(f"127.0.0.1:{server.port}"), server, exchanges, calls)


async def _measured(client: Client, server: Server, exchanges: Sequence[Exchange], calls: int) -> Cost:
    endless = itertools.cycle(exchanges)
    try:
        await _drive(client, itertools.islice(endless, _WARM_UP))
        server_before, client_before = server.cpu_seconds(), time.process_time()
        await _drive(client, itertools.islice(endless, calls))
        used = server.cpu_seconds() - server_before, time.process_time() - client_before
    finally:
        await client.close()
    return Cost(*(seconds / calls * 1e6 for seconds in used))


async def _drive(client: Client, exchanges: Iterator[Exchange]) -> None:
    async def worker() -> None:
        for exchange in exchanges:
            request = exchange.request
            response = await client.apply(request.state, request.seat, request.action)
            if response.state != exchange.response.state:
                raise SystemExit("an answer is not what was recorded")

    await asyncio.gather(*(worker() for _ in range(IN_FLIGHT)))
