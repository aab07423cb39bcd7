"""The rules engine over one ApplyStream: calls that wait are sent together, and an engine that dies is asked again
elsewhere, for applying is pure (architecture 3)."""

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any, Final

import grpc
import structlog

from services.common import tracing
from services.common.errors import Unreachable, from_code, from_rpc_error
from services.common.grpc_target import grpc_target
from services.tables.adapters.beginnings import Beginnings
from services.tables.handlers import metrics
from truco.engine.v1.engine_pb2 import (
    ApplyRequest,
    ApplyResponse,
    ApplyResult,
    ApplyStreamRequest,
    DescribeRequest,
    DescribeResponse,
    NewMatchRequest,
    NewMatchResponse,
)
from truco.engine.v1.engine_pb2_grpc import EngineServiceStub
from truco.rules.v1.rules_pb2 import Action, Ruleset

MOST_TOGETHER: Final = 64
"""Calls in one message."""
_PATIENCE_SECONDS: Final = 8.0
"""How long a call may take in all, several engines tried: well under what a client waits."""
_SILENCE_SECONDS: Final = 2.0
"""An engine that owes an answer for so long is given up."""
_PAUSE_SECONDS: Final = 0.2
_GATHER_SECONDS: Final = 0.002
"""How long a call waits for others to go with it: a message costs more than the rules do (tests/bench/README.md)."""

_OPTIONS: Final = (
    ("grpc.lb_policy_name", "round_robin"),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 2000),  # also what one attempt to connect may take
    ("grpc.max_reconnect_backoff_ms", 300),
    ("grpc.max_receive_message_length", 16 << 20),
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
)

log = structlog.get_logger()


@dataclass(slots=True)
class _Call:
    request: ApplyRequest
    since: float
    """When it was last sent, by the monotonic clock."""
    traceparent: str
    answer: "asyncio.Future[ApplyResult]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class GrpcEngine:
    """The port Engine."""

    def __init__(self, address: str) -> None:
        self._channel = grpc.aio.insecure_channel(grpc_target(address), options=_OPTIONS)
        self._stub: Any = EngineServiceStub(self._channel)
        self._beginnings = Beginnings()
        self._last_id = 0
        self._waiting: dict[int, _Call] = {}
        self._sent: dict[int, _Call] = {}
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._run())
        metrics.ENGINE_CALLS.set_function(lambda: len(self._waiting) + len(self._sent))

    async def new_match(self, ruleset: Ruleset, seats: int, dealer: int) -> NewMatchResponse:
        """Begins a match. Errors: the engine's, UNREACHABLE."""
        request = NewMatchRequest(ruleset=ruleset, seats=seats, dealer=dealer)
        key = request.SerializeToString(deterministic=True)
        if known := self._beginnings.get(key):
            return known
        try:
            response: NewMatchResponse = await self._stub.NewMatch(
                request, timeout=_PATIENCE_SECONDS, wait_for_ready=True, metadata=tracing.metadata()
            )
        except grpc.RpcError as error:
            raise from_rpc_error(error) from error
        self._beginnings.put(key, response)
        return response

    async def describe(self, request: DescribeRequest) -> DescribeResponse:
        """Tells the rules of a table in words. Errors: the engine's, UNREACHABLE."""
        try:
            response: DescribeResponse = await self._stub.Describe(
                request, timeout=_PATIENCE_SECONDS, wait_for_ready=True, metadata=tracing.metadata()
            )
        except grpc.RpcError as error:
            raise from_rpc_error(error) from error
        return response

    async def apply(self, state: bytes, seat: int, action: Action) -> ApplyResponse:
        """Applies an action. Errors: the engine's, UNREACHABLE."""
        self._last_id += 1
        began = time.monotonic()
        call = _Call(ApplyRequest(state=state, seat=seat, action=action), began, tracing.current())
        self._waiting[self._last_id] = call
        self._wake.set()
        # Not asyncio.timeout, which takes 5 µs more.
        patience = asyncio.get_running_loop().call_later(_PATIENCE_SECONDS, _give_up, call.answer)
        try:
            result = await call.answer
        finally:
            patience.cancel()
            metrics.ENGINE_SECONDS.observe(time.monotonic() - began)
        if result.HasField("refusal"):
            refusal = result.refusal
            raise from_code(refusal.code, refusal.reason, refusal.message, {})
        return result.response

    def fault(self) -> str | None:
        """What is wrong, for a health check."""
        return None if self._channel.get_state() != grpc.ChannelConnectivity.TRANSIENT_FAILURE else "engine unreachable"

    async def close(self) -> None:
        """Ends the stream and the channel."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._channel.close()

    async def _run(self) -> None:
        """Keeps a stream up as long as there are calls; what a lost stream still owed goes onto the next one."""
        while True:
            await self._wake.wait()
            stream = self._stub.ApplyStream(wait_for_ready=True)
            try:
                await self._use(stream)
            except (grpc.RpcError, asyncio.InvalidStateError, TimeoutError) as error:
                metrics.ENGINE_STREAMS_LOST.inc()
                log.warning("engine stream lost", error=repr(error)[:200], owed=len(self._sent))
                await asyncio.sleep(_PAUSE_SECONDS)
            finally:
                stream.cancel()
                self._send_again()

    async def _use(self, stream: Any) -> None:
        parts = [asyncio.create_task(part) for part in (self._write(stream), self._read(stream), self._listen())]
        try:
            done, _ = await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
            for part in done:
                part.result()
        finally:
            for part in parts:
                part.cancel()
            await asyncio.gather(*parts, return_exceptions=True)

    async def _write(self, stream: Any) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(_GATHER_SECONDS)
            together = list(self._waiting.items())[:MOST_TOGETHER]
            for number, call in together:
                call.since = time.monotonic()
                self._sent[number] = self._waiting.pop(number)
            if not self._waiting:
                self._wake.clear()
            request = ApplyStreamRequest()
            for number, call in together:
                if not call.answer.done():
                    request.calls.add(id=number, traceparent=call.traceparent).request.CopyFrom(call.request)
            if request.calls:
                await stream.write(request)

    async def _read(self, stream: Any) -> None:
        while (response := await stream.read()) is not grpc.aio.EOF:
            for result in response.results:
                call = self._sent.pop(result.id, None)
                if call is not None and not call.answer.done():
                    call.answer.set_result(result)

    async def _listen(self) -> None:
        """Raises TimeoutError when the engine owes an answer for too long."""
        while True:
            await asyncio.sleep(_SILENCE_SECONDS / 4)
            oldest = next(iter(self._sent.values()), None)
            if oldest is not None and time.monotonic() - oldest.since > _SILENCE_SECONDS:
                raise TimeoutError(f"the engine owes an answer for {_SILENCE_SECONDS} s")

    def _send_again(self) -> None:
        metrics.ENGINE_SENT_AGAIN.inc(len(self._sent))
        self._waiting = {
            number: call for number, call in (self._sent | self._waiting).items() if not call.answer.done()
        }
        self._sent = {}
        if self._waiting:
            self._wake.set()


def _give_up(answer: "asyncio.Future[ApplyResult]") -> None:
    if not answer.done():
        answer.set_exception(Unreachable("UNREACHABLE", "the engine does not answer"))
