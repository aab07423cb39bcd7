"""What Watch sends, at both faces."""

import asyncio

import pytest

from services.common.errors import Denied, TrucoError
from tests.service.gateway.conftest import NewGuest
from tests.service.gateway.matches import (
    SECONDS,
    act,
    join,
    leave,
    look,
    next_hand,
    next_update,
    open_table,
    play_a_card,
    seated,
    until_caught_up,
    until_version,
)
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2


async def test_it_opens_with_the_own_table_and_then_says_that_all_is_current(new_guest: NewGuest) -> None:
    ana = new_guest()
    opened = await open_table(ana)

    updates = await until_caught_up(ana.watch())

    assert [update.table.table_id for update in updates] == [opened.table.table_id]
    assert updates[0].HasField("seat") and updates[0].seat == 0


async def test_without_tables_everything_current_is_nothing(new_guest: NewGuest) -> None:
    assert await until_caught_up(new_guest().watch()) == []


async def test_a_table_opened_later_appears_by_itself(new_guest: NewGuest) -> None:
    ana = new_guest()
    stream = ana.watch()
    await until_caught_up(stream)

    table_id = (await open_table(ana)).table.table_id
    update = await next_update(stream)

    assert (update.table.table_id, update.table.version) == (table_id, 1)


async def test_a_table_joined_later_is_seen_from_the_seat(new_guest: NewGuest) -> None:
    ana, beto = new_guest(), new_guest()
    stream = beto.watch()
    await until_caught_up(stream)
    table_id = (await open_table(ana)).table.table_id

    await join(beto, table_id)
    updates = [await next_update(stream)]
    while not updates[-1].view.cards:
        updates.append(await next_update(stream))

    assert updates[-1].HasField("seat") and updates[-1].seat == 1
    assert len(updates[-1].view.cards) == 3


async def test_a_spectator_sees_no_cards_and_turns_into_a_player_by_joining(new_guest: NewGuest) -> None:
    ana, beto = new_guest(), new_guest()
    table_id = (await open_table(ana)).table.table_id
    stream = beto.watch(play_pb2.WatchTable(table_id=table_id))
    spectating = await until_caught_up(stream)
    assert not spectating[-1].HasField("seat")

    await join(beto, table_id)
    while not (update := await next_update(stream)).view.cards:
        assert not update.HasField("seat") or update.seat == 1

    assert update.seat == 1


async def test_who_leaves_a_seat_does_not_see_the_cards_of_who_takes_it(new_guest: NewGuest) -> None:
    ana, beto, carla = new_guest(), new_guest(), new_guest()
    table_id = (await open_table(ana, seats=4)).table.table_id
    await join(beto, table_id)
    stream = beto.watch()
    await until_caught_up(stream)

    await leave(beto, table_id)
    for guest in (carla, new_guest(), new_guest()):
        await join(guest, table_id)
    while not (update := await next_update(stream)).table.match_id:
        assert not update.view.cards
    assert not update.HasField("seat")
    await leave(carla, table_id)
    shown = await next_hand(stream)

    assert shown.table.status == play_pb2.TABLE_STATUS_FINISHED
    assert not shown.view.cards


async def test_a_spectator_gets_each_hand_when_it_has_ended_and_the_last_one_when_it_comes(new_guest: NewGuest) -> None:
    table_id, awaited, other = await seated(new_guest)
    early = new_guest().watch(play_pb2.WatchTable(table_id=table_id))
    before = await until_caught_up(early)
    assert not before[-1].HasField("view")
    assert not any(seat.deadline_ms for seat in before[-1].table.seats)

    await play_a_card(awaited, table_id)
    version = (await act(other, table_id, rules_pb2.Action(kind=rules_pb2.ACTION_KIND_MAZO))).version
    live = await next_hand(early)
    late = await next_hand(new_guest().watch(play_pb2.WatchTable(table_id=table_id)))

    assert (live.table.version, live.view.hand, len(live.steps)) == (version, 1, 3)
    late.table.now_ms = live.table.now_ms
    assert late == live
    looked = await look(new_guest(), table_id)
    assert looked.view == live.view
    assert [*looked.events] == [event for step in live.steps for event in step.events]


async def test_nobody_watches_a_private_match(new_guest: NewGuest) -> None:
    ana, beto, carla = new_guest(), new_guest(), new_guest()
    table_id = (await open_table(ana, unlisted=True)).table.table_id
    await until_caught_up(carla.watch(play_pb2.WatchTable(table_id=table_id)))
    await join(beto, table_id)

    for refused in (until_caught_up(carla.watch(play_pb2.WatchTable(table_id=table_id))), look(carla, table_id)):
        with pytest.raises(Denied) as error:
            await refused
        assert error.value.reason == "SPECTATORS_FORBIDDEN"


async def test_both_seats_see_every_version_once_in_order(new_guest: NewGuest) -> None:
    table_id, awaited, other = await seated(new_guest)
    streams = [awaited.watch(), other.watch()]
    current = [(await until_caught_up(stream))[-1].table.version for stream in streams]

    await play_a_card(awaited, table_id)
    last = await play_a_card(other, table_id)

    for stream, version in zip(streams, current, strict=True):
        seen = [update.table.version for update in await until_version(stream, last)]
        assert seen == list(range(version + 1, last + 1))


async def test_a_resumed_stream_gets_the_events_that_it_missed(new_guest: NewGuest) -> None:
    table_id, awaited, other = await seated(new_guest)
    stream = other.watch()
    seen = (await until_caught_up(stream))[-1].table
    await stream.aclose()
    missed = [await play_a_card(awaited, table_id), await play_a_card(other, table_id)]

    resumed = other.watch(play_pb2.WatchTable(table_id=table_id, epoch=seen.epoch, version=seen.version))
    updates = await until_caught_up(resumed)

    assert [update.table.version for update in updates] == missed[-1:]
    assert sum(event.HasField("card_played") for event in updates[0].events) == len(missed)


async def test_from_version_zero_come_the_events_of_the_current_hand(new_guest: NewGuest) -> None:
    table_id, awaited, other = await seated(new_guest)
    await play_a_card(awaited, table_id)

    updates = await until_caught_up(other.watch(play_pb2.WatchTable(table_id=table_id)))

    kinds = [event.WhichOneof("kind") for update in updates for event in update.events]
    assert "hand_dealt" in kinds and "card_played" in kinds


async def test_a_newer_stream_of_the_client_takes_over(new_guest: NewGuest) -> None:
    ana = new_guest()
    older = ana.watch(client_id="one-tab-of-ana")
    await until_caught_up(older)

    newer = ana.watch(client_id="one-tab-of-ana")
    await until_caught_up(newer)

    with pytest.raises(TrucoError) as closed:
        await anext(older)
    assert closed.value.reason == "SUPERSEDED"
    await open_table(ana)
    assert (await next_update(newer)).table.version == 1


async def test_another_player_cannot_supersede_with_the_same_client_id(new_guest: NewGuest) -> None:
    ana, beto = new_guest(), new_guest()
    of_ana = ana.watch(client_id="the-same-client-id")
    await until_caught_up(of_ana)

    await until_caught_up(beto.watch(client_id="the-same-client-id"))
    await open_table(ana)

    assert (await next_update(of_ana)).table.version == 1


async def test_who_heard_something_gets_no_heartbeat_before_it_is_due_again(new_guest: NewGuest) -> None:
    ana, beto = new_guest(), new_guest()
    table_id = (await open_table(ana, seats=4)).table.table_id
    stream = ana.watch()
    await until_caught_up(stream)
    async with asyncio.timeout(9):
        assert (await anext(stream)).HasField("heartbeat")

    await asyncio.sleep(3)
    await join(beto, table_id)
    sent_ms = (await next_update(stream)).table.now_ms

    async with asyncio.timeout(SECONDS):
        while not (message := await anext(stream)).HasField("heartbeat"):
            continue
    assert message.heartbeat.now_ms - sent_ms > 6_000  # of the 7 s a sixteenth is the beat's step


async def test_a_heartbeat_carries_the_versions(new_guest: NewGuest) -> None:
    ana = new_guest()
    opened = (await open_table(ana)).table
    stream = ana.watch()
    await until_caught_up(stream)

    async with asyncio.timeout(9):
        message = await anext(stream)

    versions = [(each.table_id, each.epoch, each.version) for each in message.heartbeat.versions]
    assert versions == [(opened.table_id, opened.epoch, opened.version)]
    assert message.heartbeat.now_ms > 0
