"""The portal's processes on real servers, without the rest of the platform: the stream is made as tables makes it."""

import asyncio
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import nats
import psycopg
import pytest
from nats.js.api import AckPolicy, ConsumerConfig, StorageType

from deploy.local.stack import Stack
from services.common.subjects import (
    ALL_REPORTS,
    MATCHES_CONSUMER,
    REPORTS_CONSUMER,
    REPORTS_STREAM,
    REVOKED_BUCKET,
    SANCTIONS_BUCKET,
    STANDING_BUCKET,
    STREAM,
    STREAM_SUBJECTS,
    terminal_records,
)

WELCOME = 5000
"""Credits to lose one by one."""

# Guests are cleaned up, holds, seasons and idle players looked at every second, and every address may make many guests.
_OVERRIDES = {
    "QUIERO_API_PER_MINUTE": "1000000",
    "QUIERO_API_OF_ADDRESS_PER_MINUTE": "1000000",
    "QUIERO_CLEANUP_MINUTES": "0.02",
    "QUIERO_GUESTS_PER_HOUR": "100000",
    "QUIERO_HOLD_CHECK_MINUTES": "0.02",
    "QUIERO_IDLE_CHECK_MINUTES": "0.02",
    "QUIERO_SEASON_CHECK_MINUTES": "0.02",
    "QUIERO_WELCOME_CREDITS": str(WELCOME),
}
_SERVERS = ("nats", "postgres", "valkey", "migrate", "engine")
_REDELIVERED_AFTER_SECONDS = 2

Query = Callable[..., list[tuple[Any, ...]]]


@pytest.fixture(scope="package")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Every process of the portal."""
    with Stack(tmp_path_factory.mktemp("portal"), overrides=_OVERRIDES) as stack:
        stack.start(*_SERVERS)
        asyncio.run(_make_stream(stack))
        stack.start("portal", "credits", "consumer", "relay", "worker", "beat")
        yield stack


@pytest.fixture
def query(portal: Stack) -> Query:
    """Runs SQL on the portal's database and returns the rows."""

    def run(sql: str, arguments: Sequence[object] | Mapping[str, object] = ()) -> list[tuple[Any, ...]]:
        with psycopg.connect(portal.env["QUIERO_DATABASE_URL"], autocommit=True) as connection:
            cursor = connection.execute(sql.encode(), arguments)
            return cursor.fetchall() if cursor.description else []

    return run


@pytest.fixture
def new_player(query: Query) -> Callable[..., uuid.UUID]:
    """Writes a player into the database, idle for so many days."""

    def make(*, guest: bool = False, idle_days: int = 0) -> uuid.UUID:
        player = uuid.uuid4()
        query(
            "INSERT INTO accounts_player"
            " (id, password, name, avatar, email, guest, confirmed, bot, adult_at, created_at, last_seen_at)"
            " VALUES (%s, '!', 'Ana', 'mate', %s, %s, true, false, now(), now(), now() - make_interval(days => %s))",
            [player, None if guest else f"{player.hex}@example.org", guest, idle_days],
        )
        return player

    return make


async def _make_stream(stack: Stack) -> None:
    client = await nats.connect(**stack.nats_options("tables"))
    jetstream = client.jetstream()
    await jetstream.add_stream(name=STREAM, subjects=list(STREAM_SUBJECTS), storage=StorageType.FILE)
    consumer = ConsumerConfig(
        durable_name=MATCHES_CONSUMER,
        filter_subjects=terminal_records(),
        ack_policy=AckPolicy.EXPLICIT,
        ack_wait=_REDELIVERED_AFTER_SECONDS,
    )
    await jetstream.add_consumer(STREAM, consumer)
    await jetstream.add_stream(name=REPORTS_STREAM, subjects=[ALL_REPORTS], storage=StorageType.FILE)
    reports = ConsumerConfig(
        durable_name=REPORTS_CONSUMER, ack_policy=AckPolicy.EXPLICIT, ack_wait=_REDELIVERED_AFTER_SECONDS
    )
    await jetstream.add_consumer(REPORTS_STREAM, reports)
    for bucket in (STANDING_BUCKET, REVOKED_BUCKET, SANCTIONS_BUCKET):
        await jetstream.create_key_value(bucket=bucket, storage=StorageType.FILE, direct=True)
    await client.close()
