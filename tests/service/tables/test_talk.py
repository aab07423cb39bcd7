"""What is said at a table is kept, told to those who may hear it, and to nobody else."""

import asyncio
import random
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from nats.aio.msg import Msg
from nats.js.errors import NotFoundError

from deploy.local.stack import Stack
from services.common import subjects
from services.common.errors import Busy, TrucoError
from services.tables.domain.talk_limits import AT_ONCE, EVERY_MS
from tests.service.tables.playing import Guest, Room, new_id, one_action, seated
from tests.service.tables.worker import worker
from truco.play.v1.play_pb2 import REPORT_CAUSE_ABUSE, TableUpdate, TalkLine
from truco.tables.v1.tables_pb2 import GetTalk, PlayerReport, Query, ReportPlayer, Say, SeatTalk, TalkRecord

_TOLD_WITHIN = 0.2


async def say(guest: Guest, request_id: str = "", **what: str) -> TalkLine:
    return (await guest.room.carry_out(guest.command(Say(**what), request_id))).line


async def refused(guest: Guest, **what: str) -> str:
    with pytest.raises(TrucoError) as error:
        await say(guest, **what)
    return error.value.reason


async def heard(guest: Guest) -> list[tuple[int, str]]:
    """The numbers and words that a guest is told when it comes back."""
    query = Query(talk=GetTalk(table_id=guest.table_id, player_id=guest.player.player_id))
    lines = (await guest.room._query(guest.table_id, query)).talk.lines
    return [(line.number, getattr(line, line.WhichOneof("what") or "")) for line in lines]


@asynccontextmanager
async def listening(room: Room, table_id: str = "") -> AsyncIterator[list[Msg]]:
    """All that is told of a table, or of all, to whomever; complete at the end of the block."""
    told: list[Msg] = []

    async def hear(message: Msg) -> None:
        told.append(message)

    subscription = await room.operator.subscribe(">", cb=hear)
    await room.operator.flush()
    yield told
    await asyncio.sleep(_TOLD_WITHIN)
    await subscription.unsubscribe()
    told[:] = [message for message in told if table_id in message.subject]


def live(told: list[Msg]) -> dict[str, list[str]]:
    """What each listener was told, by the subject's end."""
    found: dict[str, list[str]] = {}
    for message in told:
        if message.subject.startswith(("seat.", "watch.", "botseat.")) and message.subject.endswith(".talk"):
            line = SeatTalk.FromString(message.data).line
            found.setdefault(message.subject.split(".")[2], []).append(getattr(line, line.WhichOneof("what") or ""))
    return found


async def test_each_kind_is_told_to_those_who_may_hear_it(room: Room) -> None:
    guests = await seated(room, 4)
    async with listening(room, guests[0].table_id) as told:
        await say(guests[0], table_text="buenas")
        await say(guests[1], team_text="vamos nosotros")
        await say(guests[1], sena="ancho_espada")
        await say(guests[2], reaction="jaja")

    assert live(told) == {
        "0": ["buenas", "jaja"],
        "1": ["buenas", "vamos nosotros", "ancho_espada", "jaja"],
        "2": ["buenas", "jaja"],
        "3": ["buenas", "vamos nosotros", "ancho_espada", "jaja"],
    }
    assert await heard(guests[0]) == [(1, "buenas"), (4, "jaja")]
    assert [number for number, _ in await heard(guests[3])] == [1, 2, 3, 4]
    assert await heard(Guest(room, table_id=guests[0].table_id)) == []


async def test_a_sena_is_in_nothing_that_a_rival_or_a_spectator_gets(room: Room) -> None:
    guests = await seated(room, 4)
    table_id = guests[0].table_id
    async with listening(room, table_id) as told:
        await say(guests[0], sena="siete_oro")
        await say(guests[0], team_text="tengo el siete bravo")
        await one_action(guests, await guests[0].look(), random.Random(1))

    with_it = {m.subject for m in told if b"siete_oro" in m.data or b"siete bravo" in m.data}
    assert {subject for subject in with_it if not subject.startswith("tables.cmd.")} == {
        f"seat.{table_id}.0.talk",
        f"seat.{table_id}.2.talk",
        subjects.talk(table_id, "0"),
    }


async def test_a_seat_that_changes_hands_before_the_match_inherits_nothing(room: Room) -> None:
    ana, beto, eva = Guest(room), Guest(room), Guest(room)
    await ana.open(4)
    await beto.join(ana.table_id, 2)
    await say(ana, team_text="esa no se la digas a nadie")
    await beto.leave()
    await eva.join(ana.table_id, 2)

    await say(eva, team_text="hola")

    assert await heard(eva) == [(2, "hola")]
    assert await heard(beto) == [(1, "esa no se la digas a nadie")]
    assert [number for number, _ in await heard(ana)] == [1, 2]
    assert await refused(beto, table_text="hola") == "NOT_SEATED"


async def test_what_may_not_be_said_is_refused_and_not_kept(room: Room) -> None:
    two, four = await seated(room), await seated(room, 4)

    assert await refused(two[0], team_text="hola") == "NO_PARTNERS"
    assert await refused(two[0], sena="nada") == "NO_PARTNERS"
    assert await refused(four[0], sena="flor") == "UNKNOWN_SENA", "maestro is played without flor"
    assert await refused(four[0], sena="perico") == "UNKNOWN_SENA"
    assert await refused(four[0], reaction="buuu") == "UNKNOWN_REACTION"
    assert await refused(four[0], table_text="x" * 201) == "BAD_TEXT"
    assert await refused(four[0], table_text="a\u202eb") == "BAD_TEXT"
    assert await refused(four[0]) == "BAD_REQUEST"
    assert await refused(Guest(room, table_id=four[0].table_id), table_text="hola") == "NOT_SEATED"
    assert await refused(Guest(room, table_id="0123456789abcdef"), table_text="hola") == "TABLE_NOT_FOUND"
    with pytest.raises(NotFoundError):
        await room.operator.jetstream().get_msg(subjects.TALK_STREAM, subject=subjects.talk_of(four[0].table_id))


async def test_senas_are_made_only_while_a_hand_is_played(room: Room) -> None:
    ana = Guest(room)
    await ana.open(4)

    assert await refused(ana, sena="nada") == "NO_HAND"


async def test_a_repeated_request_is_said_once_and_told_again(room: Room) -> None:
    guests = await seated(room)
    request_id = new_id()
    async with listening(room, guests[0].table_id) as told:
        lines = [await say(guests[0], request_id, table_text="hola") for _ in range(2)]
        version = (await guests[0].look()).table.version

    assert lines[0] == lines[1] and lines[0].number == 1
    assert live(told) == {"0": ["hola", "hola"], "1": ["hola", "hola"]}
    assert await heard(guests[1]) == [(1, "hola")]
    assert (await guests[0].look()).table.version == version, "talk makes no record of the table"
    with pytest.raises(TrucoError, match="REQUEST_ID_REUSED"):
        await say(guests[0], request_id, table_text="otra cosa")
    assert (await say(guests[1], request_id, table_text="yo")).number == 2, "request ids are each player's own"


async def test_who_says_too_much_must_wait_and_another_worker_counts_the_same(
    servers: Stack, room: Room, tmp_path: Path
) -> None:
    """However slow the machine: as many are let through as time allows, whoever answers."""
    guests = await seated(room, 4)
    with worker(servers, tmp_path / "worker.log") as other:
        other.wait_until_well()
        said, refusals, begun = 0, list[Busy](), time.monotonic()
        while len(refusals) < 4:
            try:
                await say(guests[0], team_text="y otra")
                said += 1
            except Busy as refusal:
                refusals.append(refusal)
        assert AT_ONCE <= said <= AT_ONCE + (time.monotonic() - begun) * 1000 / EVERY_MS
        assert {(each.reason, each.metadata["limit"]) for each in refusals} == {("LIMIT_REACHED", "texts")}
    await say(guests[0], sena="nada")
    await say(guests[1], table_text="yo sí")


async def test_who_says_too_much_is_told_how_long_to_wait(room: Room) -> None:
    guests = await seated(room)

    while (reply := await room.send(guests[0].command(Say(table_text="y otra")))).HasField("accepted"):
        pass

    assert reply.refused.reason == "LIMIT_REACHED" and 0 < reply.refused.retry_after_ms <= 2000
    await asyncio.sleep(reply.refused.retry_after_ms / 1000)
    await say(guests[0], table_text="y otra")


async def test_nothing_said_is_lost_or_numbered_twice_though_workers_die(
    servers: Stack, room: Room, tmp_path: Path
) -> None:
    """Everybody speaks at four tables while one worker of two is killed."""
    tables = [await seated(room, 6) for _ in range(4)]

    async def talk(guest: Guest) -> list[int]:
        return [(await say(guest, table_text=f"{guest.player.player_id} {i}")).number for i in range(5)]

    with worker(servers, tmp_path / "worker.log") as dying:
        dying.wait_until_well()
        await asyncio.sleep(2)  # the shards are shared out
        async with listening(room) as told:
            speaking = [asyncio.create_task(talk(guest)) for guests in tables for guest in guests]
            await asyncio.sleep(0.05)
            dying.signal(signal.SIGKILL)
            numbers = await asyncio.gather(*speaking)

    for at, guests in enumerate(tables):
        heard_live = live([message for message in told if guests[0].table_id in message.subject])
        assert [len(set(heard_live[str(seat)])) for seat in range(6)] == [30] * 6, "everybody was told every line"
        acknowledged = sorted(number for mine in numbers[at * 6 : at * 6 + 6] for number in mine)
        assert acknowledged == list(range(1, 31))
        again = await heard(guests[0])
        assert [number for number, _ in again] == list(range(1, 31))
        assert len({words for _, words in again}) == 30


async def test_the_last_fifty_that_one_may_hear_come_again(room: Room) -> None:
    guests = await seated(room, 6)
    for count in range(9):
        for guest in guests:
            await (say(guest, table_text="uh") if count < 4 else say(guest, reaction="uh"))
    await say(guests[1], team_text="solo nosotros")

    assert [number for number, _ in await heard(guests[0])] == list(range(5, 55))
    assert [number for number, _ in await heard(guests[1])] == list(range(6, 56))


async def test_what_is_stored_tells_moderators_all(room: Room) -> None:
    guests = await seated(room, 4)
    request_id = new_id()
    await say(guests[3], request_id, sena="tres")

    subject = subjects.talk(guests[0].table_id, "1")
    message = await room.operator.jetstream().get_msg(subjects.TALK_STREAM, subject=subject)
    record = TalkRecord.FromString(message.data or b"")

    assert record.line.sena == "tres" and record.line.player_id == guests[3].player.player_id
    assert [(hearer.seat, hearer.player_id) for hearer in record.hearers] == [
        (seat, guests[seat].player.player_id) for seat in (1, 3)
    ]
    assert (record.request_id, record.epoch, record.previous_sequence) == (request_id, 1, 0)
    config = (await room.operator.jetstream().stream_info(subjects.TALK_STREAM)).config
    assert config.max_age == 30 * 86_400 and config.storage == "file"


async def test_a_report_carries_the_hand_and_the_talk_as_the_reporter_saw_them(room: Room) -> None:
    guests = await seated(room, 4)
    for _ in range(2):
        await one_action(guests, await guests[0].look(), random.Random(3))
    await say(guests[1], table_text="malo")
    await say(guests[1], team_text="nos vieron")
    body = ReportPlayer(seat=1, cause=REPORT_CAUSE_ABUSE, text=" me insultó ")
    command = guests[0].command(body)
    report_ids = {(await room.carry_out(command)).report_id for _ in range(2)}

    js = room.operator.jetstream()
    subject = subjects.report(guests[0].table_id)
    message = await js.get_msg(subjects.REPORTS_STREAM, subject=subject)
    filed = PlayerReport.FromString(message.data or b"")
    stored = (await js.stream_info(subjects.REPORTS_STREAM, subjects_filter=subject)).state.subjects

    assert stored == {subject: 1} and report_ids == {filed.report_id}
    assert (filed.reporter.player_id, filed.reporter_seat) == (guests[0].player.player_id, 0)
    assert (filed.reported.player_id, filed.reported_seat) == (guests[1].player.player_id, 1)
    assert (filed.text, filed.cause, filed.match_id) == ("me insultó", REPORT_CAUSE_ABUSE, f"{guests[0].table_id}-1")
    assert [line.table_text for line in filed.talk] == ["malo"]
    hand, now = (
        TableUpdate.FromString(filed.hand),
        await room.get(guests[0].table_id, guests[0].player.player_id, since=0),
    )
    assert hand.view == TableUpdate.FromString(now.update).view
    assert hand.seat == 0 and hand.events[0].HasField("hand_dealt") and len(hand.events) >= 3


async def test_what_is_no_report_is_refused(room: Room) -> None:
    guests = await seated(room)
    bots = Guest(room)
    await bots.open(2, bots=1)

    async def refused(guest: Guest, **body: object) -> str:
        fields = {"seat": 1, "cause": REPORT_CAUSE_ABUSE, **body}
        with pytest.raises(TrucoError) as error:
            await room.carry_out(guest.command(ReportPlayer(**fields)))  # type: ignore[arg-type]
        return error.value.reason

    assert await refused(guests[0], seat=2) == "UNKNOWN_SEAT"
    assert await refused(guests[0], seat=-1) == "UNKNOWN_SEAT"
    assert await refused(guests[0], seat=0) == "BAD_REQUEST"
    assert await refused(bots) == "BAD_REQUEST"
    assert await refused(guests[0], cause=0) == "BAD_REQUEST"
    assert await refused(guests[0], cause=99) == "BAD_REQUEST"
    assert await refused(guests[0], text="x" * 501) == "BAD_TEXT"
    assert await refused(Guest(room, table_id=guests[0].table_id)) == "NOT_SEATED"
