"""What tables tells the portal of a match, and nothing else."""

from collections.abc import AsyncIterator

import nats
import nats.errors
import pytest
from nats.aio.client import Client

from deploy.local.stack import Stack
from services.common import subjects
from tests.service.tables.playing import Guest, Room, new_id
from truco.play.v1 import play_pb2
from truco.tables.v1 import tables_pb2
from truco.tables.v1.tables_pb2 import (
    MATCH_STAGE_ENDED,
    MATCH_STAGE_NOT_BEGUN,
    MATCH_STAGE_RUNNING,
    LeaveTable,
    MatchAnswer,
    MatchQuery,
    TableRecord,
    TableState,
)


@pytest.fixture
async def portal(servers: Stack) -> AsyncIterator[Client]:
    """A connection as the portal."""
    client = await nats.connect(**servers.nats_options("portal"))
    yield client
    await client.close()


async def _stage(portal: Client, table_id: str, epoch: int = 1) -> int:
    subject = subjects.match_query(subjects.shard_of(table_id))
    query = MatchQuery(table_id=table_id, epoch=epoch).SerializeToString()
    return MatchAnswer.FromString((await portal.request(subject, query, timeout=5)).data).stage


async def test_a_match_is_not_begun_then_running_then_ended(room: Room, portal: Client) -> None:
    ana, beto = Guest(room), Guest(room)
    await ana.open()
    waiting = await _stage(portal, ana.table_id)

    await beto.join(ana.table_id)
    playing = [await _stage(portal, ana.table_id, epoch) for epoch in (1, 2)]
    await room.carry_out(ana.command(LeaveTable()))

    assert waiting == MATCH_STAGE_NOT_BEGUN
    assert playing == [MATCH_STAGE_RUNNING, MATCH_STAGE_NOT_BEGUN]
    assert await _stage(portal, ana.table_id) == MATCH_STAGE_ENDED


@pytest.mark.parametrize("table_id", ["0123456789abcdef", "", "x.>", "*"])
async def test_of_a_table_that_is_not_there_no_match_has_begun(portal: Client, table_id: str) -> None:
    assert await _stage(portal, table_id) == MATCH_STAGE_NOT_BEGUN


@pytest.mark.parametrize(
    ("status", "epoch", "stage"),
    [
        ("CLOSED", 1, MATCH_STAGE_NOT_BEGUN),
        ("STARTING", 1, MATCH_STAGE_RUNNING),
        ("FINISHED", 1, MATCH_STAGE_ENDED),
        ("VOIDED", 1, MATCH_STAGE_ENDED),
        ("ABANDONED", 1, MATCH_STAGE_ENDED),
        ("OPEN", 2, MATCH_STAGE_ENDED),
        ("PLAYING", 2, MATCH_STAGE_ENDED),
    ],
)
async def test_the_last_record_tells(room: Room, portal: Client, status: str, epoch: int, stage: int) -> None:
    """The match in question is the table's first."""
    state = TableState(table_id=new_id()[:16], epoch=epoch)
    state.status = play_pb2.TableStatus.Value(f"TABLE_STATUS_{status}")
    record = TableRecord(format=1, state=state).SerializeToString()
    await room.operator.jetstream().publish(subjects.record(state.table_id, "commit"), record)

    assert await _stage(portal, state.table_id) == stage


async def test_what_cannot_be_read_is_not_answered(portal: Client) -> None:
    with pytest.raises(nats.errors.TimeoutError):
        await portal.request(subjects.match_query(0), b"\xff\xff", timeout=0.3)


async def test_the_portal_asks_for_nothing_else(portal: Client) -> None:
    """Views of players stay with the gateway."""
    query = tables_pb2.Query(versions=tables_pb2.GetVersions(table_ids=[new_id()[:16]])).SerializeToString()
    with pytest.raises(nats.errors.Error):
        await portal.request(subjects.query(0), query, timeout=0.3)
