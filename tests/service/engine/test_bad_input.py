"""Bad input gets its code and reason and changes nothing; nothing gives INTERNAL or UNKNOWN."""

import json
import random

import grpc
import pytest

from services.engine.codec import StateCodec
from services.engine.operations import MOST_STEPS
from services.engine.rules import make_ruleset
from services.engine.rules.match import new_match
from tests.service.engine.calls import DECK, Kind, act, action, dealt, opened, refused
from truco.engine.v1 import engine_pb2

INVALID = grpc.StatusCode.INVALID_ARGUMENT
FAILED = grpc.StatusCode.FAILED_PRECONDITION
RPCS = ("NewMatch", "Apply", "View", "Legal", "DefaultAction", "Replay")


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        ({}, "UNKNOWN_PRESET"),
        ({"ruleset": {"preset": "mus"}, "seats": 2}, "UNKNOWN_PRESET"),
        ({"ruleset": {"preset": "maestro", "options": {"perros": True}}, "seats": 2}, "BAD_OPTION"),
        ({"ruleset": {"preset": "maestro", "options": {"pica_pica": True}}, "seats": 4}, "BAD_OPTION"),
        ({"ruleset": {"preset": "maestro", "options": {"flor_replies": {"replies": [4]}}}, "seats": 2}, "BAD_OPTION"),
        ({"ruleset": {"preset": "maestro", "options": {"pica_falta": {"points": -1}}}, "seats": 2}, "BAD_OPTION"),
        ({"ruleset": {"preset": "maestro", "options": {"target": 0}}, "seats": 2}, "BAD_OPTION"),
        ({"ruleset": {"preset": "maestro", "options": {"mazo": "x" * 9000}}, "seats": 2}, "BAD_OPTION"),
        ({"ruleset": {"preset": "maestro"}, "seats": 3}, "BAD_SEATS"),
        ({"ruleset": {"preset": "maestro"}, "seats": 2, "dealer": 2}, "BAD_START"),
        ({"ruleset": {"preset": "maestro"}, "seats": 2, "score": [1]}, "BAD_START"),
        ({"ruleset": {"preset": "maestro"}, "seats": 2, "chicos": [0, 1]}, "BAD_START"),
    ],
)
async def test_a_match_that_cannot_be(engine, request_, reason):
    assert await refused(engine.NewMatch(engine_pb2.NewMatchRequest(**request_))) == (INVALID, reason)


@pytest.mark.parametrize(
    ("seat", "what", "code", "reason"),
    [
        (0, action(0), INVALID, "UNKNOWN_ACTION"),
        (0, action(77), INVALID, "UNKNOWN_ACTION"),
        (0, action(Kind.ACTION_KIND_PLAY), INVALID, "UNKNOWN_CARD"),
        (0, action(Kind.ACTION_KIND_PLAY, "8e"), INVALID, "UNKNOWN_CARD"),
        (0, action(Kind.ACTION_KIND_TRUCO, "1e"), INVALID, "BAD_REQUEST"),
        (0, action(Kind.ACTION_KIND_TRUCO, deck=DECK), INVALID, "BAD_REQUEST"),
        (2, action(Kind.ACTION_KIND_TRUCO), INVALID, "UNKNOWN_SEAT"),
        (-1, action(Kind.ACTION_KIND_TRUCO), INVALID, "UNKNOWN_SEAT"),
        (0, action(Kind.ACTION_KIND_PLAY, "4c"), FAILED, "CARD_NOT_HELD"),
        (1, action(Kind.ACTION_KIND_PLAY, "4c"), FAILED, "NOT_YOUR_TURN"),
        (0, action(Kind.ACTION_KIND_QUIERO), FAILED, "NOTHING_TO_ANSWER"),
        (1, action(Kind.ACTION_KIND_DEAL, deck=DECK), FAILED, "HAND_IN_PLAY"),
    ],
)
async def test_an_action_that_cannot_be(engine, seat, what, code, reason):
    match = await dealt(engine)

    assert await refused(act(engine, match.state, seat, what)) == (code, reason)


@pytest.mark.parametrize("deck", [[], DECK[:5], [*DECK[:5], "1e"], ["1e"] * 41])
async def test_a_deck_that_cannot_be_dealt(engine, deck):
    match = await opened(engine)

    assert await refused(act(engine, match.state, 1, action(Kind.ACTION_KIND_DEAL, deck=deck))) == (INVALID, "BAD_DECK")


async def test_a_seat_that_does_not_exist_has_no_view(engine):
    state = (await opened(engine)).state

    for seat in (2, -1, 2**31 - 1):
        assert await refused(engine.View(engine_pb2.ViewRequest(state=state, seat=seat))) == (INVALID, "UNKNOWN_SEAT")
        assert await refused(engine.Legal(engine_pb2.LegalRequest(state=state, seat=seat))) == (INVALID, "UNKNOWN_SEAT")
        request = engine_pb2.DefaultActionRequest(state=state, seat=seat)
        assert await refused(engine.DefaultAction(request)) == (INVALID, "UNKNOWN_SEAT")


async def test_a_state_that_no_engine_made(engine):
    made = (await dealt(engine)).state
    flipped = bytes((made[10] ^ 1,))
    others = StateCodec(b"k" * 16).encode(new_match(make_ruleset("maestro"), 2))
    forged = [b"", b"x", made[:-1], made + b"x", made[1:], made[:10] + flipped + made[11:], bytes(200), others]

    for state in forged:
        assert await refused(engine.View(engine_pb2.ViewRequest(state=state))) == (INVALID, "BAD_STATE")
        assert await refused(act(engine, state, 0, action(Kind.ACTION_KIND_TRUCO))) == (INVALID, "BAD_STATE")


@pytest.mark.parametrize("rpc", RPCS)
async def test_bytes_that_are_no_message(channel, rpc):
    call = channel.unary_unary(f"/truco.engine.v1.EngineService/{rpc}")

    assert await refused(call(b"\xff\xff\xff")) == (INVALID, "BAD_REQUEST")


@pytest.mark.parametrize("message", [b"\xff\xff\xff", b""])
async def test_a_stream_message_that_is_none_ends_the_stream(channel, message):
    stream = channel.stream_stream("/truco.engine.v1.EngineService/ApplyStream")()
    await stream.write(message)

    assert await refused(stream.read()) == (INVALID, "BAD_REQUEST")


@pytest.mark.parametrize("rpc", RPCS)
async def test_random_bytes_never_are_a_bug(channel, rpc):
    rng = random.Random(rpc)
    call = channel.unary_unary(f"/truco.engine.v1.EngineService/{rpc}")

    for size in range(60):
        code, reason = await refused(call(b"\x0a" + rng.randbytes(size)))
        assert (code, reason != "INTERNAL") == (INVALID, True)


OVERSIZED = (grpc.StatusCode.RESOURCE_EXHAUSTED, "MESSAGE_TOO_LARGE")


async def test_an_oversized_message_is_refused(engine):
    assert await refused(engine.Replay(engine_pb2.ReplayRequest(record_json="x" * (2 << 20)))) == OVERSIZED


async def test_an_oversized_stream_message_ends_the_stream(channel):
    stream = channel.stream_stream("/truco.engine.v1.EngineService/ApplyStream")()
    await stream.write(bytes(2 << 20))

    assert await refused(stream.read()) == OVERSIZED


HANDS = {"0": ["1e", "7e", "3o"], "1": ["4c", "5o", "6b"]}
RECORD = {"preset": "maestro", "seats": 2, "deals": [{"hands": HANDS}], "steps": []}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "BAD_REQUEST"),
        ("{", "BAD_REQUEST"),
        ("[]", "BAD_REQUEST"),
        ("[" * 100_000, "BAD_REQUEST"),
        ("1" * 10_000, "BAD_REQUEST"),
        (json.dumps({**RECORD, "preset": 1}), "BAD_REQUEST"),
        (json.dumps({**RECORD, "preset": "\ud800"}), "UNKNOWN_PRESET"),
        (json.dumps({**RECORD, "options": []}), "BAD_REQUEST"),
        (json.dumps({**RECORD, "options": {"target": [30]}}), "BAD_OPTION"),
        (json.dumps({**RECORD, "seats": "2"}), "BAD_REQUEST"),
        (json.dumps({**RECORD, "seats": 5}), "BAD_SEATS"),
        (json.dumps({**RECORD, "start": {"score": [30, 0]}}), "BAD_START"),
        (json.dumps({**RECORD, "start": {"score": [1.5, 0]}}), "BAD_REQUEST"),
        (json.dumps({**RECORD, "start": {"dealer": -1}}), "BAD_START"),
        (json.dumps({**RECORD, "deals": []}), "BAD_REQUEST"),
        (json.dumps({**RECORD, "deals": [{}]}), "BAD_REQUEST"),
        (json.dumps({**RECORD, "deals": [{"hands": {"0": HANDS["0"]}}]}), "BAD_DECK"),
        (json.dumps({**RECORD, "deals": [{"hands": {"0": HANDS["0"], "1": HANDS["0"]}}]}), "BAD_DECK"),
        (json.dumps({**RECORD, "deals": [{"hands": {**HANDS, "1": ["4c"]}}]}), "BAD_DECK"),
        (json.dumps({**RECORD, "deals": [{"hands": {**HANDS, "1": ["4c", "5o", 6]}}]}), "UNKNOWN_CARD"),
        (json.dumps({**RECORD, "deals": [{"hands": HANDS, "muestra": "1o"}]}), "BAD_DECK"),
        (json.dumps({**RECORD, "steps": [{"seat": 0}]}), "BAD_REQUEST"),
        (json.dumps({**RECORD, "steps": [{"do": "mazo"}]}), "BAD_REQUEST"),
        (json.dumps({**RECORD, "steps": [{"seat": 0, "do": "dance"}]}), "UNKNOWN_ACTION"),
        (json.dumps({**RECORD, "steps": [{"seat": 0, "do": "mazo", "then": {"luck": 1}}]}), "BAD_REQUEST"),
        (json.dumps({**RECORD, "steps": [{"seat": 0, "refused": "quiero"}] * (MOST_STEPS + 1)}), "BAD_REQUEST"),
    ],
    ids=range(26),
)
async def test_a_record_that_cannot_be_read(engine, text, reason):
    assert await refused(engine.Replay(engine_pb2.ReplayRequest(record_json=text))) == (INVALID, reason)


@pytest.mark.parametrize("seat", [-1, 2, 64])
async def test_a_step_of_no_seat_is_a_failure_and_no_bug(engine, seat):
    text = json.dumps({**RECORD, "steps": [{"seat": seat, "do": "mazo"}]})

    played = await engine.Replay(engine_pb2.ReplayRequest(record_json=text))

    assert [(failure.key, failure.got_json) for failure in played.failures] == [("do", '"UNKNOWN_SEAT"')]


@pytest.mark.parametrize("expected", [None, 1, [], {}, "x", [[1]], {"0": None}, {"9": ["x"]}, {"0": {}}])
@pytest.mark.parametrize("key", ["score", "pending", "legal", "default", "shown", "points"])
async def test_a_strange_expectation_is_a_failure_and_no_bug(engine, key, expected):
    steps = [{"seat": 0, "refused": "quiero", "then": {key: expected}}]
    text = json.dumps({**RECORD, "name": "\ud800", "steps": steps})

    played = await engine.Replay(engine_pb2.ReplayRequest(record_json=text))

    assert played.name == "?"
    assert all(failure.key == key for failure in played.failures)
