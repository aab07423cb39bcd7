"""What the seats, the bots and the spectators get, and what may be asked."""

import asyncio
import random
import time

import nats
import pytest
from nats.aio.msg import Msg

from deploy.local.stack import Stack
from services.common import subjects
from services.common.errors import NotFound
from tests.service.tables.playing import Guest, Room, do, one_action, reached, seated, update
from truco.play.v1.play_pb2 import TABLE_STATUS_FINISHED, SpectatedHand, TableUpdate
from truco.rules.v1.rules_pb2 import PHASE_OVER, PHASE_PLAY
from truco.tables.v1.tables_pb2 import GetVersions, LeaveTable, Query


async def test_no_update_carries_what_its_reader_may_not_know(room: Room) -> None:
    """Whoever reads along learns a card only when it lies on the table or was shown."""
    seen: dict[str, list[TableUpdate]] = {}

    async def note(message: Msg) -> None:
        seen.setdefault(message.subject, []).append(update(message.data))

    await room.gateway.subscribe(subjects.ALL_SEATS, cb=note)
    await room.gateway.flush()
    guests = await seated(room, 4)
    luck = random.Random(3)
    for _ in range(60):
        now = await guests[0].look()
        if now.view.phase == PHASE_OVER:
            break
        await one_action(guests, now, luck)
    await asyncio.sleep(0.2)

    table_id = guests[0].table_id
    hands = _hands(seen, table_id)
    for seat in range(4):
        assert len(seen[subjects.seat(table_id, seat)]) > 10
        for each in seen[subjects.seat(table_id, seat)]:
            assert each.HasField("seat")
            assert each.seat == seat
            if each.view.phase == PHASE_PLAY:
                _check_reader(each, seat, hands[each.view.hand])


def _hands(seen: dict[str, list[TableUpdate]], table_id: str) -> dict[int, dict[int, set[str]]]:
    hands: dict[int, dict[int, set[str]]] = {}
    for seat in range(4):
        for each in seen[subjects.seat(table_id, seat)]:
            if each.view.phase == PHASE_PLAY and len(each.view.cards) == 3:
                hands.setdefault(each.view.hand, {})[seat] = set(each.view.cards)
    return hands


def _check_reader(each: TableUpdate, seat: int, hands: dict[int, set[str]]) -> None:
    public = {played.card for played in each.view.played}
    hidden = {card for other, cards in hands.items() if other != seat for card in cards - public}
    assert not _cards(each) & hidden, f"seat {seat} sees another's cards"


def _cards(each: TableUpdate) -> set[str]:
    view, found = each.view, set[str]()
    found |= {*view.cards, *(played.card for played in view.played)}
    found |= {card for shown in (*view.shown, *view.partner_cards) for card in shown.cards}
    found |= {action.card for action in view.legal} | {card for action in view.legal for card in action.deck}
    for event in each.events:
        found |= {*event.cards_dealt.cards, *event.cards_shown.cards, event.card_played.card}
    return found


async def test_the_seed_is_shown_to_the_seats_when_the_match_has_ended(room: Room) -> None:
    guests = await seated(room)
    watch = await room.gateway.subscribe(subjects.watch(guests[0].table_id, subjects.HAND))
    seat = await room.gateway.subscribe(subjects.seat(guests[0].table_id, 1))
    await room.gateway.flush()
    await guests[0].leave()
    shown = SpectatedHand.FromString((await watch.next_msg(5)).data).table
    assert (shown.status, shown.server_seed, shown.chain) == (TABLE_STATUS_FINISHED, "", "")
    assert len(update((await seat.next_msg(5)).data).table.server_seed) == 64


async def test_a_bot_is_told_its_turn_and_again_when_it_does_not_answer(room: Room) -> None:
    ana = Guest(room)
    turns = await room.bots.subscribe(subjects.ALL_BOT_SEATS)
    await room.bots.flush()
    await ana.open(2, bots=1)
    now = await reached(ana, lambda now: now.view.phase == PHASE_PLAY)
    if now.view.turn == 0:
        await ana.act(do("play", now.view.cards[0]))
    told = [await turns.next_msg(8), await turns.next_msg(8)]
    assert {message.subject for message in told} == {subjects.bot_seat(ana.table_id, 1)}
    first, second = (update(message.data) for message in told)
    assert second.table.now_ms - first.table.now_ms > 1_000
    assert _timeless(first) == _timeless(second)
    assert first.view.legal


async def test_a_table_is_asked_for_with_what_was_missed(room: Room) -> None:
    guests = await seated(room)
    seat = await room.gateway.subscribe(subjects.seat(guests[0].table_id, 0))
    await room.gateway.flush()
    luck = random.Random(9)
    before = (await guests[0].look()).table.version
    while (now := await guests[0].look()).table.version < before + 8:
        await one_action(guests, now, luck)
    sent = []
    while not sent or sent[-1].table.version < now.table.version:
        sent.append(update((await seat.next_msg(5)).data))

    player_id = guests[0].player.player_id
    missed = await room.get(guests[0].table_id, player_id, since=before)
    assert missed.seat == 0
    assert update(missed.update).view == sent[-1].view
    assert update(missed.update).events == [event for each in sent for event in each.events]
    current = await room.get(guests[0].table_id, player_id, since=now.table.version)
    assert not update(current.update).events
    of_hand = update((await room.get(guests[0].table_id, player_id, since=0)).update)
    assert of_hand.events[0].HasField("hand_dealt")
    assert of_hand.table.version == now.table.version
    other_epoch = update((await room.get(guests[0].table_id, player_id, since=before, epoch=7)).update)
    assert other_epoch.events == of_hand.events


def _timeless(each: TableUpdate) -> TableUpdate:
    """Without the time at which it was sent."""
    each.table.now_ms = 0
    return each


async def test_who_asks_later_is_told_the_time_of_the_answer(room: Room) -> None:
    guests = await seated(room)
    first = await guests[0].look()
    await asyncio.sleep(1.1)
    asked_ms = time.time() * 1000
    later = await guests[0].look()
    turn = first.view.turn
    assert later.table.seats[turn].deadline_ms == first.table.seats[turn].deadline_ms
    assert first.table.now_ms < int(asked_ms) <= later.table.now_ms <= time.time() * 1000


async def test_versions_and_unknown_tables(room: Room) -> None:
    guests = await seated(room)
    version = (await guests[0].look()).table.version
    assert await room.versions(guests[0].table_id, "0123456789abcdef", "not an id") == {guests[0].table_id: version}
    with pytest.raises(NotFound):
        await room.get("0123456789abcdef")


async def test_garbage_is_not_answered_and_harms_nobody(servers: Stack, room: Room) -> None:
    guests = await seated(room)
    table_id = guests[0].table_id
    for subject in (subjects.command(table_id), subjects.query(subjects.shard_of(table_id))):
        with pytest.raises(nats.errors.TimeoutError):
            await room.gateway.request(subject, b"\xff\xff\xff", 0.3)
    await guests[0].look()
    assert "unreadable" in servers.log("tables")


async def test_no_answer_goes_where_only_tables_may_write(servers: Stack, room: Room) -> None:
    guests = await seated(room)
    table_id, version = guests[0].table_id, (await guests[0].look()).table.version
    command = guests[0].command(LeaveTable()).SerializeToString()
    query = Query(versions=GetVersions(table_ids=[table_id])).SerializeToString()
    target = subjects.record(table_id, "commit")
    await room.operator.publish(subjects.command(table_id), command, target)
    await room.gateway.publish(subjects.query(subjects.shard_of(table_id)), query, target)
    await room.bots.publish(subjects.bot_command(table_id), command, target)
    for asker in (room.operator, room.gateway, room.bots):
        await asker.flush()
    await asyncio.sleep(0.3)
    assert servers.log("tables").count("answer wanted elsewhere") == 1
    assert len(await room.records(table_id)) == version
    await room.gateway.publish(subjects.command(table_id), command, target)
    await room.gateway.flush()
    await asyncio.sleep(0.3)
    records = await room.records(table_id)
    assert len(records) == version + 1
    assert all(record.chain for record in records)
