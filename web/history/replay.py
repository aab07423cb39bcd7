"""What each step of a match brought, from the engine: points, declarations, the score."""

import json
from typing import Any

import grpc
import structlog

from truco.engine.v1 import engine_pb2
from web.common.engine import engine
from web.history.record import MatchRecord, Then

PATIENCE_SECONDS = 1.0


def replayed(stored: dict[str, Any]) -> MatchRecord:
    """The record as it was stored, with every step's outcome; without them while the engine does not answer."""
    record = MatchRecord.model_validate(stored)
    outcomes = _outcomes(stored)
    if len(outcomes) != len(record.steps):
        return record
    steps = [step.model_copy(update={"then": then}) for step, then in zip(record.steps, outcomes, strict=True)]
    return record.model_copy(update={"steps": steps})


def _outcomes(stored: dict[str, Any]) -> list[Then]:
    request = engine_pb2.ReplayRequest(record_json=json.dumps(stored))
    try:
        reply = engine().Replay(request, timeout=PATIENCE_SECONDS)
    except grpc.RpcError as error:
        structlog.get_logger().warning("match not replayed", match=stored["match"]["id"], error=str(error.code()))
        return []
    return [Then.model_validate_json(text) for text in reply.steps_json]
