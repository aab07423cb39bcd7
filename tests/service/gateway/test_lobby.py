"""The open tables, listed and live, at both faces (issue 4, point 1)."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from deploy.local.stack import Stack
from services.common.errors import TrucoError
from tests.service.gateway.conftest import NewGuest
from tests.service.gateway.faces import Guest, NativeFace, new_id
from tests.service.gateway.matches import SECONDS, join, leave, open_table
from tests.service.gateway.portal import SigningPortal
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2

Watching = AsyncGenerator[play_pb2.WatchResponse, None]

URUGUAYO = rules_pb2.Ruleset(preset="uruguayo")


def watch_lobby(guest: Guest, **wanted: object) -> Watching:
    """Watches the open tables that fit."""
    request = play_pb2.WatchRequest(client_id=new_id(), lobby=play_pb2.LobbyFilter(**wanted))
    return guest.face.watch(request, guest.token)


async def opening(stream: Watching) -> set[str]:
    """The tables that a stream opens with: all of them, before it is caught up."""
    listed: set[str] = set()
    changes: list[play_pb2.LobbyChange] = []
    async with asyncio.timeout(SECONDS):
        async for message in stream:
            if message.HasField("caught_up"):
                break
            if message.HasField("lobby"):
                changes.append(message.lobby)
                listed |= {table.table_id for table in message.lobby.tables}
    assert [change.all for change in changes] == [True] + [False] * (len(changes) - 1)
    return listed


async def until_listed(stream: Watching, table_id: str) -> play_pb2.TableInfo:
    """The table as the lobby shows it next."""
    async with asyncio.timeout(SECONDS):
        async for message in stream:
            for table in message.lobby.tables:
                if table.table_id == table_id:
                    return table
    raise AssertionError("the stream ended")


async def until_gone(stream: Watching, table_id: str) -> None:
    """Returns when the lobby says that the table is gone."""
    async with asyncio.timeout(SECONDS):
        async for message in stream:
            if table_id in message.lobby.gone:
                return
    raise AssertionError("the stream ended")


async def test_it_opens_with_the_tables_there_are_then_tells_who_comes_changes_and_goes(new_guest: NewGuest) -> None:
    ana, beto, carla = new_guest(), new_guest(), new_guest()
    before = (await open_table(ana, seats=4)).table.table_id
    stream = watch_lobby(carla)

    assert before in await opening(stream)

    after = (await open_table(beto, seats=4)).table.table_id
    assert (await until_listed(stream, after)).version == 1
    await join(carla, before)
    changed = await until_listed(stream, before)
    assert [seat.player_id for seat in changed.seats] == [ana.player_id, carla.player_id, "", ""]
    await leave(beto, after)
    await until_gone(stream, after)


async def test_only_what_fits_the_filter_is_told_and_what_fits_no_more_is_gone(new_guest: NewGuest) -> None:
    ana, beto, carla = new_guest(), new_guest(), new_guest()
    argentine = (await open_table(ana)).table.table_id
    stream = watch_lobby(carla, presets=["uruguayo"], seats=[2], with_empty_seat=True)
    assert argentine not in await opening(stream)

    wide = (await open_table(beto, ruleset=URUGUAYO, seats=4)).table.table_id
    fitting = (await open_table(carla, ruleset=URUGUAYO, manual_start=True)).table.table_id
    await until_listed(stream, fitting)
    await join(new_guest(), fitting)

    await until_gone(stream, fitting)
    assert wide != fitting


async def test_a_private_table_is_never_listed(new_guest: NewGuest) -> None:
    ana, beto, carla = new_guest(), new_guest(), new_guest()
    hidden = (await open_table(ana, unlisted=True)).table.table_id
    stream = watch_lobby(carla)
    told = await opening(stream)

    shown = (await open_table(beto)).table.table_id
    await until_listed(stream, shown)

    listed = await carla.call("ListTables", play_pb2.ListTablesRequest(), play_pb2.ListTablesResponse)
    assert hidden not in told | {table.table_id for table in listed.tables}


async def test_a_started_match_is_gone_from_the_lobby(new_guest: NewGuest) -> None:
    ana, carla = new_guest(), new_guest()
    table_id = (await open_table(ana)).table.table_id
    stream = watch_lobby(carla)
    assert table_id in await opening(stream)

    await join(new_guest(), table_id)

    await until_gone(stream, table_id)


async def test_many_changes_are_told_together_at_most_twice_a_second(new_guest: NewGuest) -> None:
    ana, carla = new_guest(), new_guest()
    table_id = (await open_table(ana, seats=4)).table.table_id
    stream = watch_lobby(carla)
    await opening(stream)
    guest = new_guest()

    began = asyncio.get_running_loop().time()
    for _ in range(10):
        await join(guest, table_id)
        last = (await leave(guest, table_id)).version
    took = asyncio.get_running_loop().time() - began
    told = 1
    while (await until_listed(stream, table_id)).version < last:
        told += 1

    assert told <= 2 + took / 0.5


async def test_the_list_takes_the_same_filter(new_guest: NewGuest) -> None:
    ana, beto = new_guest(), new_guest()
    six = (await open_table(ana, ruleset=URUGUAYO, seats=6)).table.table_id
    two = (await open_table(beto)).table.table_id

    async def listed(**wanted: object) -> set[str]:
        request = play_pb2.ListTablesRequest(filter=play_pb2.LobbyFilter(**wanted))
        answer = await ana.call("ListTables", request, play_pb2.ListTablesResponse)
        return {table.table_id for table in answer.tables}

    assert {six, two} <= await listed()
    assert six in (sixes := await listed(seats=[6])) and two not in sixes
    assert six not in await listed(presets=["maestro"])
    assert {six, two} <= await listed(most_stake=0)
    assert not {six, two} & await listed(least_stake=10)


async def test_a_filter_without_end_is_refused(new_guest: NewGuest) -> None:
    with pytest.raises(TrucoError, match="BAD_REQUEST"):
        await anext(watch_lobby(new_guest(), presets=["maestro"] * 33))


async def test_when_nats_was_away_all_tables_are_told_again(tmp_path: Path, portal: SigningPortal) -> None:
    with Stack(tmp_path / "stack", overrides={"QUIERO_JWKS_URL": portal.url}) as stack:
        stack.start("nats", "engine", "tables", "gateway")
        face = NativeFace(stack.address("GATEWAY_GRPC"))
        ana, beto, carla = (Guest(face, portal.token(player_id := new_id()), player_id) for _ in range(3))
        before = (await open_table(ana)).table.table_id
        stream = watch_lobby(carla)
        assert before in await opening(stream)

        stack.stop_program("nats")
        stack.start("nats")
        for program in ("tables", "gateway"):
            await asyncio.to_thread(stack.wait_until_well, program)
        async with asyncio.timeout(SECONDS):
            async for message in stream:
                if message.lobby.all:
                    break
        assert before in {table.table_id for table in message.lobby.tables}
        after = (await open_table(beto)).table.table_id
        await until_listed(stream, after)
        await face.close()
