"""What may be changed before a match: seats, who sits there, the clocks it will have."""

import pytest

from services.common.errors import TrucoError
from tests.service.tables.playing import TO_15, Guest, Room, accepted, reached
from truco.play.v1.play_pb2 import TABLE_STATUS_PLAYING, TableUpdate
from truco.rules.v1.rules_pb2 import PHASE_PLAY, Ruleset
from truco.tables.v1.tables_pb2 import JoinTable


def _names(now: TableUpdate) -> list[str]:
    return [seat.player_id for seat in now.table.seats]


async def test_a_player_moves_to_an_empty_seat(room: Room) -> None:
    ana, beto = Guest(room), Guest(room)
    await ana.open(4)
    await beto.join(ana.table_id)

    moved = await beto.change_seat(3)

    assert moved.seat == 3
    assert _names(moved) == [ana.player.player_id, "", "", beto.player.player_id]


async def test_a_player_and_a_bot_of_the_platform_change_seats(room: Room) -> None:
    ana, beto = Guest(room), Guest(room)
    await ana.open(4, bots=1)
    await beto.join(ana.table_id)

    moved = await beto.change_seat(3)
    assert [seat.bot for seat in moved.table.seats] == [False, True, False, False]
    await ana.add_bots(1)

    await reached(ana, lambda now: now.view.phase == PHASE_PLAY)
    assert _names(await ana.look())[1:3] == [f"bot-{ana.table_id}-1", f"bot-{ana.table_id}-2"]


async def test_a_seat_is_changed_once_however_often_it_is_asked(room: Room) -> None:
    ana = Guest(room)
    await ana.open(4)
    version = (await ana.change_seat(2)).table.version
    assert (await ana.change_seat(2)).table.version == version


async def test_the_host_takes_a_player_and_a_bot_out_of_their_seats(room: Room) -> None:
    ana, beto, caro = Guest(room), Guest(room), Guest(room)
    await ana.open(4, bots=1)
    await beto.join(ana.table_id)

    await ana.remove(1)
    now = await ana.remove(3)

    assert _names(now) == [ana.player.player_id, "", "", ""]
    with pytest.raises(TrucoError, match="REMOVED_BY_HOST"):
        await beto.join(ana.table_id)
    await beto.open(4)  # who was taken out is free
    await caro.join(ana.table_id, 1)


async def test_the_request_of_a_player_who_was_taken_out_is_still_answered(room: Room) -> None:
    ana, beto = Guest(room), Guest(room)
    await ana.open(4)
    beto.table_id = ana.table_id
    joining = beto.command(JoinTable())
    first = accepted(await room.send(joining))
    await ana.remove(1)
    assert accepted(await room.send(joining)).version == first.version


async def test_what_may_not_be_changed_is_refused(room: Room) -> None:
    ana, beto, caro = Guest(room), Guest(room), Guest(room)
    await ana.open(4)
    await beto.join(ana.table_id)
    caro.table_id = ana.table_id
    for call, reason in [
        (beto.change_seat(0), "SEAT_TAKEN"),
        (beto.change_seat(4), "UNKNOWN_SEAT"),
        (beto.change_seat(-1), "UNKNOWN_SEAT"),
        (caro.change_seat(2), "NOT_SEATED"),
        (beto.remove(0), "NOT_CREATOR"),
        (ana.remove(0), "BAD_REQUEST"),
        (ana.remove(2), "BAD_REQUEST"),
        (ana.remove(7), "UNKNOWN_SEAT"),
    ]:
        with pytest.raises(TrucoError, match=reason):
            await call
    await ana.add_bots(2)
    for call, reason in [(beto.change_seat(2), "ALREADY_STARTED"), (ana.remove(1), "ALREADY_STARTED")]:
        with pytest.raises(TrucoError, match=reason):
            await call


@pytest.mark.parametrize(
    ("ruleset", "wanted", "clock"),
    [
        (TO_15, {}, (30, 60)),
        (Ruleset(preset="estrella"), {}, (90, 0)),
        (Ruleset(preset="estrella"), {"turn_seconds": 5, "bank_seconds": 600}, (5, 600)),
        (TO_15, {"turn_seconds": 300, "bank_seconds": 0}, (300, 0)),
    ],
)
async def test_a_tables_clock_is_its_own_or_its_presets(
    room: Room, ruleset: Ruleset, wanted: dict[str, int], clock: tuple[int, int]
) -> None:
    ana, beto = Guest(room), Guest(room)
    opened = await ana.open(ruleset=ruleset, **wanted)
    assert (opened.table.turn_seconds, opened.table.bank_seconds) == clock

    await beto.join(ana.table_id)
    now = await reached(ana, lambda now: now.table.status == TABLE_STATUS_PLAYING and now.view.phase == PHASE_PLAY)

    awaited = now.table.seats[now.view.awaited[0]]
    assert awaited.bank_ms == clock[1] * 1000
    last = (await room.records(ana.table_id))[-1]
    assert awaited.deadline_ms - last.time_ms == pytest.approx(sum(clock) * 1000, abs=1000)


@pytest.mark.parametrize(
    "wanted", [{"turn_seconds": 4}, {"turn_seconds": 301}, {"bank_seconds": -1}, {"bank_seconds": 601}]
)
async def test_a_clock_out_of_bounds_is_refused(room: Room, wanted: dict[str, int]) -> None:
    with pytest.raises(TrucoError, match="BAD_REQUEST"):
        await Guest(room).open(**wanted)
