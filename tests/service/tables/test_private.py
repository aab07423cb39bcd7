"""Private tables: found by their code alone, opened by their password, and neither told to who must not know it."""

import asyncio

import pytest

from services.common.errors import TrucoError
from services.tables.adapters.lobby import CODE_LENGTH, CODE_LETTERS, open_lobby
from services.tables.handlers.guesses import MOST
from tests.service.tables.playing import Guest, Room, reached
from truco.play.v1.play_pb2 import TABLE_STATUS_OPEN, TABLE_STATUS_PLAYING, TableUpdate
from truco.tables.v1.tables_pb2 import JoinTable

_SECRET = "el macho de espada"


async def test_a_private_table_is_found_by_its_code_alone(room: Room) -> None:
    ana, beto = Guest(room), Guest(room)
    code = (await ana.open(4, unlisted=True)).table.code

    found = await room.find(code)
    joined = await beto.join(found.table_id)

    assert len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS)
    assert (found.table_id, found.status, found.listed) == (ana.table_id, TABLE_STATUS_OPEN, False)
    assert (found.code, joined.table.code) == ("", code)
    assert (await _as_stranger(room, ana.table_id)).table.code == ""
    for wrong in ("ZZZZZZ", code[:-1], "a.>", "*", ""):
        with pytest.raises(TrucoError, match="CODE_NOT_FOUND"):
            await room.find(wrong)


async def test_a_code_goes_with_its_table(room: Room) -> None:
    ana = Guest(room)
    code = (await ana.open(4, unlisted=True)).table.code
    await ana.leave()
    with pytest.raises(TrucoError, match="CODE_NOT_FOUND"):
        await room.find(code)
    lobby = await open_lobby(room.operator)
    assert await lobby.table_of_code(code) is None


async def test_a_listed_table_has_no_code_and_no_password(room: Room) -> None:
    ana = Guest(room)
    assert (await ana.open(4)).table.code == ""
    with pytest.raises(TrucoError, match="BAD_REQUEST"):
        await Guest(room).open(4, password=_SECRET)


async def test_who_sits_down_must_know_the_password(room: Room) -> None:
    ana, beto = Guest(room), Guest(room)
    opened = await ana.open(4, unlisted=True, password=_SECRET)
    assert opened.table.has_password
    for wrong in ("", "el macho", _SECRET.upper()):
        with pytest.raises(TrucoError, match="WRONG_PASSWORD"):
            await beto.join(ana.table_id, password=wrong)
    assert (await beto.join(ana.table_id, password=_SECRET)).seat == 1


async def test_a_password_stands_in_no_record_and_no_update(room: Room) -> None:
    ana, beto = Guest(room), Guest(room)
    said = list[bytes]()

    async def hear(message: object) -> None:
        said.append(message.data)  # type: ignore[attr-defined]

    await room.operator.subscribe("seat.>", cb=hear)
    await room.operator.subscribe("watch.>", cb=hear)
    await room.operator.flush()
    await ana.open(2, unlisted=True, password=_SECRET)
    await beto.join(ana.table_id, password=_SECRET)
    await reached(ana, lambda now: now.table.status == TABLE_STATUS_PLAYING)
    said += [record.SerializeToString() for record in await room.records(ana.table_id)]
    assert len(said) > 4
    assert not any(_SECRET.encode() in each for each in said)


async def test_too_many_wrong_passwords_close_the_door_for_a_while(room: Room) -> None:
    ana, beto = Guest(room), Guest(room)
    await ana.open(4, unlisted=True, password=_SECRET)
    beto.table_id = ana.table_id
    wrong = [room.send(beto.command(JoinTable(password=f"guess {n}"))) for n in range(MOST)]
    assert {reply.refused.reason for reply in await asyncio.gather(*wrong)} == {"WRONG_PASSWORD"}

    refused = (await room.send(Guest(room).command(JoinTable(password=_SECRET), table_id=ana.table_id))).refused

    assert refused.reason == "LIMIT_REACHED"
    assert 0 < refused.retry_after_ms <= 60_000
    assert refused.metadata["limit"] == "passwords_per_table"


async def test_a_guess_that_is_sent_again_counts_once(room: Room) -> None:
    ana, beto = Guest(room), Guest(room)
    await ana.open(4, unlisted=True, password=_SECRET)
    beto.table_id = ana.table_id
    guess = beto.command(JoinTable(password="guess"))
    for _ in range(MOST + 2):
        assert (await room.send(guess)).refused.reason == "WRONG_PASSWORD"


async def test_who_does_not_sit_there_sees_no_match_that_is_for_its_seats_only(room: Room) -> None:
    ana, beto = Guest(room), Guest(room)
    opened = await ana.open(2, no_spectators=True)
    assert not opened.table.spectators_allowed
    assert (await _as_stranger(room, ana.table_id)).table.status == TABLE_STATUS_OPEN
    await beto.join(ana.table_id)
    with pytest.raises(TrucoError, match="SPECTATORS_FORBIDDEN"):
        await _as_stranger(room, ana.table_id)
    assert (await beto.look()).seat == 1


async def _as_stranger(room: Room, table_id: str) -> TableUpdate:
    return TableUpdate.FromString((await room.get(table_id, "stranger")).update)
