"""Who is muted is not heard by who muted them, at both faces."""

import nats
import pytest

from deploy.local.stack import Stack
from services.common import subjects
from services.common.errors import TrucoError
from tests.service.gateway.conftest import NewGuest
from tests.service.gateway.faces import new_id
from tests.service.gateway.matches import join, open_table
from tests.service.gateway.talking import ears, mute, say, table_of_four, told_at_opening
from truco.tables.v1 import tables_pb2


async def test_a_muted_player_is_not_heard_until_unmuted(new_guest: NewGuest) -> None:
    table_id, (ana, beto, caro, dani) = await table_of_four(new_guest)
    await say(beto, table_id, table_text="malo")
    async with ears((ana, ""), (ana, ""), (caro, "")) as (first, second, other):
        assert await mute(ana, beto.player_id) == [beto.player_id]
        assert await mute(ana, beto.player_id) == [beto.player_id]
        await say(beto, table_id, table_text="muy malo")
        await say(dani, table_id, table_text="buenas")
        await first.until("buenas")
        await second.until("buenas")
        await other.until("muy malo", "buenas")

        assert await told_at_opening(ana) == ["buenas"]
        assert await mute(ana, dani.player_id) == [beto.player_id, dani.player_id]
        assert await mute(ana, beto.player_id, muted=False) == [dani.player_id] == await mute(ana)
        await say(beto, table_id, reaction="gracias")
        await say(dani, table_id, reaction="uh")
        await say(caro, table_id, table_text="chau")
        await first.until("buenas", "gracias", "chau")


async def test_lines_of_muted_players_are_not_told_when_a_stream_opens(new_guest: NewGuest) -> None:
    ana, beto = new_guest(), new_guest()
    table_id = (await open_table(ana)).table.table_id
    await join(beto, table_id)
    await say(beto, table_id, table_text="malo")
    await say(ana, table_id, table_text="chau")
    await mute(ana, beto.player_id)

    assert await told_at_opening(ana) == ["chau"]


async def test_nobody_mutes_themselves_or_what_is_no_player(new_guest: NewGuest) -> None:
    ana = new_guest()
    for player_id in (ana.player_id, "a.b", "*", "x" * 65):
        with pytest.raises(TrucoError, match="BAD_REQUEST"):
            await mute(ana, player_id)
    assert await mute(ana) == []


async def test_only_the_latest_two_hundred_mutes_are_kept(new_guest: NewGuest, servers: Stack) -> None:
    ana, ids = new_guest(), [new_id() for _ in range(200)]
    client = await nats.connect(**servers.nats_options("operator"))
    stored = tables_pb2.Mutes(player_ids=ids).SerializeToString()
    await client.jetstream().publish(f"$KV.{subjects.MUTES_BUCKET}.{ana.player_id}", stored)
    await client.close()

    assert await mute(ana, "one-more") == [*ids[1:], "one-more"]
