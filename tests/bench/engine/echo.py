"""An engine without rules: `python -m tests.bench.engine.echo PRESET SEATS COUNT`.

It serves ApplyStream on a port that it prints, and answers each call with a recorded answer: the real one's messages.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from typing import Any

import uvloop

from services.common.grpc_server import GrpcServer
from services.engine.stream import Streams
from tests.bench.engine.recorded import record
from truco.engine.v1 import engine_pb2, engine_pb2_grpc


class Echo(engine_pb2_grpc.EngineServiceServicer):
    """Answers with what was recorded."""

    def __init__(self, responses: list[engine_pb2.ApplyResponse]) -> None:
        self._responses = responses

    async def ApplyStream(
        self, request_iterator: AsyncIterator[engine_pb2.ApplyStreamRequest], _context: Any
    ) -> AsyncIterator[engine_pb2.ApplyStreamResponse]:
        """Coalesces as the engine does."""
        async for response in Streams().answered(request_iterator, self._answer):
            yield response

    def _answer(self, call: engine_pb2.ApplyCall) -> engine_pb2.ApplyResult:
        return engine_pb2.ApplyResult(id=call.id, response=self._responses[(call.id - 1) % len(self._responses)])


async def main(preset: str, seats: int, count: int) -> None:
    """Serves until it is killed."""
    server = GrpcServer("127.0.0.1:0", [])
    echo = Echo([exchange.response for exchange in record(preset, seats, count)])
    engine_pb2_grpc.add_EngineServiceServicer_to_server(echo, server.server)
    await server.start()
    print(server.port, flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
