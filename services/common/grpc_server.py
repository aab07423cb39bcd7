"""A grpc.aio server as a gRPC operator expects it: health, reflection, keepalive, a size limit, typed errors."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, NoReturn, TypeVar

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1.health import aio as health_aio
from grpc_reflection.v1alpha import reflection
from prometheus_client import Gauge, Histogram

from services.common import tracing
from services.common.errors import InternalError, TrucoError, to_status
from services.common.logging import log_bug
from services.common.unreadable import RefuseUnreadable

MESSAGE_LIMIT = 1 << 20
"""The largest message in bytes; a larger one is refused with MESSAGE_TOO_LARGE."""

TRANSPORT_LIMIT = 16 << 20
"""Bytes that grpc lets through to be refused here with a reason; above it grpc refuses by itself, without one."""

OPTIONS: Sequence[tuple[str, int]] = (
    ("grpc.max_receive_message_length", TRANSPORT_LIMIT),
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    # Without these two, keepalive either kills clients or misses frozen peers (architecture 9).
    ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
    ("grpc.http2.ping_timeout_ms", 5_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.so_reuseport", 0),
)

_RUNNING: Final = Gauge("quiero_grpc_calls_running", "Unary calls that are being served.", ["rpc"])
_SECONDS: Final = Histogram(
    "quiero_grpc_call_seconds",
    "From taking a unary call to its answer.",
    ["rpc"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15),
)

S = TypeVar("S")
Req = TypeVar("Req")
Resp = TypeVar("Resp")
Method = Callable[[S, Req, grpc.aio.ServicerContext[Req, Resp]], Awaitable[Resp]]


class GrpcServer:
    """A server for some services, named for reflection and health."""

    def __init__(self, address: str, service_names: Sequence[str], *, reads_bytes: bool = False) -> None:
        """With `reads_bytes` the services read their requests themselves: an interceptor costs 30 µs a call."""
        interceptors = [] if reads_bytes else [RefuseUnreadable(MESSAGE_LIMIT)]
        self.server = grpc.aio.server(options=OPTIONS, interceptors=interceptors)
        self._names = service_names
        self._health = health_aio.HealthServicer()
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self.server)
        names = (*service_names, health_pb2.DESCRIPTOR.services_by_name["Health"].full_name, reflection.SERVICE_NAME)
        reflection.enable_server_reflection(names, self.server)
        self.port = self.server.add_insecure_port(address)

    async def start(self) -> None:
        """Starts serving and reports SERVING."""
        await self.server.start()
        for name in ("", *self._names):
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)

    async def stop(self, grace: float) -> None:
        """Reports NOT_SERVING, lets running calls end for `grace` seconds, then stops."""
        await self._health.enter_graceful_shutdown()
        await self.server.stop(grace)


def typed_errors(method: Method[S, Req, Resp]) -> Method[S, Req, Resp]:
    """Wraps a unary rpc method so that a TrucoError becomes its status, and a bug becomes INTERNAL with an id."""
    rpc = method.__qualname__
    running, seconds = _RUNNING.labels(rpc), _SECONDS.labels(rpc)

    async def call(servicer: S, request: Req, context: grpc.aio.ServicerContext[Req, Resp]) -> Resp:
        try:
            with (
                tracing.span(rpc, tracing.from_metadata(context.invocation_metadata())),
                running.track_inprogress(),
                seconds.time(),
            ):
                return await method(servicer, request, context)
        except Exception as error:
            await abort(context, error, rpc=rpc)

    return call


async def abort(context: grpc.aio.ServicerContext[Any, Any], error: Exception, *, rpc: str) -> NoReturn:
    """Ends a call with the status of an error; raises as grpc.aio's abort does."""
    if isinstance(error, grpc.aio.AbortError):
        raise error
    if not isinstance(error, TrucoError):
        error = InternalError("INTERNAL", "internal error", id=log_bug("rpc failed", error, rpc=rpc))
    await context.abort_with_status(to_status(error))
