"""Stakes that are held for a match that never came, or that nobody told the portal of (architecture 4.6)."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

import structlog
from django.utils import timezone
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.errors import TimeoutError as NatsTimeoutError

from services.common import nats as wiring
from services.common import subjects
from services.common.settings import NatsSettings
from truco.tables.v1.tables_pb2 import (
    MATCH_STAGE_NOT_BEGUN,
    MATCH_STAGE_RUNNING,
    MATCH_STAGE_UNSPECIFIED,
    MatchAnswer,
    MatchQuery,
)
from web.common.database import on_thread
from web.credits import doubts
from web.settings.environment import environment

MOST_AT_ONCE: Final = 200
ANSWER_SECONDS: Final = 2.0


def release_orphans(settings: NatsSettings) -> dict[str, int]:
    """Asks tables about holds that have been open for long, and gives those back whose match never began.

    A match that runs keeps its hold, and one that has ended waits for the consumer, which gets its terminal record.
    Doing it twice, or two at once, does no harm. Returns how many were asked about and given back.
    """
    before = timezone.now() - timedelta(minutes=environment().hold_doubt_minutes)
    match_ids = doubts.doubtful(before, MOST_AT_ONCE)
    released = asyncio.run(_release(settings, match_ids)) if match_ids else 0
    return {"asked": len(match_ids), "released": released}


async def not_running(settings: NatsSettings, match_ids: Sequence[str]) -> list[str]:
    """Which of these matches tables does not say to be running. Raises TimeoutError when NATS does not answer."""
    client = await _connect(settings)
    try:
        return [each for each in match_ids if await _ask(client, each) != MATCH_STAGE_RUNNING]
    finally:
        await client.close()


async def _release(settings: NatsSettings, match_ids: Sequence[str]) -> int:
    try:
        client = await _connect(settings)
    except TimeoutError:
        structlog.get_logger().warning("holds not looked at", why="nats does not answer")
        return 0
    try:
        return sum([await _look_at(client, match_id) for match_id in match_ids])
    finally:
        await client.close()


async def _connect(settings: NatsSettings) -> Client:
    return await asyncio.wait_for(wiring.connect(settings, "portal-orphans"), ANSWER_SECONDS)


async def _look_at(client: Client, match_id: str) -> bool:
    """Whether the stakes of a match were given back."""
    token = await on_thread(doubts.doubt, match_id)
    if token is None:
        return False
    stage = await _ask(client, match_id)
    if stage != MATCH_STAGE_NOT_BEGUN:
        await on_thread(doubts.believe, match_id, token)
        return False
    released = await on_thread(doubts.release_doubted, match_id, token)
    structlog.get_logger().warning("orphaned stakes given back", match=match_id, released=released)
    return released


async def _ask(client: Client, match_id: str) -> int:
    """What tables says of the match; MATCH_STAGE_UNSPECIFIED without an answer."""
    table_id, _, epoch = match_id.rpartition("-")
    if not subjects.is_table_id(table_id) or not epoch.isdecimal():
        return MATCH_STAGE_NOT_BEGUN  # no table has matches of such a name
    query = MatchQuery(table_id=table_id, epoch=int(epoch)).SerializeToString()
    subject = subjects.match_query(subjects.shard_of(table_id))
    try:
        return MatchAnswer.FromString((await client.request(subject, query, timeout=ANSWER_SECONDS)).data).stage
    except (NatsError, NatsTimeoutError, TimeoutError):
        return MATCH_STAGE_UNSPECIFIED
