"""The stream, its consumers and the buckets: made at start by whichever worker comes first."""

import json
from typing import Final

from nats.aio.client import Client
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, KeyValueConfig, StorageType, StreamConfig
from nats.js.errors import BadRequestError

from services.common import subjects
from services.tables.settings import TablesSettings

API_LEVEL: Final = 2
"""The JetStream API level that knows message schedules (nats-server 2.12)."""

CLOCK_HELD_SECONDS: Final = 2
"""Who handles a fired timer says so more often than that; else it goes to another worker."""

_HOUR: Final = 3_600
_WEEK: Final = 7 * 86_400
_NAME_IN_USE: Final = 10058


class ServerTooOld(Exception):
    """The NATS server would silently ignore schedule and TTL headers."""


async def prepare(client: Client, settings: TablesSettings) -> None:
    """Makes what is missing. Raises ServerTooOld."""
    await _check_level(client)
    js = client.jetstream()
    replicas = settings.tables_replicas
    for stream in (_tables(replicas), *_talk(replicas, settings.tables_talk_days)):
        await _make_stream(js, stream)
    await js.add_consumer(subjects.STREAM, _clocks(replicas))
    await js.add_consumer(subjects.STREAM, _matches(replicas))
    await js.add_consumer(subjects.REPORTS_STREAM, _reports(replicas))
    lobby_ttl = settings.tables_idle_seconds + 60
    for bucket, ttl in (
        (subjects.LOBBY_BUCKET, lobby_ttl),
        (subjects.PLAYER_BUCKET, _WEEK),
        (subjects.CODES_BUCKET, _WEEK),
        (subjects.WORKERS_BUCKET, 0),
        (subjects.GATEWAYS_BUCKET, 0),
        (subjects.QUEUES_BUCKET, _HOUR),
        (subjects.MUTES_BUCKET, 0),
        (subjects.STANDING_BUCKET, 0),
        (subjects.SANCTIONS_BUCKET, 0),
        (subjects.REVOKED_BUCKET, _HOUR),
    ):
        await _make_bucket(js, bucket, ttl, replicas)


async def _check_level(client: Client) -> None:
    answer = json.loads((await client.request("$JS.API.INFO", b"", timeout=5)).data)
    level = answer.get("api", {}).get("level", 0)
    if level < API_LEVEL:
        raise ServerTooOld(f"JetStream API level {level} is under {API_LEVEL}: nats-server 2.14 or newer is needed")


def _tables(replicas: int) -> StreamConfig:
    return StreamConfig(
        name=subjects.STREAM,
        subjects=list(subjects.STREAM_SUBJECTS),
        storage=StorageType.FILE,
        num_replicas=replicas,
        allow_direct=True,
        allow_msg_ttl=True,
        allow_msg_schedules=True,
        allow_atomic=True,
    )


def _talk(replicas: int, days: float) -> list[StreamConfig]:
    """What is kept for the moderators, for a set time."""
    return [
        StreamConfig(
            name=name,
            subjects=[taken],
            storage=StorageType.FILE,
            num_replicas=replicas,
            allow_direct=True,
            max_age=days * 86_400,
        )
        for name, taken in (
            (subjects.TALK_STREAM, subjects.ALL_TALK),
            (subjects.REPORTS_STREAM, subjects.ALL_REPORTS),
        )
    ]


async def _make_stream(js: JetStreamContext, config: StreamConfig) -> None:
    try:
        await js.add_stream(config)
    except BadRequestError as error:
        if error.err_code != _NAME_IN_USE:
            raise
        await js.update_stream(config)


async def _make_bucket(js: JetStreamContext, bucket: str, ttl: float, replicas: int) -> None:
    config = KeyValueConfig(bucket=bucket, ttl=ttl, storage=StorageType.FILE, replicas=replicas, direct=True)
    try:
        await js.create_key_value(config)
    except BadRequestError as error:
        if error.err_code != _NAME_IN_USE:
            raise


def _clocks(replicas: int) -> ConsumerConfig:
    return ConsumerConfig(
        durable_name=subjects.CLOCK_CONSUMER,
        filter_subject=subjects.ALL_CLOCKS,
        ack_policy=AckPolicy.EXPLICIT,
        ack_wait=CLOCK_HELD_SECONDS,
        max_deliver=-1,
        max_ack_pending=10_000,
        num_replicas=replicas,
    )


def _matches(replicas: int) -> ConsumerConfig:
    return ConsumerConfig(
        durable_name=subjects.MATCHES_CONSUMER,
        filter_subjects=subjects.terminal_records(),
        ack_policy=AckPolicy.EXPLICIT,
        ack_wait=30,
        max_deliver=-1,
        num_replicas=replicas,
    )


def _reports(replicas: int) -> ConsumerConfig:
    return ConsumerConfig(
        durable_name=subjects.REPORTS_CONSUMER,
        ack_policy=AckPolicy.EXPLICIT,
        ack_wait=30,
        max_deliver=-1,
        num_replicas=replicas,
    )
