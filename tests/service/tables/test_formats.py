"""A new release plays on from what the one before left in the stream (tests/vectors/tables_format_1.json)."""

import asyncio
import json
import random
from base64 import b64decode
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import nats
import pytest

from deploy.local.stack import Stack
from services.common import subjects
from services.common.errors import TrucoError
from services.engine.cli.verifying import verify
from services.tables.adapters.streams import prepare
from services.tables.adapters.timers import schedule
from services.tables.domain.table import FORMAT
from services.tables.settings import TablesSettings
from tests.service.tables.playing import Guest, Room, accepted, play_out, reached
from truco.play.v1.play_pb2 import TABLE_STATUS_FINISHED, TABLE_STATUS_OPEN
from truco.rules.v1.rules_pb2 import PHASE_PLAY
from truco.tables.v1.tables_pb2 import LeaveTable, Player, TableRecord

_KEPT: dict[str, Any] = json.loads((Path(__file__).parents[2] / "vectors" / "tables_format_1.json").read_text())
_TABLES: dict[str, str] = _KEPT["tables"]


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """NATS with the old records in it, an engine with the old key, and a worker of this release."""
    overrides = {
        "QUIERO_TABLES_DEAL_PAUSE_MS": "0",
        "QUIERO_ENGINE_STATE_KEY": _KEPT["engine_state_key"],
        "QUIERO_TABLES_VOID_OUTAGE_SECONDS": "4000000000",  # the platform was down since the records were made
    }
    with Stack(tmp_path_factory.mktemp("formats"), overrides=overrides) as stack:
        stack.start("nats", "engine")
        asyncio.run(_fill(stack))
        stack.start("tables")
        yield stack


@pytest.fixture
async def room(upgraded: Stack) -> AsyncIterator[Room]:
    """Connections."""
    room = await Room.enter(upgraded)
    yield room
    await room.leave()


async def _fill(stack: Stack) -> None:
    """Stores every record at the sequence that it had, then the timers, as the older release left them."""
    env = stack.env_of("tables")
    client = await nats.connect(**stack.nats_options("operator"))
    settings = TablesSettings(
        nats_url=env["QUIERO_NATS_URL"], nats_user="tables", nats_password=env["QUIERO_NATS_PASSWORD"]
    )
    await prepare(client, settings)
    js = client.jetstream()
    records = {message["sequence"]: message for message in _KEPT["messages"] if message["subject"].startswith("table.")}
    for sequence in range(1, max(records) + 1):
        message = records.get(sequence, {"subject": "timer.gone", "data": ""})
        assert (await js.publish(message["subject"], b64decode(message["data"]))).seq == sequence
    for message in _KEPT["messages"]:
        kind, _, table_id = message["subject"].partition(".")
        if kind == "timer":
            at_ms = b64decode(message["data"])
            await js.publish(message["subject"], at_ms, headers=schedule(table_id, int(at_ms), 0))
    await (await js.key_value(subjects.WORKERS_BUCKET)).put("beat", b64decode(_KEPT["beat"]))
    await client.close()


async def test_a_running_match_of_the_older_release_is_played_to_its_end(room: Room) -> None:
    guests = _sitters("running", room, "ab")
    before = await guests[0].look()
    assert before.table.version < 20
    await reached(guests[0], lambda now: max(seat.deadline_ms for seat in now.table.seats) > now.table.now_ms)
    now = await guests[0].look()
    assert (now.table.turn_seconds, now.table.bank_seconds, now.table.spectators_allowed) == (30, 60, True)
    assert now.view.HasField("pending"), "the call that was waiting still waits"

    end = await play_out(guests, random.Random(7))

    records = await room.records(_TABLES["running"])
    assert {record.format for record in records} == {1, FORMAT}
    assert [record.version for record in records] == list(range(1, len(records) + 1))
    record = json.loads(await room.match_record(_TABLES["running"], 1, guests[0].player.player_id))
    assert len(list(verify(record, end.table.commitment, end.table.chain))) == 5
    await guests[0].rematch()
    assert (await guests[1].rematch()).table.epoch == 2


async def test_an_open_table_of_the_older_release_fills_and_begins(room: Room) -> None:
    caro, dani = _sitters("open", room, "cd")
    assert (await caro.look()).table.status == TABLE_STATUS_OPEN
    await dani.join(_TABLES["open"], 2)
    await caro.remove(2)
    await caro.add_bots(2)
    now = await reached(caro, lambda now: now.view.phase == PHASE_PLAY)
    assert (now.table.turn_seconds, now.table.seats[0].bank_ms) == (30, 60_000)


async def test_a_finished_match_of_the_older_release_is_still_told(room: Room) -> None:
    ema, _ = _sitters("finished", room, "ef")
    now = await ema.look()
    record = json.loads(await room.match_record(_TABLES["finished"], 1, ema.player.player_id))
    assert now.table.status == TABLE_STATUS_FINISHED
    assert len(list(verify(record, now.table.commitment, now.table.chain))) == 5
    with pytest.raises(TrucoError, match="REMATCH_OVER"):
        await ema.rematch()
    assert accepted(await room.send(ema.command(LeaveTable()))).version == now.table.version
    await ema.open()


async def test_a_table_of_a_newer_release_is_left_to_that_one(room: Room) -> None:
    """Who asks is to ask again; nothing is stored over what can't be read."""
    ana = Guest(room, table_id="00000000000000ff")
    newer = TableRecord(format=FORMAT + 1, version=9).SerializeToString()
    await room.operator.jetstream().publish(subjects.record(ana.table_id, "commit"), newer)
    js = room.operator.jetstream()
    timer = await js.publish(subjects.clock(ana.table_id), b"")
    for call in (ana.leave(), ana.join(ana.table_id), ana.look()):
        with pytest.raises(TrucoError, match="UNREACHABLE"):
            await call
    await asyncio.sleep(1.5)
    assert [record.version for record in await room.records(ana.table_id)] == [9]
    waiting = await js.get_last_msg(subjects.STREAM, subjects.clock(ana.table_id))
    assert waiting.seq == timer.seq, "its timer waits, too"


async def test_a_table_of_a_newer_release_hides_no_other(room: Room) -> None:
    newer, known = "00000000000000ff", _TABLES["finished"]
    same_shard = next(f"{n:016x}" for n in range(10**6) if subjects.shard_of(f"{n:016x}") == subjects.shard_of(known))
    record = TableRecord(format=FORMAT + 1, version=9).SerializeToString()
    await room.operator.jetstream().publish(subjects.record(same_shard, "commit"), record)
    assert list(await room.versions(known, same_shard, newer)) == [known]


def _sitters(kind: str, room: Room, letters: str) -> list[Guest]:
    """The players of a table, by the letters that their ids are made of."""
    players = [Player(player_id=letter * 32, name=letter, avatar="mate", guest=True) for letter in letters]
    return [Guest(room, player, _TABLES[kind]) for player in players]
