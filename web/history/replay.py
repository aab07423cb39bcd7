"""What each step of a match brought, from the engine: points, declarations, the score."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import grpc
import structlog

from truco.engine.v1 import engine_pb2
from web.common.engine import engine
from web.history.record import MatchRecord, Result, Then

PATIENCE_SECONDS = 1.0


class Replay(NamedTuple):
    """A match played again: the record with every step's outcome, and what the rules say of it."""

    record: MatchRecord
    rules: str
    """"ok": every step was allowed, and they give the record's result; "wrong"; "unknown" while the engine is away."""


def replayed(stored: dict[str, Any]) -> MatchRecord:
    """The record as it was stored, with every step's outcome; without them while the engine does not answer."""
    return replay(stored).record


def replay(stored: dict[str, Any]) -> Replay:
    """The stored record, played again by the engine; without the outcomes while it does not answer."""
    record = MatchRecord.model_validate(stored)
    reply = _played(stored)
    if reply is None:
        return Replay(record, "unknown")
    outcomes = [json.loads(text) for text in reply.steps_json]
    if len(outcomes) != len(record.steps):
        return Replay(record, "wrong")
    steps = [
        step.model_copy(update={"then": Then.model_validate(outcome)})
        for step, outcome in zip(record.steps, outcomes, strict=True)
    ]
    agreed = reply.ok and _agrees(record.result, outcomes[-1] if outcomes else {})
    return Replay(record.model_copy(update={"steps": steps}), "ok" if agreed else "wrong")


def _agrees(result: Result, last: Mapping[str, Any]) -> bool:
    """Whether the match is over after its last step, with the record's result."""
    ended = [last.get(key) for key in ("phase", "winner", "score", "chicos")]
    return ended == ["over", result.winner, result.score, result.chicos]


def _played(stored: dict[str, Any]) -> engine_pb2.ReplayResponse | None:
    request = engine_pb2.ReplayRequest(record_json=json.dumps(stored))
    try:
        return engine().Replay(request, timeout=PATIENCE_SECONDS)
    except grpc.RpcError as error:
        structlog.get_logger().warning("match not replayed", match=stored["match"]["id"], error=str(error.code()))
        return None
