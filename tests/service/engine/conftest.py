"""A real engine server on a free port, and a client of it."""

import grpc
import pytest

from services.engine.codec import StateCodec
from services.engine.operations import Operations
from services.engine.server import engine_server
from truco.engine.v1 import engine_pb2_grpc

KEY = bytes(range(32))


@pytest.fixture
async def channel():
    """A channel to a running engine."""
    server = engine_server("127.0.0.1:0", Operations(StateCodec(KEY)))
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        yield channel
    await server.stop(0)


@pytest.fixture
def engine(channel):
    """The engine's client."""
    return engine_pb2_grpc.EngineServiceStub(channel)
