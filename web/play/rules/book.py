"""What the engine says of a table's rules. Few tables differ, so it is remembered for a while."""

from typing import Final

import grpc
from django.core.cache import caches

from services.common.errors import from_rpc_error
from truco.engine.v1 import engine_pb2
from truco.rules.v1 import rules_pb2
from web.common.engine import engine

PATIENCE_SECONDS: Final = 2.0


def described(ruleset: rules_pb2.Ruleset, seats: int, language: str) -> engine_pb2.DescribeResponse:
    """The rules in words. Errors: those of EngineService.Describe, UNREACHABLE."""
    request = engine_pb2.DescribeRequest(ruleset=ruleset, seats=seats, language=language)
    key = request.SerializeToString(deterministic=True).hex()
    known = caches["rules"].get(key)
    if known is None:
        known = _ask(request).SerializeToString()
        caches["rules"].set(key, known)
    return engine_pb2.DescribeResponse.FromString(known)


def _ask(request: engine_pb2.DescribeRequest) -> engine_pb2.DescribeResponse:
    try:
        return engine().Describe(request, timeout=PATIENCE_SECONDS)
    except grpc.RpcError as error:
        raise from_rpc_error(error) from error
