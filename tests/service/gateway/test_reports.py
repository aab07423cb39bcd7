"""Reports of players reach the moderators with what was said, at both faces."""

import nats
import pytest

from deploy.local.stack import Stack
from services.common import subjects
from services.common.errors import Busy, TrucoError
from tests.service.gateway.conftest import NewGuest
from tests.service.gateway.faces import Guest, new_id
from tests.service.gateway.matches import join, open_table
from tests.service.gateway.talking import say, words
from truco.play.v1 import play_pb2
from truco.tables.v1 import tables_pb2


async def report(guest: Guest, table_id: str, **fields: object) -> str:
    about = {"seat": 1, "cause": play_pb2.REPORT_CAUSE_ABUSE, "text": "me insultó", **fields}
    request = play_pb2.ReportRequest(request_id=new_id(), table_id=table_id, **about)
    return (await guest.call("Report", request, play_pb2.ReportResponse)).report_id


async def test_a_report_reaches_the_moderators_stream_and_reports_are_limited(
    new_guest: NewGuest, servers: Stack
) -> None:
    ana, beto = new_guest(), new_guest()
    table_id = (await open_table(ana)).table.table_id
    await join(beto, table_id)
    await say(beto, table_id, table_text="malo")

    report_id = await report(ana, table_id)

    client = await nats.connect(**servers.nats_options("operator"))
    message = await client.jetstream().get_msg(subjects.REPORTS_STREAM, subject=subjects.report(table_id))
    await client.close()
    filed = tables_pb2.PlayerReport.FromString(message.data or b"")
    assert (filed.report_id, filed.reported.player_id, filed.text) == (report_id, beto.player_id, "me insultó")
    assert [words(line) for line in filed.talk] == ["malo"]
    with pytest.raises(TrucoError, match="UNKNOWN_SEAT"):
        await report(ana, table_id, seat=7)
    with pytest.raises(Busy) as refused:
        for _ in range(10):
            await report(ana, table_id)
    assert refused.value.metadata["limit"] == "reports_per_10_minutes"
