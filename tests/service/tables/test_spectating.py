"""Spectators are one hand late: one message for each finished hand, and the last one for who comes in between."""

import pytest
from nats.aio.msg import Msg

from services.common import subjects
from services.common.errors import Denied
from tests.service.tables.playing import Guest, Room, do, reached, seated, table_of
from truco.play.v1.play_pb2 import TABLE_STATUS_FINISHED, TABLE_STATUS_OPEN, TABLE_STATUS_PLAYING, SpectatedHand
from truco.rules.v1.rules_pb2 import PHASE_PLAY
from truco.tables.v1.tables_pb2 import Updates

STRANGER = "stranger"


async def test_who_watches_hears_of_a_hand_once_when_it_has_ended(room: Room) -> None:
    heard: list[Msg] = []

    async def note(message: Msg) -> None:
        heard.append(message)

    guests = await seated(room)
    await room.gateway.subscribe(subjects.all_of_watch(guests[0].table_id), cb=note)
    await room.gateway.flush()
    for hand in (1, 2, 3):
        await _play_hand(guests, hand)
    await reached(guests[0], lambda now: now.view.hand == 4)

    hands = [SpectatedHand.FromString(message.data) for message in heard]
    assert {message.subject for message in heard} == {subjects.watch(guests[0].table_id, subjects.HAND)}
    assert [hand.view.hand for hand in hands] == [1, 2, 3]
    for hand, version in zip(hands, await _ends_of_hands(room, guests[0].table_id), strict=True):
        assert hand.table.version == hand.steps[-1].version == version
        assert hand.steps[0].events[0].hand_dealt.hand == hand.view.hand
        assert any(event.HasField("hand_ended") for event in hand.steps[-1].events)


async def _play_hand(guests: list[Guest], hand: int) -> None:
    """A card of each, then one folds."""
    for _ in guests:
        now = await reached(guests[0], lambda now: now.view.hand == hand and now.view.phase == PHASE_PLAY)
        await guests[now.view.turn].act(do("play", (await guests[now.view.turn].look()).view.cards[0]))
    await guests[(await guests[0].look()).view.turn].act(do("mazo"))


async def _ends_of_hands(room: Room, table_id: str) -> list[int]:
    records = await room.records(table_id)
    return [each.version for each in records if each.state.started_ms and each.version == each.state.shown_version]


async def test_a_stranger_sees_no_game_before_the_first_hand_has_ended(room: Room) -> None:
    guests = await seated(room)
    seen = await room.get(guests[0].table_id, STRANGER)
    assert not seen.HasField("seat")
    assert not seen.HasField("hand")
    table = table_of(seen.update)
    assert table.status == TABLE_STATUS_PLAYING
    assert not any(seat.deadline_ms for seat in table.seats)
    assert any(seat.deadline_ms for seat in (await guests[0].look()).table.seats)


async def test_a_stranger_sees_the_last_hand_while_the_next_one_is_played(room: Room) -> None:
    guests = await seated(room)
    now = await guests[0].look()
    await guests[now.view.turn].act(do("mazo"))
    later = await reached(guests[0], lambda now: now.view.hand == 2 and now.view.phase == PHASE_PLAY)
    seen = await room.get(guests[0].table_id, STRANGER)
    assert not seen.update
    hand = _hand(seen)
    assert hand.view.hand == 1
    assert hand.table.version < later.table.version
    assert abs(hand.table.now_ms - later.table.now_ms) < 2_000
    await guests[later.view.turn].act(do("play", (await guests[later.view.turn].look()).view.cards[0]))
    assert _hand(await room.get(guests[0].table_id, STRANGER)).table.version == hand.table.version


async def test_when_the_match_is_over_a_stranger_sees_its_last_hand(room: Room) -> None:
    guests = await seated(room)
    await guests[0].leave()
    hand = _hand(await room.get(guests[0].table_id, STRANGER))
    assert hand.table.status == TABLE_STATUS_FINISHED
    assert hand.view.winner == 1


async def test_a_stranger_sees_the_last_hand_and_the_offer_of_another_match_and_then_that_it_has_begun(
    room: Room,
) -> None:
    guests = await seated(room)
    await guests[0].act(do("forfeit"))
    ended = (await guests[0].look()).table.version
    await guests[0].rematch()
    seen = await room.get(guests[0].table_id, STRANGER)
    assert _hand(seen).table.version == ended
    assert list(table_of(seen.update).rematch.wanted_by) == [0]

    told = await room.gateway.subscribe(subjects.all_of_watch(guests[0].table_id))
    await room.gateway.flush()
    await guests[1].rematch()
    begun = table_of((await told.next_msg(5)).data)
    assert (begun.epoch, begun.status) == (2, TABLE_STATUS_PLAYING)
    seen = await room.get(guests[0].table_id, STRANGER)
    assert not seen.HasField("hand")
    assert table_of(seen.update).epoch == 2


async def test_before_the_match_strangers_see_who_comes_and_goes(room: Room) -> None:
    ana, beto = Guest(room), Guest(room)
    await ana.open(4)
    told = await room.gateway.subscribe(subjects.all_of_watch(ana.table_id))
    await room.gateway.flush()
    await beto.join(ana.table_id)
    table = table_of((await told.next_msg(5)).data)
    assert (table.status, table.seats[1].player_id) == (TABLE_STATUS_OPEN, beto.player.player_id)


async def test_nobody_watches_a_private_table_once_its_match_has_begun(room: Room) -> None:
    ana, beto = Guest(room), Guest(room)
    await ana.open(2, unlisted=True)
    assert table_of((await room.get(ana.table_id, STRANGER)).update).status == TABLE_STATUS_OPEN
    told = await room.gateway.subscribe(subjects.watch(ana.table_id, subjects.HAND))
    await room.gateway.flush()
    await beto.join(ana.table_id)
    await reached(ana, lambda now: now.view.phase == PHASE_PLAY)
    with pytest.raises(Denied, match="only who sits"):
        await room.get(ana.table_id, STRANGER)
    await ana.leave()
    await reached(beto, lambda now: now.table.status == TABLE_STATUS_FINISHED)
    with pytest.raises(Denied):
        await room.get(ana.table_id, STRANGER)
    await room.gateway.flush()
    assert told.pending_msgs == 0


async def test_versions_say_how_far_spectators_may_see(room: Room) -> None:
    guests = await seated(room)
    assert await room.shown(guests[0].table_id) == 0
    now = await guests[0].look()
    await guests[now.view.turn].act(do("mazo"))
    later = await reached(guests[0], lambda now: now.view.hand == 2 and now.view.phase == PHASE_PLAY)
    assert await room.shown(guests[0].table_id) == later.table.version - 1


def _hand(seen: Updates) -> SpectatedHand:
    assert seen.HasField("hand")
    return SpectatedHand.FromString(seen.hand)
