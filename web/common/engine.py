"""The rules engine, as the portal asks it."""

from functools import cache
from typing import Final

import grpc

from truco.engine.v1 import engine_pb2_grpc
from web.settings.environment import environment

_OPTIONS: Final = (("grpc.initial_reconnect_backoff_ms", 200), ("grpc.max_reconnect_backoff_ms", 1000))


@cache
def engine() -> engine_pb2_grpc.EngineServiceStub:
    """The engine's client, one for this process; a call fails at once while nobody is there."""
    return engine_pb2_grpc.EngineServiceStub(grpc.insecure_channel(environment().engine_address, _OPTIONS))
