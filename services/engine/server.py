"""EngineService over gRPC."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import grpc

from services.common.grpc_server import GrpcServer, abort, typed_errors
from services.engine.operations import Operations
from services.engine.stream import Streams
from truco.engine.v1 import engine_pb2, engine_pb2_grpc

Context = grpc.aio.ServicerContext[Any, Any]


class EngineServicer(engine_pb2_grpc.EngineServiceServicer):
    """Carries each rpc to its operation."""

    def __init__(self, operations: Operations, streams: Streams) -> None:
        self._operations = operations
        self._streams = streams

    @typed_errors
    async def NewMatch(self, request: engine_pb2.NewMatchRequest, _context: Context) -> engine_pb2.NewMatchResponse:
        """See the contract."""
        return self._operations.new_match(request)

    @typed_errors
    async def Apply(self, request: engine_pb2.ApplyRequest, _context: Context) -> engine_pb2.ApplyResponse:
        """See the contract."""
        return self._operations.apply(request)

    async def ApplyStream(
        self, request_iterator: AsyncIterator[engine_pb2.ApplyStreamRequest], context: Context
    ) -> AsyncIterator[engine_pb2.ApplyStreamResponse]:
        """See the contract."""
        try:
            async for response in self._streams.answered(request_iterator, self._operations.apply_call):
                yield response
        except Exception as error:
            await abort(context, error, rpc="ApplyStream")

    @typed_errors
    async def View(self, request: engine_pb2.ViewRequest, _context: Context) -> engine_pb2.ViewResponse:
        """See the contract."""
        return self._operations.view(request)

    @typed_errors
    async def Legal(self, request: engine_pb2.LegalRequest, _context: Context) -> engine_pb2.LegalResponse:
        """See the contract."""
        return self._operations.legal(request)

    @typed_errors
    async def DefaultAction(
        self, request: engine_pb2.DefaultActionRequest, _context: Context
    ) -> engine_pb2.DefaultActionResponse:
        """See the contract."""
        return self._operations.default_action(request)

    @typed_errors
    async def Replay(self, request: engine_pb2.ReplayRequest, _context: Context) -> engine_pb2.ReplayResponse:
        """See the contract. A long record takes seconds, so it is replayed beside the loop."""
        return await asyncio.to_thread(self._operations.replay, request)

    @typed_errors
    async def Describe(self, request: engine_pb2.DescribeRequest, _context: Context) -> engine_pb2.DescribeResponse:
        """See the contract."""
        return self._operations.describe(request)


def engine_server(address: str, operations: Operations, streams: Streams | None = None) -> GrpcServer:
    """A server, not yet started, that serves the engine at the address; `streams` is for who ends them."""
    name = engine_pb2.DESCRIPTOR.services_by_name["EngineService"].full_name
    server = GrpcServer(address, [name])
    engine_pb2_grpc.add_EngineServiceServicer_to_server(EngineServicer(operations, streams or Streams()), server.server)
    return server
