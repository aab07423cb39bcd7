"""Commands are carried out once: repeats, reused ids, stale versions, late arrivals (architecture 4.1 to 4.3)."""

import asyncio
import random

import pytest

from services.common import subjects
from services.common.errors import TrucoError
from tests.service.tables.playing import TO_15, Guest, Room, accepted, do, new_id, pick, reached, seated, update
from truco.rules.v1.rules_pb2 import PHASE_PLAY, Action, Ruleset
from truco.tables.v1.tables_pb2 import Act, Command, JoinTable, LeaveTable, OpenTable


async def test_a_repeated_request_gets_its_first_answer_and_changes_nothing(room: Room) -> None:
    guests = await seated(room)
    now = await guests[0].look()
    turn = guests[now.view.turn]
    command = turn.command(Act(action=do("truco")), version=now.table.version)
    first = accepted(await room.send(command))
    assert first.version == now.table.version + 1
    answer = guests[1 - now.view.turn]
    await answer.act(do("quiero"), first.version)
    assert accepted(await room.send(command)) == first
    assert len(await room.records(turn.table_id)) == first.version + 1


async def test_a_repeated_request_sends_the_updates_again(room: Room) -> None:
    guests = await seated(room)
    now = await guests[0].look()
    turn = guests[now.view.turn]
    command = turn.command(Act(action=do("truco")))
    version = accepted(await room.send(command)).version
    seat = await room.gateway.subscribe(subjects.seat(turn.table_id, 1 - now.view.turn))
    await room.gateway.flush()
    await room.send(command)
    again = update((await seat.next_msg(5)).data)
    assert again.table.version == version


async def test_opening_and_joining_are_repeated_without_harm(room: Room) -> None:
    ana, beto = Guest(room), Guest(room)
    opening = ana.opening(4)
    first = accepted(await room.send(opening))
    beto.table_id = ana.table_id
    joining = beto.command(JoinTable())
    joined = accepted(await room.send(joining))
    assert (first.version, joined.version) == (1, 2)
    assert accepted(await room.send(opening)).version == 1
    assert accepted(await room.send(joining)).version == 2
    assert update(accepted(await room.send(joining)).update).seat == 1


async def test_leaving_is_repeated_without_harm(room: Room) -> None:
    ana, beto = Guest(room), Guest(room)
    await ana.open(4)
    await beto.join(ana.table_id)
    leaving = beto.command(LeaveTable())
    assert accepted(await room.send(leaving)).version == accepted(await room.send(leaving)).version == 3


async def test_a_request_id_with_another_body_is_refused(room: Room) -> None:
    ana = Guest(room)
    opening = ana.opening(4)
    await room.send(opening)
    opening.open.seats = 2
    with pytest.raises(TrucoError, match="REQUEST_ID_REUSED"):
        accepted(await room.send(opening))

    guests = await seated(room)
    now = await guests[0].look()
    turn = guests[now.view.turn]
    request_id = new_id()
    await turn.act(do("truco"), request_id=request_id)
    with pytest.raises(TrucoError, match="REQUEST_ID_REUSED"):
        await turn.act(do("mazo"), request_id=request_id)


async def test_the_same_request_sent_many_times_at_once_counts_once(room: Room) -> None:
    guests = await seated(room)
    now = await guests[0].look()
    command = guests[now.view.turn].command(Act(action=do("truco")))
    replies = await asyncio.gather(*(room.send(command) for _ in range(20)))
    assert {accepted(reply).version for reply in replies} == {now.table.version + 1}
    assert len(await room.records(guests[0].table_id)) == now.table.version + 1


async def test_a_stale_version_is_refused_with_the_current_one(room: Room) -> None:
    guests = await seated(room)
    now = await guests[0].look()
    turn, other = guests[now.view.turn], guests[1 - now.view.turn]
    await turn.act(do("truco"))
    with pytest.raises(TrucoError) as refused:
        await other.act(do("quiero"), now.table.version)
    assert refused.value.reason == "STALE_VERSION"
    assert refused.value.metadata["version"] == str(now.table.version + 1)


async def test_an_opening_does_not_become_a_raise_unseen(room: Room) -> None:
    guests = await seated(room)
    now = await guests[0].look()
    turn, other = guests[now.view.turn], guests[1 - now.view.turn]
    version = (await turn.act(do("envido"))).version
    with pytest.raises(TrucoError, match="STALE_VERSION"):
        await other.act(do("falta_envido"))
    assert (await other.act(do("falta_envido"), version)).version == version + 1


async def test_a_refused_request_may_be_sent_again_later(room: Room) -> None:
    guests = await seated(room)
    now = await guests[0].look()
    turn, other = guests[now.view.turn], guests[1 - now.view.turn]
    request_id = new_id()
    with pytest.raises(TrucoError, match="NOT_YOUR_TURN"):
        await other.act(do("mazo"), request_id=request_id)
    await turn.act(pick([do("play", (await turn.look()).view.cards[0])], random.Random(0)))
    await other.act(do("mazo"), request_id=request_id)


async def test_what_comes_too_late_is_not_carried_out(room: Room) -> None:
    guests = await seated(room)
    now = await guests[0].look()
    command = guests[now.view.turn].command(Act(action=do("truco")))
    command.not_after_ms -= 20_000
    with pytest.raises(TrucoError, match="TOO_LATE"):
        accepted(await room.send(command))
    assert (await guests[0].look()).table.version == now.table.version


def _without_request_id(command: Command) -> None:
    command.request_id = "short"


def _without_time(command: Command) -> None:
    command.not_after_ms = 0


def _without_body(command: Command) -> None:
    command.ClearField("act")


def _with_wild_player(command: Command) -> None:
    command.player.player_id = "a.>"


def _opening_foreign(command: Command) -> None:
    command.open.CopyFrom(OpenTable(seats=2))


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (_without_request_id, "BAD_REQUEST_ID"),
        (_without_time, "BAD_REQUEST"),
        (_without_body, "BAD_REQUEST"),
        (_with_wild_player, "BAD_REQUEST"),
        (_opening_foreign, "BAD_REQUEST"),
    ],
)
async def test_a_malformed_command_is_refused(room: Room, spoil: "object", reason: str) -> None:
    guests = await seated(room)
    command = guests[0].command(Act(action=do("mazo")))
    assert callable(spoil)
    spoil(command)
    with pytest.raises(TrucoError, match=reason):
        accepted(await room.send(command))


async def test_a_long_client_seed_is_refused(room: Room) -> None:
    ana = Guest(room)
    opening = ana.opening()
    opening.open.client_seed = "x" * 65
    with pytest.raises(TrucoError, match="BAD_REQUEST"):
        accepted(await room.send(opening))


async def test_what_no_release_knows_is_not_stored_or_records_would_outgrow_nats(room: Room) -> None:
    ana, beto, padding = Guest(room), Guest(room), b"padding" * 1_000
    unknown = b"\xfa\x7f\xd8\x36" + padding  # field 2047, 7,000 bytes
    await ana.open(ruleset=Ruleset.FromString(TO_15.SerializeToString() + unknown))
    await beto.join(ana.table_id)
    now = await reached(ana, lambda now: now.view.phase == PHASE_PLAY)
    turn = (ana, beto)[now.view.turn]
    await turn.act(Action.FromString(do("truco").SerializeToString() + unknown))
    records = await room.records(ana.table_id)
    assert len(records) == now.table.version + 1
    assert [padding in record.SerializeToString() for record in records] == [False] * len(records)
