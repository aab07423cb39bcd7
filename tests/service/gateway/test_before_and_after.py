"""What comes before and after a match, at both faces: private tables, seats, removal, stakes, rematch, the record."""

import asyncio
import json
from collections.abc import Callable

import pytest

from services.common.errors import TrucoError
from services.engine.cli.verifying import verify
from tests.service.gateway.conftest import NewGuest
from tests.service.gateway.faces import Face, Guest, new_id
from tests.service.gateway.matches import SECONDS, Watching, act, next_update, open_table, seated, until_caught_up
from tests.service.gateway.portal import SigningPortal
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2


async def _join(guest: Guest, table_id: str, **fields: object) -> play_pb2.TableUpdate:
    request = play_pb2.JoinTableRequest(request_id=new_id(), table_id=table_id, **fields)  # type: ignore[arg-type]
    return (await guest.call("JoinTable", request, play_pb2.JoinTableResponse)).update


async def _find(guest: Guest, code: str) -> play_pb2.TableInfo:
    return (await guest.call("FindTable", play_pb2.FindTableRequest(code=code), play_pb2.FindTableResponse)).table


async def _change_seat(guest: Guest, table_id: str, seat: int) -> play_pb2.TableUpdate:
    request = play_pb2.ChangeSeatRequest(request_id=new_id(), table_id=table_id, seat=seat)
    return (await guest.call("ChangeSeat", request, play_pb2.ChangeSeatResponse)).update


async def _remove(guest: Guest, table_id: str, seat: int) -> play_pb2.TableUpdate:
    request = play_pb2.RemovePlayerRequest(request_id=new_id(), table_id=table_id, seat=seat)
    return (await guest.call("RemovePlayer", request, play_pb2.RemovePlayerResponse)).update


async def _rematch(guest: Guest, table_id: str, **fields: object) -> play_pb2.TableUpdate:
    request = play_pb2.RematchRequest(request_id=new_id(), table_id=table_id, **fields)  # type: ignore[arg-type]
    return (await guest.call("Rematch", request, play_pb2.RematchResponse)).update


async def _record(guest: Guest, match_id: str) -> str:
    request = play_pb2.GetMatchRecordRequest(match_id=match_id)
    return (await guest.call("GetMatchRecord", request, play_pb2.GetMatchRecordResponse)).record_json


async def _until(stream: Watching, wanted: Callable[[play_pb2.TableUpdate], bool]) -> play_pb2.TableUpdate:
    async with asyncio.timeout(SECONDS):
        while not wanted(now := await next_update(stream)):
            continue
    return now


async def test_a_private_table_is_found_by_its_code_however_it_is_typed(new_guest: NewGuest) -> None:
    ana, beto = new_guest(), new_guest()
    table = (await open_table(ana, unlisted=True, password="quiero vale cuatro")).table
    typed = f" {table.code[:3].lower()}-{table.code[3:]} "

    found = await _find(beto, typed)

    assert (found.table_id, found.code, found.has_password) == (table.table_id, "", True)
    with pytest.raises(TrucoError, match="WRONG_PASSWORD"):
        await _join(beto, table.table_id, password="quiero retruco")
    assert (await _join(beto, table.table_id, password="quiero vale cuatro")).table.code == table.code


@pytest.mark.parametrize("what", ["codes", "passwords"])
async def test_guesses_are_limited(new_guest: NewGuest, what: str) -> None:
    ana, beto = new_guest(), new_guest()
    table = (await open_table(ana, unlisted=True, password="secreto")).table

    async def guess() -> TrucoError:
        with pytest.raises(TrucoError) as refused:
            await (_find(beto, "ZZZZZZ") if what == "codes" else _join(beto, table.table_id, password="no"))
        return refused.value

    guesses = [await guess() for _ in range(30)]

    wrong = "CODE_NOT_FOUND" if what == "codes" else "WRONG_PASSWORD"
    assert {error.reason for error in guesses[:20]} == {wrong}
    assert (guesses[-1].reason, guesses[-1].metadata["limit"]) == ("LIMIT_REACHED", f"{what}_per_minute")


async def test_streams_follow_who_moves_and_who_is_taken_out(new_guest: NewGuest) -> None:
    ana, beto = new_guest(), new_guest()
    table_id = (await open_table(ana, seats=4)).table.table_id
    await _join(beto, table_id)
    host, guest = ana.watch(), beto.watch()
    await until_caught_up(host)
    await until_caught_up(guest)

    assert (await _change_seat(beto, table_id, 3)).seat == 3
    await _until(guest, lambda now: now.HasField("seat") and now.seat == 3)
    await _until(host, lambda now: now.table.seats[3].player_id == beto.player_id)

    await _remove(ana, table_id, 3)
    out = await _until(guest, lambda now: not now.HasField("seat"))
    assert not any(seat.player_id == beto.player_id for seat in out.table.seats)
    with pytest.raises(TrucoError, match="REMOVED_BY_HOST"):
        await _join(beto, table_id)
    await host.aclose()
    await guest.aclose()


async def test_a_rematch_reaches_the_streams_and_each_match_has_its_record(new_guest: NewGuest) -> None:
    table_id, ana, beto = await seated(new_guest)
    stream = ana.watch()
    await until_caught_up(stream)
    await act(beto, table_id, rules_pb2.Action(kind=rules_pb2.ACTION_KIND_FORFEIT))
    end = await _until(stream, lambda now: now.table.HasField("rematch"))

    await _rematch(beto, table_id, client_seed="otra vez")
    wanted = await _until(stream, lambda now: bool(now.table.rematch.wanted_by))
    assert len(wanted.table.rematch.wanted_by) == 1
    await _rematch(ana, table_id)
    again = await _until(stream, lambda now: now.table.epoch == 2 and now.view.phase == rules_pb2.PHASE_PLAY)

    assert again.table.commitment == end.table.rematch.commitment
    record = json.loads(await _record(ana, end.table.match_id))
    assert len(list(verify(record, end.table.commitment, end.table.chain))) == 5
    with pytest.raises(TrucoError, match="NOT_FINISHED"):
        await _record(ana, again.table.match_id)
    with pytest.raises(TrucoError, match="NOT_SEATED"):
        await _record(new_guest(), end.table.match_id)
    for wrong in ("", "1", f"{table_id}-0", f"{table_id}-x", f"{table_id}-99", "a.>-1"):
        with pytest.raises(TrucoError, match="MATCH_NOT_FOUND"):
            await _record(ana, wrong)
    await stream.aclose()


async def test_who_may_stake_is_told_by_the_token(face: Face, portal: SigningPortal, new_guest: NewGuest) -> None:
    player_id = new_id()
    confirmed = Guest(face, portal.token(player_id, guest=False, confirmed=True), player_id)
    assert (await open_table(confirmed, stake=25)).table.stake == 25
    for claims in ({"guest": False}, {"confirmed": True}, {"guest": False, "confirmed": "true"}):
        player_id = new_id()
        unsure = Guest(face, portal.token(player_id, **claims), player_id)
        with pytest.raises(TrucoError, match="GUESTS_CANNOT_STAKE"):
            await open_table(unsure, stake=25)
    with pytest.raises(TrucoError, match="BAD_STAKE"):
        await open_table(new_guest(), stake=26)


async def test_the_clock_is_the_tables(new_guest: NewGuest) -> None:
    table = (await open_table(new_guest(), turn_seconds=12, bank_seconds=0)).table
    assert (table.turn_seconds, table.bank_seconds) == (12, 0)
    table = (await open_table(new_guest())).table
    assert (table.turn_seconds, table.bank_seconds) == (30, 60)
