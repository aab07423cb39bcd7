"""What the engine's rpcs do, without the wire: a request in, a response out, or a TrucoError."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from services.common import errors, tracing
from services.common.logging import log_bug
from services.engine import packing
from services.engine.codec import StateCodec
from services.engine.descriptions import description
from services.engine.messages import action_message, addressed_event, position_message
from services.engine.metrics import APPLIED, REFUSALS
from services.engine.requests import action_of, pair_of, ruleset_of
from services.engine.rules import (
    IllegalAction,
    InvalidInput,
    Log,
    Reason,
    RuleError,
    apply,
    default_action,
    legal,
)
from services.engine.rules.guard import check_seat
from services.engine.rules.match import new_match
from services.engine.rules.record import parse_json, read
from services.engine.rules.replay import Failure, replay
from truco.engine.v1 import engine_pb2
from truco.rules.v1 import rules_pb2

MOST_STEPS: Final = 6000
"""The longest record that is replayed; its answer still fits a client's default message limit of 4 MiB."""

_LONGEST_MESSAGE: Final = 300
"""Characters of an error's text: it quotes input and travels in the trailers, which are small."""

Given = ParamSpec("Given")
Response = TypeVar("Response")


def _typed(operation: Callable[Given, Response]) -> Callable[Given, Response]:
    """Turns the rules' refusals into the platform's errors."""

    @wraps(operation)
    def call(*given: Given.args, **named: Given.kwargs) -> Response:
        try:
            return operation(*given, **named)
        except RuleError as error:
            REFUSALS.labels(operation.__name__, error.reason).inc()
            raise _platform_error(error) from error

    return call


class Operations:
    """The engine under one deployment's key. It keeps nothing between calls."""

    def __init__(self, codec: StateCodec) -> None:
        self._codec = codec

    @_typed
    def new_match(self, request: engine_pb2.NewMatchRequest) -> engine_pb2.NewMatchResponse:
        """Begins a match."""
        ruleset = ruleset_of(request.ruleset, request.seats)
        score, chicos = pair_of(request.score, "score"), pair_of(request.chicos, "chicos")
        state = new_match(ruleset, request.seats, request.dealer, score, chicos)
        views = packing.views(state)
        return engine_pb2.NewMatchResponse(
            state=self._codec.encode(state),
            position=position_message(state),
            seat_views=views.seats,
            spectator_view=views.spectator,
        )

    @_typed
    def apply(
        self, request: engine_pb2.ApplyRequest, response: engine_pb2.ApplyResponse | None = None
    ) -> engine_pb2.ApplyResponse:
        """Applies one action; the answer is put into a response that is given."""
        log = Log()
        state = apply(self._codec.decode(request.state), request.seat, action_of(request.action), log)
        views = packing.views(state)
        APPLIED.inc()
        response = engine_pb2.ApplyResponse() if response is None else response
        response.state = self._codec.encode_after(request.state, state)
        response.position.CopyFrom(position_message(state))
        response.events.extend(map(addressed_event, log.events))
        response.seat_views.extend(views.seats)
        response.spectator_view = views.spectator
        return response

    def apply_call(self, call: engine_pb2.ApplyCall) -> engine_pb2.ApplyResult:
        """Applies one call of a stream; a refusal, and even a bug, is its answer and leaves the stream alone."""
        try:
            with tracing.span("EngineService.Apply", call.traceparent):
                result = engine_pb2.ApplyResult(id=call.id)
                self.apply(call.request, result.response)  # there at once: a response put in is copied, which is 2 µs
                return result
        except errors.TrucoError as error:
            return engine_pb2.ApplyResult(id=call.id, refusal=_refusal(error))
        except Exception as error:
            bug = errors.InternalError("INTERNAL", f"logged as {log_bug('apply failed', error)}")
            return engine_pb2.ApplyResult(id=call.id, refusal=_refusal(bug))

    @_typed
    def view(self, request: engine_pb2.ViewRequest) -> engine_pb2.ViewResponse:
        """Tells what one seat or a spectator may know."""
        state = self._codec.decode(request.state)
        if request.HasField("seat"):
            check_seat(state, request.seat)
        views = packing.views(state)
        packed = views.seats[request.seat] if request.HasField("seat") else views.spectator
        return engine_pb2.ViewResponse(view=rules_pb2.View.FromString(packed))

    @_typed
    def legal(self, request: engine_pb2.LegalRequest) -> engine_pb2.LegalResponse:
        """Tells what one seat may do."""
        state = self._codec.decode(request.state)
        actions = legal(state, request.seat)
        return engine_pb2.LegalResponse(actions=map(action_message, actions))

    @_typed
    def default_action(self, request: engine_pb2.DefaultActionRequest) -> engine_pb2.DefaultActionResponse:
        """Tells what is done for a seat that does not answer."""
        state = self._codec.decode(request.state)
        action = default_action(state, request.seat)
        return engine_pb2.DefaultActionResponse(action=action and action_message(action))

    @_typed
    def replay(self, request: engine_pb2.ReplayRequest) -> engine_pb2.ReplayResponse:
        """Replays a record."""
        try:
            return _replay(_parsed(request.record_json))
        except RecursionError as error:
            raise InvalidInput(Reason.BAD_REQUEST, "the record is nested too deeply") from error

    @_typed
    def describe(self, request: engine_pb2.DescribeRequest) -> engine_pb2.DescribeResponse:
        """Tells the rules of a table in words."""
        return description(ruleset_of(request.ruleset, request.seats), request.seats, request.language)


def _parsed(text: str) -> object:
    try:
        return parse_json(text)
    except ValueError as error:
        raise InvalidInput(Reason.BAD_REQUEST, f"the record is not JSON: {error}") from error


def _replay(data: object) -> engine_pb2.ReplayResponse:
    record = read(data)
    if len(record.steps) > MOST_STEPS:
        raise InvalidInput(Reason.BAD_REQUEST, f"a record has at most {MOST_STEPS} steps")
    played = replay(record)
    return engine_pb2.ReplayResponse(
        name=played.name.encode(errors="replace").decode(),
        ok=not played.failures,
        failures=map(_failure, played.failures),
        steps_json=map(json.dumps, played.steps),
    )


def _failure(failure: Failure) -> engine_pb2.ReplayFailure:
    return engine_pb2.ReplayFailure(
        step=failure.step,
        key=failure.key,
        expected_json=json.dumps(failure.expected),
        got_json=json.dumps(failure.got),
    )


def _platform_error(error: RuleError) -> errors.TrucoError:
    kind = errors.IllegalAction if isinstance(error, IllegalAction) else errors.InvalidInput
    return kind(str(error.reason), error.message[:_LONGEST_MESSAGE])


def _refusal(error: errors.TrucoError) -> engine_pb2.Refusal:
    return engine_pb2.Refusal(code=errors.code_number(error), reason=error.reason, message=error.message)
