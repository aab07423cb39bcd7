"""Players' standings reach NATS KV, whatever dies on the way, and the last one stays."""

import asyncio
import random
import subprocess
import sys
import time
import uuid
from collections.abc import AsyncIterator, Callable

import nats
import psycopg
import pytest
from nats.js import JetStreamContext
from nats.js.errors import KeyNotFoundError
from nats.js.kv import KeyValue

from deploy.local.environment import ROOT
from deploy.local.stack import Stack
from services.common import subjects
from services.common.subjects import SANCTIONS_BUCKET, STANDING_BUCKET
from tests.service.portal.conftest import Query
from tests.unit.web.match_records import finished, player, record
from truco.portal.v1.sanctions_pb2 import Sanctions
from truco.portal.v1.standing_pb2 import Standing

PATIENCE_SECONDS = 60
NewPlayer = Callable[..., uuid.UUID]


@pytest.fixture
async def jetstream(portal: Stack) -> AsyncIterator[JetStreamContext]:
    """JetStream, as tables."""
    client = await nats.connect(**portal.nats_options("tables"))
    yield client.jetstream()
    await client.close()


def _ranked(match_id: str, *players: uuid.UUID, winner: int = 0) -> bytes:
    seated = [player(seat, each.hex, f"P{seat}", guest=False) for seat, each in enumerate(players)]
    written = record(seated, match_id=match_id, winner=winner)
    written["match"]["ranked"] = True
    written["times"]["finished_ms"] = time.time_ns() // 1_000_000
    return finished(written)


async def _publish(jetstream: JetStreamContext, match_id: str, data: bytes) -> None:
    await jetstream.publish(subjects.record(match_id.partition("-")[0], "finished"), data)


async def _standing(jetstream: JetStreamContext, player_id: uuid.UUID) -> Standing | None:
    try:
        entry = await (await jetstream.key_value(STANDING_BUCKET)).get(player_id.hex)
    except KeyNotFoundError:
        return None
    return Standing.FromString(entry.value or b"")


async def _games(jetstream: JetStreamContext, player_id: uuid.UUID) -> int:
    standing = await _standing(jetstream, player_id)
    return standing.ratings[0].games if standing and standing.ratings else 0


async def _until_published(jetstream: JetStreamContext, games: int, *players: uuid.UUID) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while [await _games(jetstream, each) for each in players] != [games] * len(players):
        assert time.monotonic() < until, [await _games(jetstream, each) for each in players]
        await asyncio.sleep(0.1)


def _rating(query: Query, player_id: uuid.UUID) -> tuple[float, float, int]:
    ((mu, sigma, games),) = query("SELECT mu, sigma, games FROM ratings_rating WHERE player_id = %s", [player_id])
    return mu, sigma, games


async def _published_rating(jetstream: JetStreamContext, player_id: uuid.UUID) -> tuple[float, float, int]:
    standing = await _standing(jetstream, player_id)
    assert standing is not None
    return standing.ratings[0].mu, standing.ratings[0].sigma, standing.ratings[0].games


async def test_a_ranked_match_reaches_pairing(jetstream: JetStreamContext, query: Query, new_player: NewPlayer) -> None:
    ana, beto, match_id = new_player(), new_player(), f"{uuid.uuid4().hex[:16]}-1"

    await _publish(jetstream, match_id, _ranked(match_id, ana, beto))
    await _until_published(jetstream, 1, ana, beto)

    standing = await _standing(jetstream, ana)
    assert standing is not None and [each.player_id for each in standing.rivals] == [beto.hex]
    assert await _published_rating(jetstream, beto) == _rating(query, beto)


async def test_matches_count_once_and_the_last_standing_stays_though_relay_and_consumer_are_killed(
    portal: Stack, jetstream: JetStreamContext, query: Query, new_player: NewPlayer
) -> None:
    """60 ranked matches of four players, every third sent twice, while relay and consumer die four times each."""
    four, moments = [new_player() for _ in range(4)], random.Random(7)
    ids = [f"{uuid.uuid4().hex[:16]}-1" for _ in range(60)]

    async def publish() -> None:
        for number, match_id in enumerate(ids + ids[::3]):
            seated = four[number % 2 :] + four[: number % 2]
            await _publish(jetstream, match_id, _ranked(match_id, *seated, winner=number % 2))
            await asyncio.sleep(0.02)

    async def kill(name: str) -> None:
        for _ in range(4):
            await asyncio.to_thread(portal.wait_until_well, name)
            await asyncio.sleep(moments.uniform(0, 0.4))
            await asyncio.to_thread(portal.kill9, name)

    await asyncio.gather(publish(), kill("relay"), kill("consumer"))
    await _until_published(jetstream, 60, *four)

    assert query("SELECT count(*) FROM ratings_ratingchange WHERE match_id = ANY(%s)", [ids]) == [(240,)]
    for each in four:
        assert await _published_rating(jetstream, each) == _rating(query, each)


async def test_a_relay_that_is_killed_between_acknowledgement_and_deletion_publishes_again(
    portal: Stack, jetstream: JetStreamContext, query: Query, new_player: NewPlayer
) -> None:
    """It waits for a lock on the outbox when it is killed: what it published has been acknowledged by then."""
    ana, beto = new_player(), new_player()
    first, second = (f"{uuid.uuid4().hex[:16]}-1" for _ in range(2))
    await _publish(jetstream, first, _ranked(first, ana, beto))
    await _until_published(jetstream, 1, ana, beto)
    await asyncio.to_thread(portal.wait_until_well, "relay")
    waiting = "SELECT 1 FROM pg_locks WHERE relation = 'outbox_change'::regclass AND NOT granted"

    with psycopg.connect(portal.env["QUIERO_DATABASE_URL"]) as locking:
        until = time.monotonic() + PATIENCE_SECONDS
        caught = False
        while not caught:  # until the relay is not faster than the lock
            assert time.monotonic() < until
            locking.rollback()
            query("INSERT INTO outbox_change (bucket, key, at) VALUES ('standing', %s, now())", [ana.hex])
            locking.execute("LOCK TABLE outbox_change IN SHARE MODE")
            caught = locking.execute("SELECT 1 FROM outbox_change").fetchone() is not None
        while not query(waiting):
            assert time.monotonic() < until
            await asyncio.sleep(0.02)
        await asyncio.to_thread(portal.kill9, "relay")
    await _publish(jetstream, second, _ranked(second, ana, beto))
    await _until_published(jetstream, 2, ana, beto)

    assert await _published_rating(jetstream, ana) == _rating(query, ana)


@pytest.mark.parametrize("server", ["nats", "postgres"])
async def test_what_changes_around_the_death_of_a_server_is_published_after_it(
    portal: Stack, jetstream: JetStreamContext, query: Query, new_player: NewPlayer, server: str
) -> None:
    ana, beto = new_player(), new_player()
    before, after = (f"{uuid.uuid4().hex[:16]}-1" for _ in range(2))

    await _publish(jetstream, before, _ranked(before, ana, beto))
    await asyncio.to_thread(portal.kill9, server)
    await asyncio.to_thread(portal.wait_until_well, server)
    await _publish(jetstream, after, _ranked(after, beto, ana))
    await _until_published(jetstream, 2, ana, beto)

    assert await _published_rating(jetstream, ana) == _rating(query, ana)
    await asyncio.to_thread(portal.wait_until_well, "relay")


async def test_everything_can_be_published_again(
    portal: Stack, jetstream: JetStreamContext, new_player: NewPlayer
) -> None:
    """The bucket was lost with NATS's data."""
    ana, beto, match_id = new_player(), new_player(), f"{uuid.uuid4().hex[:16]}-1"
    await _publish(jetstream, match_id, _ranked(match_id, ana, beto))
    await _until_published(jetstream, 1, ana, beto)
    await jetstream.delete_key_value(STANDING_BUCKET)
    await jetstream.create_key_value(bucket=STANDING_BUCKET, direct=True)

    command = [sys.executable, "-m", "web", "publish_standings"]
    done = await asyncio.to_thread(
        subprocess.run, command, cwd=ROOT, env=dict(portal.env), check=True, capture_output=True, text=True
    )

    assert "standings to publish" in done.stdout
    await _until_published(jetstream, 1, ana, beto)


async def test_sanctions_reach_nats_and_go_again_when_they_are_lifted(
    portal: Stack, jetstream: JetStreamContext, query: Query, new_player: NewPlayer
) -> None:
    ana, bucket = new_player(), await jetstream.key_value(SANCTIONS_BUCKET)
    query(
        "INSERT INTO sanctions_sanction (player_id, kind, reason, report_id, begins_at, ends_at)"
        " VALUES (%s, 'suspension', 'x', '', now(), now() + interval '1 day')",
        [ana],
    )
    change = "INSERT INTO outbox_change (bucket, key, at) VALUES (%s, %s, now())"
    query(change, [SANCTIONS_BUCKET, ana.hex])
    told = Sanctions.FromString(await _until_told(bucket, ana.hex, told=True))
    assert told.player_id == ana.hex
    assert told.suspended_until_ms > time.time() * 1000 > told.muted_until_ms == told.seek_banned_until_ms == 0

    query("UPDATE sanctions_sanction SET lifted_at = now() WHERE player_id = %s", [ana])
    query(change, [SANCTIONS_BUCKET, ana.hex])
    await _until_told(bucket, ana.hex, told=False)
    await asyncio.to_thread(portal.wait_until_well, "relay")


async def _until_told(bucket: KeyValue, key: str, *, told: bool) -> bytes:
    """The value of a key, once it is there, or empty once it is gone."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            try:
                value = (await bucket.get(key)).value or b""
            except KeyNotFoundError:
                value = b""
            if bool(value) == told:
                return value
            await asyncio.sleep(0.1)
