"""Finished matches reach the history exactly once, whatever dies on the way."""

import asyncio
import json
import random
import time
import uuid
from collections.abc import AsyncIterator, Callable
from urllib.request import urlopen

import grpc
import nats
import psycopg
import pytest
from nats.js import JetStreamContext
from nats.js.api import ConsumerInfo

from deploy.local.stack import Stack
from services.common import subjects
from services.common.subjects import MATCHES_CONSUMER, STREAM
from tests.service.portal.conftest import WELCOME, Query
from tests.unit.web.match_records import finished, player, record, unfinished
from truco.portal.v1 import portal_pb2, portal_pb2_grpc

PATIENCE_SECONDS = 120


@pytest.fixture
async def jetstream(portal: Stack) -> AsyncIterator[JetStreamContext]:
    """JetStream, as tables."""
    client = await nats.connect(**portal.nats_options("tables"))
    yield client.jetstream()
    await client.close()


def _new_match_id() -> str:
    return f"{uuid.uuid4().hex[:16]}-1"


def _message(match_id: str, *players: uuid.UUID) -> bytes:
    ids = [found.hex for found in players] or ["bot:a", "bot:b"]
    seated = [player(seat, player_id, f"P{seat}", bot=not players) for seat, player_id in enumerate(ids)]
    return finished(record(seated, match_id=match_id))


async def _publish(jetstream: JetStreamContext, match_id: str, data: bytes, kind: str = "finished") -> int:
    ack = await jetstream.publish(subjects.record(match_id.removesuffix("-1"), kind), data)
    return ack.seq


async def _until(jetstream: JetStreamContext, wanted: Callable[[ConsumerInfo], bool]) -> None:
    """Waits until the consumer is as wanted."""
    until = time.monotonic() + PATIENCE_SECONDS
    while not wanted(info := await jetstream.consumer_info(STREAM, MATCHES_CONSUMER)):
        assert time.monotonic() < until, info
        await asyncio.sleep(0.1)


async def _until_all_acknowledged(jetstream: JetStreamContext, sequence: int) -> None:
    """Waits until nothing is left for the consumer, delivered or not, up to the message of that sequence.

    Right after a publish the server has not told the consumer of the message yet: it counts none as left.
    """
    await _until(jetstream, lambda info: _delivered(info) >= sequence and not _left(info))


def _delivered(info: ConsumerInfo) -> int:
    return info.delivered.stream_seq if info.delivered else 0


def _left(info: ConsumerInfo) -> int:
    return (info.num_pending or 0) + (info.num_ack_pending or 0)


async def test_a_finished_match_reaches_the_history(
    portal: Stack, jetstream: JetStreamContext, query: Query, new_player: Callable[..., uuid.UUID]
) -> None:
    match_id, ana, beto = _new_match_id(), new_player(), new_player(guest=True)

    sequence = await _publish(jetstream, match_id, _message(match_id, ana, beto))
    await _until_all_acknowledged(jetstream, sequence)

    assert query("SELECT outcome, winner FROM history_match WHERE id = %s", [match_id]) == [("finished", 0)]
    seats = query("SELECT seat, player_id FROM history_matchseat WHERE match_id = %s ORDER BY seat", [match_id])
    assert seats == [(0, ana), (1, beto)]
    assert '"event": "match stored"' in portal.log("consumer")


async def test_matches_are_written_and_settled_once_though_the_consumer_is_killed_again_and_again(
    portal: Stack, jetstream: JetStreamContext, query: Query, new_player: Callable[..., uuid.UUID]
) -> None:
    """120 matches at a stake of ten, every third sent twice, while the consumer dies five times by SIGKILL."""
    match_ids, winner, loser = [_new_match_id() for _ in range(120)], new_player(), new_player()
    sent = match_ids + match_ids[::3]
    moments = random.Random(5)
    credits = portal_pb2_grpc.CreditsServiceStub(grpc.insecure_channel(portal.address("CREDITS")))
    stakes = [portal_pb2.Stake(player_id=player.hex, credits=10) for player in (winner, loser)]

    def hold() -> None:
        for match_id in match_ids:
            credits.HoldStakes(portal_pb2.HoldStakesRequest(match_id=match_id, stakes=stakes))

    async def publish() -> int:
        for match_id in sent:
            sequence = await _publish(jetstream, match_id, _message(match_id, winner, loser))
            await asyncio.sleep(0.01)
        return sequence

    async def kill() -> None:
        for _ in range(5):
            await asyncio.to_thread(portal.wait_until_well, "consumer")
            await asyncio.sleep(moments.uniform(0, 0.25))
            await asyncio.to_thread(portal.kill9, "consumer")

    await asyncio.to_thread(hold)
    sequence, _ = await asyncio.gather(publish(), kill())
    await _until_all_acknowledged(jetstream, sequence)

    written = "SELECT match_id, count(*) FROM history_matchseat WHERE match_id = ANY(%s) GROUP BY match_id"
    assert sorted(query(written, [match_ids])) == sorted((match_id, 2) for match_id in match_ids)
    balances = [credits.GetBalance(portal_pb2.GetBalanceRequest(player_id=each.hex)) for each in (winner, loser)]
    assert [(found.available, found.held) for found in balances] == [(WELCOME + 1200, 0), (WELCOME - 1200, 0)]


_STAKED = """SELECT (SELECT count(*) FROM history_match WHERE id = %(id)s),
    (SELECT count(*) FROM credits_entry WHERE match_id = %(id)s AND reason = 'settle'),
    (SELECT count(*) FROM ratings_ratingchange WHERE match_id = %(id)s),
    (SELECT state FROM credits_hold WHERE match_id = %(id)s)"""
"""Whether a match is written, settled and rated, and where its stakes are."""


def _ranked_and_staked(portal: Stack, *players: uuid.UUID) -> tuple[str, bytes]:
    """A ranked match whose stakes are held, and the message that it has finished."""
    match_id = _new_match_id()
    credits = portal_pb2_grpc.CreditsServiceStub(grpc.insecure_channel(portal.address("CREDITS")))
    stakes = [portal_pb2.Stake(player_id=each.hex, credits=10) for each in players]
    credits.HoldStakes(portal_pb2.HoldStakesRequest(match_id=match_id, stakes=stakes))
    written = record([player(seat, each.hex, "P", guest=False) for seat, each in enumerate(players)], match_id=match_id)
    written["stake"], written["match"]["ranked"] = 10, True
    return match_id, finished(written)


async def _until_true(query: Query, sql: str, *arguments: object) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not query(sql, arguments):
        assert time.monotonic() < until, sql
        await asyncio.sleep(0.02)


@pytest.mark.parametrize(
    "table", ["history_match", "history_matchseat", "credits_entry", "credits_hold", "ratings_rating", "outbox_change"]
)
async def test_a_consumer_that_is_killed_in_its_transaction_leaves_nothing_of_it(
    portal: Stack, jetstream: JetStreamContext, query: Query, new_player: Callable[..., uuid.UUID], table: str
) -> None:
    """It waits for a lock on the table when it is killed: statements before it have been carried out."""
    match_id, message = _ranked_and_staked(portal, new_player(), new_player())
    await asyncio.to_thread(portal.wait_until_well, "consumer")
    with psycopg.connect(portal.env["QUIERO_DATABASE_URL"]) as locking:
        locking.execute(f"LOCK TABLE {table} IN EXCLUSIVE MODE".encode())
        sequence = await _publish(jetstream, match_id, message)
        await _until_true(query, "SELECT 1 FROM pg_locks WHERE relation = %s::regclass AND NOT granted", table)
        await asyncio.to_thread(portal.kill9, "consumer")
        assert query(_STAKED, {"id": match_id}) == [(0, 0, 0, "held")]
    await _until_all_acknowledged(jetstream, sequence)

    assert query(_STAKED, {"id": match_id}) == [(1, 1, 2, "settled")]


async def test_a_consumer_that_is_killed_between_commit_and_acknowledgement_does_nothing_twice(
    portal: Stack, jetstream: JetStreamContext, query: Query, new_player: Callable[..., uuid.UUID]
) -> None:
    """The commit takes a second, and its process is killed meanwhile: it goes through, and nobody acknowledges."""
    match_id, message = _ranked_and_staked(portal, new_player(), new_player())
    await asyncio.to_thread(portal.wait_until_well, "consumer")
    query("CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1); RETURN NULL; END'")
    query(
        "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON history_match DEFERRABLE INITIALLY DEFERRED"
        " FOR EACH ROW EXECUTE FUNCTION slow()"
    )
    try:
        sequence = await _publish(jetstream, match_id, message)
        await _until_true(query, "SELECT 1 FROM pg_stat_activity WHERE query = 'COMMIT' AND wait_event = 'PgSleep'")
        await asyncio.to_thread(portal.kill9, "consumer")
        await _until_true(query, "SELECT 1 FROM history_match WHERE id = %s", match_id)
        assert _left(await jetstream.consumer_info(STREAM, MATCHES_CONSUMER)) == 1
    finally:
        query("DROP TRIGGER slow ON history_match")
        query("DROP FUNCTION slow()")
    await _until_all_acknowledged(jetstream, sequence)

    assert query(_STAKED, {"id": match_id}) == [(1, 1, 2, "settled")]


async def test_a_poisonous_message_is_set_aside_kept_and_holds_nobody_up(
    portal: Stack, jetstream: JetStreamContext, query: Query
) -> None:
    bad, good, logged = _new_match_id(), _new_match_id(), len(portal.log("consumer"))

    sequence = await _publish(jetstream, bad, b"\xff not a record")
    after = await _publish(jetstream, good, _message(good))
    await _until(jetstream, lambda info: _delivered(info) >= after)
    await asyncio.sleep(4)  # longer than a quick redelivery would take

    lines = [json.loads(line) for line in portal.log("consumer")[logged:].splitlines() if '"match set aside"' in line]
    assert [(line["stream_sequence"], len(line["bug_id"])) for line in lines] == [(str(sequence), 32)]
    assert query("SELECT id FROM history_match WHERE id = ANY(%s)", [[bad, good]]) == [(good,)]
    metrics = await asyncio.to_thread(_get, f"http://{portal.address('CONSUMER_HEALTH')}/metrics")
    assert 'quiero_portal_matches_total{result="set_aside"} 1.0' in metrics
    info = await jetstream.consumer_info(STREAM, MATCHES_CONSUMER)
    assert info.num_ack_pending == 1
    assert info.ack_floor is not None and info.ack_floor.stream_seq < sequence, "or tables would purge it"
    await jetstream.delete_msg(STREAM, sequence)


async def test_an_abandoned_match_is_written_without_a_winner(jetstream: JetStreamContext, query: Query) -> None:
    match_id = _new_match_id()

    message = unfinished(match_id, ["x", "y"], started_ms=1)
    sequence = await _publish(jetstream, match_id, message, kind="abandoned")
    await _until_all_acknowledged(jetstream, sequence)

    assert query("SELECT outcome, winner FROM history_match WHERE id = %s", [match_id]) == [("abandoned", None)]


async def test_matches_wait_while_the_database_is_away(
    portal: Stack, jetstream: JetStreamContext, query: Query
) -> None:
    match_id = _new_match_id()
    await asyncio.to_thread(portal.stop_program, "postgres")

    try:
        sequence = await _publish(jetstream, match_id, _message(match_id))
        await _until(jetstream, lambda info: _left(info) == 1)
        await asyncio.sleep(1)
        assert _left(await jetstream.consumer_info(STREAM, MATCHES_CONSUMER)) == 1
    finally:
        await asyncio.to_thread(portal.start, "postgres")
    await _until_all_acknowledged(jetstream, sequence)

    assert query("SELECT count(*) FROM history_match WHERE id = %s", [match_id]) == [(1,)]
    await asyncio.to_thread(portal.wait_until_well, "consumer")


def _get(url: str) -> str:
    with urlopen(url, timeout=5) as answer:
        return str(answer.read().decode())
