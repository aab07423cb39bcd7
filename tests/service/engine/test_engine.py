"""Every rpc of EngineService on a real server."""

import json
import random

import grpc
import pytest

from services.engine.cli.reading import Found
from services.engine.cli.replaying import line_of
from services.engine.rules.cards import NAMES
from services.engine.stream import MOST_TOGETHER
from tests.service.engine.calls import Kind, act, action, dealt, opened
from tests.vectors.load import records
from truco.engine.v1 import engine_pb2
from truco.rules.v1 import rules_pb2


async def test_a_new_match_waits_for_its_dealer(engine):
    match = await opened(engine, target=15)

    assert match.position.phase == rules_pb2.PHASE_DEAL
    assert [(one.seat, one.default_action.kind) for one in match.position.awaited] == [(1, Kind.ACTION_KIND_DEAL)]
    assert match.position.deal_size == 6
    assert len(match.seat_views) == 2
    assert rules_pb2.View.FromString(match.spectator_view).target == 15


async def test_a_deal_gives_each_seat_its_view_and_its_event(engine):
    match = await dealt(engine)

    views = [rules_pb2.View.FromString(view) for view in match.seat_views]
    assert [list(view.cards) for view in views] == [["1e", "7e", "3o"], ["4c", "5o", "6b"]]
    assert [view.tantos for view in views] == [28, 6]
    told = {event.seat_mask: rules_pb2.Event.FromString(event.event) for event in match.events if not event.all_seats}
    assert {mask: list(event.cards_dealt.cards) for mask, event in told.items()} == {
        1: ["1e", "7e", "3o"],
        2: ["4c", "5o", "6b"],
    }


async def test_nobody_is_offered_the_deal_in_a_view(engine):
    match = await opened(engine)

    legal = await engine.Legal(engine_pb2.LegalRequest(state=match.state, seat=1))
    assert [one.kind for one in legal.actions] == [Kind.ACTION_KIND_DEAL]
    assert not rules_pb2.View.FromString(match.seat_views[1]).legal


async def test_view_legal_and_default_agree_with_apply(engine):
    match = await dealt(engine)

    view = (await engine.View(engine_pb2.ViewRequest(state=match.state, seat=0))).view
    legal = await engine.Legal(engine_pb2.LegalRequest(state=match.state, seat=0))
    default = await engine.DefaultAction(engine_pb2.DefaultActionRequest(state=match.state, seat=0))
    assert view == rules_pb2.View.FromString(match.seat_views[0])
    assert list(view.legal) == list(legal.actions)
    assert default.action == match.position.awaited[0].default_action == action(Kind.ACTION_KIND_PLAY, "3o")


async def test_the_spectator_sees_no_cards(engine):
    match = await dealt(engine)

    view = (await engine.View(engine_pb2.ViewRequest(state=match.state))).view
    assert view == rules_pb2.View.FromString(match.spectator_view)
    assert not view.HasField("seat")
    assert (list(view.cards), list(view.legal), view.HasField("tantos")) == ([], [], False)


async def test_who_is_not_awaited_has_no_default(engine):
    match = await dealt(engine)

    answer = await engine.DefaultAction(engine_pb2.DefaultActionRequest(state=match.state, seat=1))
    assert not answer.HasField("action")


@pytest.mark.parametrize("seats", [2, 4, 6])
async def test_a_whole_match_is_played_on_one_stream(engine, seats):
    rng = random.Random(seats)
    stream = engine.ApplyStream()
    match = await opened(engine, seats)
    calls = 0
    while match.position.phase != rules_pb2.PHASE_OVER:
        request = engine_pb2.ApplyRequest(state=match.state, **chosen(match, rng))
        await stream.write(engine_pb2.ApplyStreamRequest(calls=[engine_pb2.ApplyCall(id=calls, request=request)]))
        (result,) = (await stream.read()).results
        assert result.id == calls
        match, calls = result.response, calls + 1
    await stream.done_writing()

    assert await stream.read() is grpc.aio.EOF
    assert match.position.score[match.position.winner] == 30


def chosen(match, rng):
    if match.position.phase == rules_pb2.PHASE_DEAL:
        deck = rng.sample(NAMES, match.position.deal_size)
        return {"seat": match.position.dealer, "action": action(Kind.ACTION_KIND_DEAL, deck=deck)}
    seat = rng.choice(match.position.awaited).seat
    return {"seat": seat, "action": rng.choice(rules_pb2.View.FromString(match.seat_views[seat]).legal)}


async def test_a_stream_answers_calls_together_and_refuses_within(engine):
    match = await dealt(engine)
    good = engine_pb2.ApplyRequest(state=match.state, seat=0, action=action(Kind.ACTION_KIND_TRUCO))
    bad = engine_pb2.ApplyRequest(state=match.state, seat=1, action=action(Kind.ACTION_KIND_TRUCO))
    calls = [engine_pb2.ApplyCall(id=n, request=bad if n % 2 else good) for n in range(100)]
    stream = engine.ApplyStream()
    await stream.write(engine_pb2.ApplyStreamRequest(calls=calls))
    await stream.done_writing()

    messages = [message async for message in stream]

    assert [len(message.results) for message in messages] == [MOST_TOGETHER, 100 - MOST_TOGETHER]
    for result in (result for message in messages for result in message.results):
        assert result.WhichOneof("outcome") == ("refusal" if result.id % 2 else "response")
        if result.id % 2:
            assert (result.refusal.code, result.refusal.reason) == (9, "NOT_YOUR_TURN")


async def test_a_stream_that_is_dropped_leaves_the_server_well(engine):
    match = await dealt(engine)
    good = engine_pb2.ApplyRequest(state=match.state, seat=0, action=action(Kind.ACTION_KIND_TRUCO))
    for _ in range(20):
        stream = engine.ApplyStream()
        await stream.write(engine_pb2.ApplyStreamRequest(calls=[engine_pb2.ApplyCall(id=1, request=good)] * 500))
        stream.cancel()

    assert (await act(engine, match.state, 0, action(Kind.ACTION_KIND_TRUCO))).state


@pytest.mark.parametrize("record", records(), ids=lambda record: record["name"])
async def test_vector(engine, record):
    played = await engine.Replay(engine_pb2.ReplayRequest(record_json=json.dumps(record)))

    assert (played.name, list(played.failures), played.ok) == (record["name"], [], True)
    assert list(map(json.loads, played.steps_json)) == list(line_of(Found("", record))["steps"])


async def test_a_record_that_does_not_hold_says_where(engine):
    record = dict(records()[0])
    record["steps"] = [{"seat": 0, "refused": "contraflor", "then": {"truco": 3}}, {"seat": 0, "do": "quiero"}]

    played = await engine.Replay(engine_pb2.ReplayRequest(record_json=json.dumps(record)))

    assert not played.ok
    assert [(one.step, one.key, one.expected_json, one.got_json) for one in played.failures] == [
        (0, "truco", "3", "1"),
        (1, "do", '"quiero"', '"NOTHING_TO_ANSWER"'),
    ]
