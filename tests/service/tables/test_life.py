"""A table's life over the real NATS server and engine: opening, sitting, starting, playing, leaving, ending."""

import asyncio
import json
import random
import time

import grpc
import pytest
from nats.js.errors import KeyNotFoundError

from deploy.local.stack import Stack
from services.common import subjects
from services.common.errors import TrucoError
from services.common.fairness.shuffle import commitment, deck, first_dealer
from services.common.subjects import LOBBY_BUCKET, PLAYER_BUCKET
from services.engine.cli.verifying import verify
from services.tables.adapters.lobby import open_lobby
from services.tables.handlers.placing import CLAIM_MS
from services.tables.handlers.ports import Place
from tests.service.tables.playing import Guest, Room, do, new_id, play_out, reached, seated
from truco.engine.v1.engine_pb2 import ReplayRequest
from truco.engine.v1.engine_pb2_grpc import EngineServiceStub
from truco.play.v1.play_pb2 import TABLE_STATUS_CLOSED, TABLE_STATUS_FINISHED, TABLE_STATUS_OPEN, TABLE_STATUS_PLAYING
from truco.rules.v1.rules_pb2 import PHASE_PLAY, Ruleset
from truco.tables.v1.tables_pb2 import Act, Whereabouts


@pytest.mark.parametrize("seats", [2, 4, 6])
async def test_a_match_is_played_to_its_end_and_its_record_replays(servers: Stack, room: Room, seats: int) -> None:
    guests = [Guest(room) for _ in range(seats)]
    await guests[0].open(seats)
    for guest in guests[1:]:
        await guest.join(guests[0].table_id)
    end = await play_out(guests, random.Random(seats))
    assert end.table.status == TABLE_STATUS_FINISHED

    records = await room.records(guests[0].table_id)
    assert [record.version for record in records] == list(range(1, len(records) + 1))
    record = json.loads(records[-1].match_record_json)
    assert record["result"] == {
        "winner": end.view.winner, "score": list(end.view.score), "chicos": list(end.view.chicos), "forfeit_seat": None,
    }  # fmt: skip
    async with grpc.aio.insecure_channel(servers.env["QUIERO_ENGINE_ADDRESS"]) as channel:
        replay = await EngineServiceStub(channel).Replay(ReplayRequest(record_json=json.dumps(record)))
    assert replay.ok, replay.failures
    assert len(list(verify(record, end.table.commitment, end.table.chain))) == 5
    assert json.loads(replay.steps_json[-1])["winner"] == end.view.winner
    assert json.loads(replay.steps_json[-1])["score"] == list(end.view.score)


async def test_every_deck_can_be_recomputed_from_the_record(room: Room) -> None:
    guests = [Guest(room), Guest(room)]
    opened = await guests[0].open()
    await guests[1].join(guests[0].table_id)
    end = await play_out(guests, random.Random(5))
    record = json.loads((await room.records(guests[0].table_id))[-1].match_record_json)

    seed = bytes.fromhex(record["fairness"]["server_seed"])
    assert end.table.server_seed == seed.hex()
    assert opened.table.commitment == record["fairness"]["commitment"] == commitment(seed)
    seeds = record["fairness"]["client_seeds"]
    assert seeds == ["ana's luck", "luck"]
    assert record["start"]["dealer"] == first_dealer(seed, seeds)
    for number, dealt in enumerate(record["deals"], start=1):
        mano = (record["start"]["dealer"] + number) % 2
        cards = deck(seed, number, seeds)
        assert dealt["hands"] == {str(mano): cards[0:6:2], str(1 - mano): cards[1:6:2]}


async def test_bots_fill_a_table_and_the_match_starts_in_the_same_record(room: Room) -> None:
    ana = Guest(room)
    opened = await ana.open(4, bots=3)
    assert opened.table.status == TABLE_STATUS_PLAYING
    assert [seat.bot for seat in opened.table.seats] == [False, True, True, True]
    await reached(ana, lambda now: now.view.phase == PHASE_PLAY)


async def test_bots_are_added_and_a_manual_start_waits(room: Room) -> None:
    ana = Guest(room)
    await ana.open(4, manual_start=True)
    full = await ana.add_bots(3)
    assert full.table.status == TABLE_STATUS_OPEN
    assert (await ana.start()).table.status == TABLE_STATUS_PLAYING


async def test_leaving_before_the_start_empties_the_seat_and_hands_the_table_over(room: Room) -> None:
    ana, beto = Guest(room), Guest(room)
    await ana.open(4)
    await beto.join(ana.table_id)
    await ana.leave()
    now = await beto.look()
    assert [seat.player_id for seat in now.table.seats] == ["", beto.player.player_id, "", ""]
    assert now.table.creator_id == beto.player.player_id


async def test_a_table_closes_when_its_last_person_leaves(room: Room) -> None:
    ana = Guest(room)
    await ana.open(4, bots=2)
    assert await _listed(room, ana.table_id)
    await ana.leave()
    assert not await _listed(room, ana.table_id)
    assert (await room.records(ana.table_id))[-1].state.status == TABLE_STATUS_CLOSED
    assert await _last_kind(room, ana.table_id) == "abandoned"
    with pytest.raises(TrucoError, match="TABLE_CLOSED"):
        await Guest(room).join(ana.table_id)


async def test_leaving_a_match_forfeits_it_and_frees_the_player(room: Room) -> None:
    ana, beto = Guest(room), Guest(room)
    await ana.open()
    await beto.join(ana.table_id)
    await ana.leave()
    record = json.loads((await room.records(ana.table_id))[-1].match_record_json)
    assert record["result"]["winner"] == 1
    assert record["result"]["forfeit_seat"] == 0
    assert record["steps"][-1] == {"seat": 0, "do": "forfeit"}
    assert await _last_kind(room, ana.table_id) == "finished"
    await ana.open()
    await beto.open()


async def test_a_player_sits_at_one_table_at_a_time(room: Room) -> None:
    ana, beto = Guest(room), Guest(room)
    await ana.open()
    first = ana.table_id
    with pytest.raises(TrucoError) as refused:
        await ana.open()
    assert (refused.value.reason, refused.value.metadata["table_id"]) == ("ALREADY_SEATED", first)
    await beto.open()
    with pytest.raises(TrucoError, match="ALREADY_SEATED"):
        await ana.join(beto.table_id)


async def test_a_lost_hint_gives_nobody_a_second_seat(room: Room) -> None:
    ana = Guest(room)
    await ana.open(4)
    await (await room.operator.jetstream().key_value(PLAYER_BUCKET)).delete(ana.player.player_id)
    with pytest.raises(TrucoError) as refused:
        await ana.join(ana.table_id)
    assert (refused.value.reason, refused.value.metadata["table_id"]) == ("ALREADY_SEATED", ana.table_id)


async def test_who_sits_down_elsewhere_meanwhile_is_not_lost_sight_of(room: Room) -> None:
    lobby, player_id = await open_lobby(room.operator), new_id()
    first, second = Place("first", 0, 1, 0), Place("second", 1, 2, 0)
    assert await lobby.claim(player_id, first)
    assert not await lobby.claim(player_id, second), "of two who claim a player at once one is first"
    seen = await lobby.place(player_id)
    assert await lobby.claim(player_id, second._replace(revision=seen.revision))
    await lobby.rise(player_id, "first")
    await lobby.sit(player_id, "first", 0, 3)
    assert (await lobby.place(player_id))[:3] == second[:3]


async def test_a_player_who_opens_two_tables_at_once_gets_one(room: Room) -> None:
    for _ in range(5):
        ana = Guest(room)
        replies = await asyncio.gather(*(room.send(ana.opening(4)) for _ in range(4)))
        refused = [reply.refused.reason for reply in replies if reply.HasField("refused")]
        assert refused == ["ALREADY_SEATED"] * 3


async def test_a_claim_that_came_to_nothing_binds_nobody_for_long(room: Room) -> None:
    lobby, ana = await open_lobby(room.operator), Guest(room)
    now_ms = time.time_ns() // 1_000_000
    await lobby.claim(ana.player.player_id, Place("0123456789abcdef", 0, now_ms, 0))
    with pytest.raises(TrucoError, match="ALREADY_SEATED"):
        await ana.open()
    place = await lobby.place(ana.player.player_id)
    await lobby.claim(ana.player.player_id, place._replace(since_ms=now_ms - CLAIM_MS))
    await ana.open()


async def test_a_stale_hint_keeps_nobody_from_sitting(room: Room) -> None:
    ana = Guest(room)
    await ana.open()
    gone = ana.table_id
    await ana.leave()
    players = await room.operator.jetstream().key_value(PLAYER_BUCKET)
    await players.put(ana.player.player_id, Whereabouts(table_id=gone).SerializeToString())
    await ana.open()


async def test_who_comes_by_a_stale_listing_makes_it_right(room: Room) -> None:
    """The worker that stored the record may have died before it told the lobby."""
    ana, beto, caro = Guest(room), Guest(room), Guest(room)
    await ana.open()
    listing = await _listing(room, ana.table_id)
    await beto.join(ana.table_id)
    for table_id, reason in ((ana.table_id, "ALREADY_STARTED"), ("00000000000000aa", "TABLE_NOT_FOUND")):
        await (await room.operator.jetstream().key_value(LOBBY_BUCKET)).put(table_id, listing)
        with pytest.raises(TrucoError, match=reason):
            await caro.join(table_id)
        assert not await _listed(room, table_id)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"seats": 3}, "BAD_SEATS"),
        ({"bots": 2}, "BAD_REQUEST"),
        ({"ruleset": Ruleset(preset="canasta")}, "UNKNOWN_PRESET"),
        ({"ruleset": Ruleset()}, "UNKNOWN_PRESET"),
    ],
)
async def test_an_impossible_table_is_refused(room: Room, options: dict[str, object], reason: str) -> None:
    ana = Guest(room)
    with pytest.raises(TrucoError, match=reason):
        await ana.open(**options)  # type: ignore[arg-type]
    assert await room.records(ana.table_id) == []


async def test_what_is_refused_changes_nothing(room: Room) -> None:
    ana, beto, carla = Guest(room), Guest(room), Guest(room)
    await ana.open(4)
    carla.table_id = ana.table_id
    refusals = [
        (carla.add_bots(1), "NOT_CREATOR"),
        (carla.start(), "NOT_CREATOR"),
        (carla.leave(), "NOT_SEATED"),
        (carla.act(do("truco")), "NOT_SEATED"),
        (carla.join(ana.table_id, 0), "SEAT_TAKEN"),
        (carla.join(ana.table_id, 4), "UNKNOWN_SEAT"),
        (carla.join(ana.table_id, -1), "UNKNOWN_SEAT"),
        (ana.start(), "SEATS_EMPTY"),
        (ana.add_bots(0), "BAD_REQUEST"),
        (ana.add_bots(4), "BAD_REQUEST"),
        (ana.act(do("truco")), "NOT_STARTED"),
        (beto.join("0123456789abcdef"), "TABLE_NOT_FOUND"),
    ]
    for call, reason in refusals:
        with pytest.raises(TrucoError, match=reason):
            await call
    assert len(await room.records(ana.table_id)) == 1


async def test_only_legal_actions_of_the_own_seat_are_carried_out(room: Room) -> None:
    ana, beto = await seated(room)
    now = await ana.look()
    turn, other = (ana, beto) if now.view.turn == 0 else (beto, ana)
    foreign = (await turn.look()).view.cards[0]
    for call, reason in [
        (other.act(do("play", (await other.look()).view.cards[0])), "NOT_YOUR_TURN"),
        (other.act(do("play", foreign)), "NOT_YOUR_TURN|CARD_NOT_HELD"),
        (turn.act(do("deal")), "DEAL_IS_AUTOMATIC"),
        (turn.act(do("quiero")), "BAD_REQUEST"),
        (turn.act(do("quiero"), now.table.version), "NOTHING_TO_ANSWER"),
        (turn.act(do("play", "13x")), "UNKNOWN_CARD"),
        (room.carry_out(turn.command(Act(action=do("truco"), seat=1 - now.view.turn))), "NOT_YOUR_SEAT"),
    ]:
        with pytest.raises(TrucoError, match=reason):
            await call
    assert (await ana.look()).table.version == now.table.version


async def test_people_and_bots_cannot_act_for_each_other(room: Room) -> None:
    ana = Guest(room)
    await ana.open(2, bots=1)
    refused = (await room.send_bot(ana.command(Act(action=do("mazo"), seat=0)))).refused
    assert refused.reason == "NOT_YOUR_SEAT"
    refused = (await room.send(ana.command(Act(action=do("mazo"), seat=1)))).refused
    assert refused.reason == "NOT_YOUR_SEAT"


async def _last_kind(room: Room, table_id: str) -> str:
    last = await room.operator.jetstream().get_last_msg(subjects.STREAM, subjects.records(table_id))
    return str(last.subject).rpartition(".")[2]


async def _listed(room: Room, table_id: str) -> bool:
    return bool(await _listing(room, table_id))


async def _listing(room: Room, table_id: str) -> bytes:
    lobby = await room.operator.jetstream().key_value(LOBBY_BUCKET)
    try:
        return (await lobby.get(table_id)).value or b""
    except KeyNotFoundError:
        return b""
