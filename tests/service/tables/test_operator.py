"""An operator voids a running match; nobody else does."""

import nats
import nats.errors
import pytest

from deploy.local.stack import Stack
from services.common import subjects
from services.common.errors import TrucoError
from tests.service.tables.playing import Guest, Room, accepted, do, seated
from truco.play.v1.play_pb2 import TABLE_STATUS_PLAYING, TABLE_STATUS_VOIDED
from truco.tables.v1.tables_pb2 import MatchVoided, VoidMatch


async def test_an_operator_voids_a_match_once(room: Room) -> None:
    guests = await seated(room)
    operator = Guest(room, table_id=guests[0].table_id)
    command = operator.command(VoidMatch())

    first = accepted(await room.send_operator(command))
    again = accepted(await room.send_operator(command))

    now = await guests[0].look()
    assert (now.table.status, now.table.void_reason) == (TABLE_STATUS_VOIDED, "operator")
    assert first.version == again.version == now.table.version
    last = (await room.records(guests[0].table_id))[-1]
    assert last.actor == operator.player.player_id
    assert last.voided == MatchVoided(match_id=f"{guests[0].table_id}-1", reason="operator")
    with pytest.raises(TrucoError, match="MATCH_OVER"):
        await guests[0].act(do("mazo"))
    with pytest.raises(TrucoError, match="REMATCH_OVER"):
        await guests[0].rematch()
    await guests[0].open()


async def test_only_a_running_match_is_voided(room: Room) -> None:
    ana = Guest(room)
    await ana.open(4)
    with pytest.raises(TrucoError, match="NOT_STARTED"):
        accepted(await room.send_operator(ana.command(VoidMatch())))
    guests = await seated(room)
    await guests[0].leave()
    with pytest.raises(TrucoError, match="MATCH_OVER"):
        accepted(await room.send_operator(guests[0].command(VoidMatch())))


async def test_nobody_voids_as_a_person_and_an_operator_does_nothing_else(servers: Stack, room: Room) -> None:
    guests = await seated(room)
    assert (await room.send(guests[0].command(VoidMatch()))).refused.reason == "BAD_REQUEST"
    await guests[0].look()
    refused = (await room.send_operator(guests[0].command(VoidMatch(), table_id="00000000000000ab"))).refused
    assert refused.reason == "TABLE_NOT_FOUND"
    for user in ("gateway", "bots", "portal"):
        async with await nats.connect(**servers.nats_options(user)) as other:
            with pytest.raises(nats.errors.Error):
                await other.request(subjects.operator_command(guests[0].table_id), b"", timeout=0.5)
    assert (await guests[0].look()).table.status == TABLE_STATUS_PLAYING
