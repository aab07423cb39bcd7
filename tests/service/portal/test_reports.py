"""Reports reach the moderators exactly once, whatever dies on the way, and moderators read what was said."""

import asyncio
import os
import subprocess
import sys
import time
import uuid
from collections.abc import AsyncIterator, Callable

import nats
import pytest
from nats.js import JetStreamContext

from deploy.local.environment import ROOT
from deploy.local.stack import Stack
from services.common import subjects
from tests.service.portal.conftest import Query
from truco.play.v1.play_pb2 import REPORT_CAUSE_STALLING, TalkLine
from truco.tables.v1.tables_pb2 import Player, PlayerReport, TalkRecord

TABLE = "0123456789abcdef"
PATIENCE_SECONDS = 120


@pytest.fixture
async def jetstream(portal: Stack) -> AsyncIterator[JetStreamContext]:
    """JetStream, as tables."""
    client = await nats.connect(**portal.nats_options("tables"))
    yield client.jetstream()
    await client.close()


def _report(reporter: uuid.UUID, reported: uuid.UUID) -> PlayerReport:
    return PlayerReport(
        report_id=uuid.uuid4().hex,
        reporter=Player(player_id=reporter.hex, name="Ana"),
        reported=Player(player_id=reported.hex, name="Beto"),
        reported_seat=1,
        cause=REPORT_CAUSE_STALLING,
        table_id=TABLE,
        time_ms=time.time_ns() // 1_000_000,
        talk=[TalkLine(number=1, table_text="apurate")],
    )


async def _until_all_acknowledged(jetstream: JetStreamContext, sequence: int) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        info = await jetstream.consumer_info(subjects.REPORTS_STREAM, subjects.REPORTS_CONSUMER)
        if info.ack_floor is not None and info.ack_floor.stream_seq >= sequence:
            return
        assert time.monotonic() < until, info
        await asyncio.sleep(0.1)


async def test_reports_are_kept_once_though_the_consumer_is_killed(
    portal: Stack, jetstream: JetStreamContext, query: Query, new_player: Callable[..., uuid.UUID]
) -> None:
    """60 reports, every third sent twice, while the consumer dies by SIGKILL."""
    ana, beto = new_player(), new_player()
    reports = [_report(ana, beto) for _ in range(60)]

    async def publish() -> int:
        for report in reports + reports[::3]:
            ack = await jetstream.publish(subjects.report(TABLE), report.SerializeToString())
            await asyncio.sleep(0.01)
        return ack.seq

    async def kill() -> None:
        for _ in range(2):
            await asyncio.to_thread(portal.wait_until_well, "consumer")
            await asyncio.sleep(0.1)
            await asyncio.to_thread(portal.kill9, "consumer")

    sequence, _ = await asyncio.gather(publish(), kill())
    await _until_all_acknowledged(jetstream, sequence)

    ids = [report.report_id for report in reports]
    rows = query("SELECT id, reporter_id, reported_id, cause, state FROM moderation_report WHERE id = ANY(%s)", [ids])
    assert sorted(rows) == sorted((report_id, ana, beto, "stalling", "open") for report_id in ids)
    await asyncio.to_thread(portal.wait_until_well, "consumer")


async def test_moderators_read_by_command_all_that_was_said_at_a_table(
    portal: Stack, jetstream: JetStreamContext
) -> None:
    await jetstream.add_stream(name=subjects.TALK_STREAM, subjects=[subjects.ALL_TALK], allow_direct=True)
    for audience, line in (
        ("all", TalkLine(number=1, seat=0, name="Ana", time_ms=1000, table_text="buenas")),
        ("1", TalkLine(number=2, seat=1, name="Beto", time_ms=2000, sena="siete_oro")),
    ):
        await jetstream.publish(subjects.talk(TABLE, audience), TalkRecord(line=line).SerializeToString())
    await jetstream.publish(subjects.talk("f" * 16, "all"), TalkRecord().SerializeToString())

    told = await asyncio.to_thread(_talk, portal, "moderator")

    assert [line.split("  ", 1)[1] for line in told.splitlines()] == [
        "   1  [0] Ana (a todos): buenas",
        "   2  [1] Beto (seña): siete_oro",
    ]
    with pytest.raises(subprocess.CalledProcessError) as refused:
        await asyncio.to_thread(_talk, portal, "portal")
    assert "the talk cannot be read" in refused.value.stderr
    await jetstream.delete_stream(subjects.TALK_STREAM)


def _talk(portal: Stack, user: str) -> str:
    options = portal.nats_options(user)
    env = {**os.environ, **portal.env, "QUIERO_NATS_USER": user, "QUIERO_NATS_PASSWORD": options["password"]}
    command = [sys.executable, "-m", "web", "talk", TABLE]
    return subprocess.run(command, env=env, cwd=ROOT, check=True, capture_output=True, text=True, timeout=60).stdout
