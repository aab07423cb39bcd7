"""A bounded run of the fuzzing, and its messages sent to a real server; see __main__.py for longer ones."""

from collections import Counter

import grpc
import pytest

from services.common.errors import from_rpc_error
from services.engine.operations import Operations
from services.engine.server import engine_server
from tests.fuzz.engine.attempts import REASONS, UNARY, Fuzzer
from tests.fuzz.engine.states import CODEC
from tests.fuzz.engine.values import SMALL
from truco.engine.v1 import engine_pb2, engine_pb2_grpc

SERVICE = "/truco.engine.v1.EngineService/"
REFUSED = (grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.FAILED_PRECONDITION)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_engine_answers_or_refuses_with_a_reason_whatever_comes(seed):
    fuzzer = Fuzzer(seed)

    for _ in range(800):
        fuzzer.attempt()

    assert_all_was_tried(fuzzer.outcomes)


def assert_all_was_tried(outcomes: Counter[str]) -> None:
    """A run that tried nothing would find nothing."""
    for method in UNARY:
        assert outcomes[f"{method.name} answered"] >= 3
    for outcome in ("Apply BAD_STATE", "View unreadable", "forgery refused", "forgery played", "record failed"):
        assert outcomes[outcome] >= 3


@pytest.fixture
async def channel():
    """A channel to a running engine."""
    server = engine_server("127.0.0.1:0", Operations(CODEC))
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        yield channel
    await server.stop(0)


async def test_a_server_answers_or_refuses_and_stays_well(channel):
    fuzzer, answered = Fuzzer(4), Counter()
    for _ in range(100):
        fuzzer.move()
    for _ in range(500):
        name, data = fuzzer.message()
        try:
            await channel.unary_unary(SERVICE + name)(data)
            answered[name] += 1
        except grpc.aio.AioRpcError as error:
            assert error.code() in REFUSED
            assert from_rpc_error(error).reason in REASONS

    assert set(answered) >= {"NewMatch", "View", "Legal", "DefaultAction", "Replay"}
    assert await still_serves(channel)


async def test_a_stream_answers_each_call_or_ends_with_a_reason(channel):
    fuzzer, ends = Fuzzer(5), Counter()
    for _ in range(100):
        fuzzer.move()
    for _ in range(100):
        calls = [engine_pb2.ApplyCall(id=number, request=fuzzer.apply_request()) for number in SMALL]
        data = fuzzer.damaged_now_and_then(engine_pb2.ApplyStreamRequest(calls=calls).SerializeToString())
        ends[await outcome_of_stream(channel, data)] += 1

    assert ends["answered"] >= 50
    assert ends["refused"] >= 3
    assert await still_serves(channel)


async def outcome_of_stream(channel, data):
    """How a stream of one message went; nothing but answers and reasons of the catalogue may come of it."""
    stream = channel.stream_stream(SERVICE + "ApplyStream")()
    try:
        await stream.write(data)
        await stream.done_writing()
        while (message := await stream.read()) is not grpc.aio.EOF:
            for result in engine_pb2.ApplyStreamResponse.FromString(message).results:
                assert result.WhichOneof("outcome")
                assert not result.HasField("refusal") or result.refusal.reason in REASONS
    except grpc.aio.AioRpcError as error:
        assert (error.code(), from_rpc_error(error).reason) == (grpc.StatusCode.INVALID_ARGUMENT, "BAD_REQUEST")
        return "refused"
    return "answered"


async def still_serves(channel):
    engine = engine_pb2_grpc.EngineServiceStub(channel)
    match = await engine.NewMatch(engine_pb2.NewMatchRequest(ruleset={"preset": "maestro"}, seats=2))
    return (await engine.View(engine_pb2.ViewRequest(state=match.state))).view.seats == 2
