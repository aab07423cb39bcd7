"""Another match with the same seats: offered, wanted by all, declined, too late; and the records of both."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Iterator

import pytest

from deploy.local.stack import Stack
from services.common.errors import TrucoError
from services.common.fairness.shuffle import commitment
from services.engine.cli.verifying import verify
from tests.harness.records import read_tables
from tests.service.tables.playing import Guest, Room, do, play_out, reached, seated
from tests.service.tables.seeking import Seeker, seek_gateway
from truco.play.v1.play_pb2 import SEEK_STATE_ENDED, TABLE_STATUS_FINISHED, TABLE_STATUS_PLAYING, TableUpdate
from truco.rules.v1.rules_pb2 import PHASE_PLAY


async def _finished(room: Room) -> tuple[list[Guest], TableUpdate]:
    """A match given up in the seat, which its player keeps."""
    guests = await seated(room)
    await guests[1].act(do("forfeit"))
    return guests, await guests[0].look()


async def test_a_rematch_is_a_match_of_its_own_and_both_records_verify(servers: Stack, room: Room) -> None:
    guests = await seated(room)
    first = await play_out(guests, random.Random(3))
    assert first.table.rematch.commitment and not first.table.rematch.wanted_by

    waiting = await guests[0].rematch("second luck")
    begun = await guests[1].rematch("more luck")
    assert (waiting.table.status, list(waiting.table.rematch.wanted_by)) == (TABLE_STATUS_FINISHED, [0])
    assert waiting.table.chain == first.table.chain, "the chain of the match that ended"
    assert (begun.table.status, begun.table.epoch) == (TABLE_STATUS_PLAYING, 2)
    assert begun.table.version == first.table.version + 2, "versions go on counting"
    assert begun.table.commitment == first.table.rematch.commitment
    assert (begun.table.server_seed, begun.table.chain, list(begun.view.score)) == ("", "", [0, 0])
    second = await play_out(guests, random.Random(4))

    ids = [f"{guests[0].table_id}-{epoch}" for epoch in (1, 2)]
    for epoch, end in ((1, first), (2, second)):
        record = json.loads(await room.match_record(guests[0].table_id, epoch, guests[1].player.player_id))
        assert record["match"]["id"] == ids[epoch - 1]
        assert len(list(verify(record, end.table.commitment, end.table.chain))) == 5
        assert commitment(bytes.fromhex(end.table.server_seed)) == end.table.commitment
    assert record["fairness"]["client_seeds"] == ["second luck", "more luck"]
    stored = (await read_tables(servers.nats_options("operator")))[guests[0].table_id]
    assert [each.record.ended_match_id for each in stored if each.kind == "finished"] == ids
    assert {each.kind for each in stored} == {"open", "commit", "finished"}


async def test_a_rematch_begins_once_when_all_want_it_at_the_same_time(room: Room) -> None:
    guests, _ = await _finished(room)
    await asyncio.gather(*(guest.rematch() for guest in guests for _ in range(3)), return_exceptions=True)
    now = await reached(guests[0], lambda now: now.view.phase == PHASE_PLAY)
    assert now.table.epoch == 2


async def test_what_happened_is_told_from_the_new_match_on(room: Room) -> None:
    guests, end = await _finished(room)
    await guests[0].rematch()
    await guests[1].rematch()
    now = await reached(guests[0], lambda now: now.view.phase == PHASE_PLAY)
    updates = await room.get(guests[0].table_id, guests[0].player.player_id, since=end.table.version, epoch=1)
    events = TableUpdate.FromString(updates.update).events
    assert now.table.epoch == 2 and events
    assert all(not event.HasField("match_ended") for event in events)


@pytest.mark.parametrize("way", ["decline", "leave"])
async def test_who_declines_or_leaves_ends_the_offer(room: Room, way: str) -> None:
    guests, _ = await _finished(room)
    await guests[0].rematch()
    await (guests[1].rematch(decline=True) if way == "decline" else guests[1].leave())
    assert not (await guests[0].look()).table.HasField("rematch")
    with pytest.raises(TrucoError, match="REMATCH_OVER"):
        await guests[0].rematch()


async def test_nothing_is_offered_when_somebody_has_left(room: Room) -> None:
    guests = await seated(room)
    await guests[1].leave()
    assert not (await guests[0].look()).table.HasField("rematch")
    with pytest.raises(TrucoError, match="REMATCH_OVER"):
        await guests[0].rematch()


async def test_a_rematch_is_refused_to_who_may_not_have_it(room: Room) -> None:
    guests = await seated(room)
    with pytest.raises(TrucoError, match="NOT_FINISHED"):
        await guests[0].rematch()
    with pytest.raises(TrucoError, match="NOT_SEATED"):
        await Guest(room, table_id=guests[0].table_id).rematch()


async def test_who_sits_elsewhere_by_then_is_not_fetched_back(room: Room) -> None:
    guests, _ = await _finished(room)
    await guests[0].rematch()
    finished, elsewhere = guests[0].table_id, Guest(room, guests[0].player)
    await elsewhere.open(4)
    with pytest.raises(TrucoError, match="ALREADY_SEATED"):
        await guests[0].rematch()
    with pytest.raises(TrucoError, match="REMATCH_OVER"):
        await guests[1].rematch()
    assert not (await guests[1].look()).table.HasField("rematch")
    with pytest.raises(TrucoError, match="ALREADY_SEATED"):
        await Guest(room, guests[0].player).open(4)
    await Guest(room, guests[1].player).open(4)
    assert finished != elsewhere.table_id


async def test_who_plays_again_seeks_no_other_match(servers: Stack, room: Room) -> None:
    guests, _ = await _finished(room)
    await guests[0].rematch()
    async with seek_gateway(servers) as gateway:
        seeker = Seeker(gateway, guests[0].player)
        await seeker.seek(4)
        await guests[1].rematch()
        await seeker.told(lambda status: status.state == SEEK_STATE_ENDED)
    await reached(guests[0], lambda now: now.table.epoch == 2)


async def test_the_bots_of_a_table_play_on(room: Room) -> None:
    ana = Guest(room)
    await ana.open(2, bots=1)
    await reached(ana, lambda now: now.view.phase == PHASE_PLAY)
    await ana.act(do("forfeit"))
    assert (await ana.rematch()).table.epoch == 2


async def test_a_record_is_for_who_sat_in_its_match(room: Room) -> None:
    guests, _ = await _finished(room)
    me = guests[0].player.player_id
    for epoch, player_id, reason in [
        (1, "stranger", "NOT_SEATED"),
        (2, me, "MATCH_NOT_FOUND"),
        (0, me, "MATCH_NOT_FOUND"),
    ]:
        with pytest.raises(TrucoError, match=reason):
            await room.match_record(guests[0].table_id, epoch, player_id)
    with pytest.raises(TrucoError, match="MATCH_NOT_FOUND"):
        await room.match_record("0123456789abcdef", 1, me)
    playing = await seated(room)
    with pytest.raises(TrucoError, match="NOT_FINISHED"):
        await room.match_record(playing[0].table_id, 1, playing[0].player.player_id)


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """NATS, the engine and one worker that offers a rematch for a second."""
    overrides = {"QUIERO_TABLES_DEAL_PAUSE_MS": "0", "QUIERO_TABLES_REMATCH_SECONDS": "1"}
    with Stack(tmp_path_factory.mktemp("hasty"), overrides=overrides) as stack:
        stack.start("nats", "engine", "tables")
        yield stack


@pytest.fixture
async def hurry(hasty: Stack) -> AsyncIterator[Room]:
    """Connections to it."""
    room = await Room.enter(hasty)
    yield room
    await room.leave()


async def test_an_offer_ends_by_itself(hurry: Room) -> None:
    guests, _ = await _finished(hurry)
    await guests[0].rematch()
    await reached(guests[0], lambda now: not now.table.HasField("rematch"))
    last = (await hurry.records(guests[0].table_id))[-1]
    assert (last.actor, last.WhichOneof("action")) == ("clock", "rematch_closed")
    with pytest.raises(TrucoError, match="REMATCH_OVER"):
        await guests[1].rematch()
    await guests[0].open(4)
