"""SeatUpdate is truco.play.v1.TableUpdate on the wire, and audiences get what is theirs."""

import pytest
from google.protobuf.descriptor import FieldDescriptor

from services.tables.domain.infos import Infos
from services.tables.domain.updates import fan_out, info, update_for
from truco.engine.v1.engine_pb2 import AddressedEvent, Awaited, Position
from truco.play.v1.play_pb2 import (
    TABLE_STATUS_ABANDONED,
    TABLE_STATUS_FINISHED,
    TABLE_STATUS_PLAYING,
    TABLE_STATUS_VOIDED,
    SeatInfo,
    SpectatedHand,
    SpectatedStep,
    TableInfo,
    TableUpdate,
)
from truco.rules.v1.rules_pb2 import PHASE_DEAL, PHASE_PLAY, Event, HandDealt, HandEnded, View
from truco.tables.v1.tables_pb2 import Player, SeatState, SeatUpdate, SeenHand, SeenStep, TableRecord, TableState


def test_seat_update_has_the_fields_of_table_update() -> None:
    ours, public = SeatUpdate.DESCRIPTOR.fields_by_name, TableUpdate.DESCRIPTOR.fields_by_name
    assert ours.keys() == public.keys()
    for name, field in public.items():
        assert ours[name].number == field.number
        assert ours[name].is_repeated == field.is_repeated
        bytes_for_message = (ours[name].type, field.type) == (FieldDescriptor.TYPE_BYTES, FieldDescriptor.TYPE_MESSAGE)
        assert bytes_for_message or ours[name].type == field.type


def test_a_seat_update_reads_as_a_table_update() -> None:
    table, view, event = TableInfo(table_id="t", version=3), View(seat=1, truco=2), Event(hand_ended=HandEnded(team=1))
    ours = SeatUpdate(
        table=table.SerializeToString(),
        seat=1,
        events=[event.SerializeToString()],
        view=view.SerializeToString(),
    )
    assert TableUpdate.FromString(ours.SerializeToString()) == TableUpdate(
        table=table, seat=1, events=[event], view=view
    )


def test_seen_hand_has_the_fields_of_spectated_hand() -> None:
    for ours, public in ((SeenHand, SpectatedHand), (SeenStep, SpectatedStep)):
        fields = ours.DESCRIPTOR.fields_by_name
        assert fields.keys() == public.DESCRIPTOR.fields_by_name.keys()
        for name, field in public.DESCRIPTOR.fields_by_name.items():
            assert (fields[name].number, fields[name].is_repeated) == (field.number, field.is_repeated)
            passed_on = fields[name].type == FieldDescriptor.TYPE_BYTES and field.type == FieldDescriptor.TYPE_MESSAGE
            assert passed_on or fields[name].type == field.type


def test_each_audience_gets_its_events_and_its_view() -> None:
    record = _record()
    seen = {update.subject: TableUpdate.FromString(update.data) for update in fan_out(record, 60)}
    assert {subject: [event.hand_dealt.hand for event in update.events] for subject, update in seen.items()} == {
        "seat.t.0.update": [1, 2],
        "botseat.t.1": [1, 3],
    }
    assert {subject: update.view.truco for subject, update in seen.items()} == {
        "seat.t.0.update": 10,
        "botseat.t.1": 11,
    }


def test_the_platforms_bots_are_told_only_when_they_must_move() -> None:
    record = _record()
    record.state.position.phase = PHASE_DEAL
    assert [update.subject for update in fan_out(record, 60)] == ["seat.t.0.update"]


def test_the_servers_time_is_that_of_the_sending() -> None:
    """Who comes back 20 s later must not think that there are 20 s more."""
    record = _record()
    assert TableUpdate.FromString(update_for(record, 0, 20_050)).table.now_ms == 20_050
    assert TableUpdate.FromString(fan_out(record, 60)[0].data).table.now_ms == 60


def test_the_seed_and_the_chain_are_for_the_seats_of_an_ended_match() -> None:
    """While it lasts, the chain would tell the cards to who tries them all."""
    record = _record()
    record.chain = b"\x09" * 32
    assert _secrets(record, 0) == ("", "")
    record.state.match_chain = b"\x08" * 32
    for ended in (TABLE_STATUS_FINISHED, TABLE_STATUS_VOIDED, TABLE_STATUS_ABANDONED):
        record.state.status = ended
        assert _secrets(record, 0) == ("07" * 32, "08" * 32)
        assert _secrets(record, None) == ("", "")


def test_a_private_tables_code_is_for_its_seats() -> None:
    record = _record()
    record.state.code = "K7M2QX"
    codes = {u.subject: TableUpdate.FromString(u.data).table.code for u in fan_out(record, 60)}
    assert codes == {"seat.t.0.update": "K7M2QX", "botseat.t.1": "K7M2QX"}
    assert TableUpdate.FromString(update_for(record, None, 60)).table.code == ""


def test_what_is_remembered_of_a_match_is_told_as_if_it_were_made_anew() -> None:
    """Byte by byte, whatever a match changes in its records, and then its end."""
    record, infos = _record(), Infos()
    state = record.state
    state.started_ms, state.manual_start, state.stake, state.ranked = 42, True, 5, True
    state.ruleset.preset, state.creator_id, state.opened_ms = "maestro", "ana", 40
    state.turn_ms, state.bank_ms, state.code = 30_000, 60_000, "K7M2QX"
    for number in range(1, 9):
        record.version += 1
        seat = state.seats[number % 2]
        seat.deadline_ms, seat.bank_ms = number % 3 * 50, number % 4 * 9
        seat.stand_in, seat.missed_turns = number % 5 == 2, number % 3
        state.position.phase = PHASE_DEAL if number % 2 else PHASE_PLAY
        assert infos.for_seats(record, 100 + number) == _made_anew(record, 100 + number)
    state.status, state.match_chain = TABLE_STATUS_FINISHED, b"\x08" * 32
    assert infos.for_seats(record, 200) == _made_anew(record, 200)
    state.status, state.epoch, state.started_ms, state.creator_id = TABLE_STATUS_PLAYING, 2, 210, "eva"
    assert infos.for_seats(record, 220) == _made_anew(record, 220)


def test_more_matches_than_are_remembered_are_told_as_well() -> None:
    record, infos = _record(), Infos()
    for started_ms in [*range(1_000, 1_400), *range(1_000, 1_400)]:
        record.state.started_ms = started_ms
        record.state.creator_id = f"creator {started_ms}"
        assert infos.for_seats(record, 60) == _made_anew(record, 60)


def test_the_table_tells_who_sits_and_until_when() -> None:
    table = TableUpdate.FromString(update_for(_record(), 0, 60)).table
    assert table.match_id == "t-1"
    assert list(table.seats) == [
        SeatInfo(seat=0, player_id="ana", name="Ana", avatar="mate", guest=True),
        SeatInfo(seat=1, player_id="bot-t-1", bot=True, deadline_ms=99, bank_ms=7),
    ]


def _made_anew(record: TableRecord, now_ms: int) -> bytes:
    return info(record, now_ms, for_seat=True).SerializeToString()


def _secrets(record: TableRecord, seat: int | None) -> tuple[str, str]:
    table = TableUpdate.FromString(update_for(record, seat, 60)).table
    return table.server_seed, table.chain


def _record() -> TableRecord:
    def event(number: int) -> bytes:
        return Event(hand_dealt=HandDealt(hand=number)).SerializeToString()

    state = TableState(
        table_id="t",
        epoch=1,
        status=TABLE_STATUS_PLAYING,
        started_ms=1,
        server_seed=b"\x07" * 32,
        engine_state=b"x",
        deals=1,
        position=Position(phase=PHASE_PLAY, awaited=[Awaited(seat=1)]),
        spectator_view=View(truco=9).SerializeToString(),
        seat_views=[View(truco=10).SerializeToString(), View(truco=11).SerializeToString()],
        seats=[
            SeatState(player=Player(player_id="ana", name="Ana", avatar="mate", guest=True)),
            SeatState(player=Player(player_id="bot-t-1", bot=True), platform_bot=True, deadline_ms=99, bank_ms=7),
        ],
    )
    events = [
        AddressedEvent(all_seats=True, event=event(1)),
        AddressedEvent(seat_mask=0b01, event=event(2)),
        AddressedEvent(seat_mask=0b10, event=event(3)),
    ]
    return TableRecord(version=5, time_ms=50, state=state, events=events)


@pytest.mark.parametrize(
    ("unlisted", "matched", "forbidden", "allowed"),
    [
        (False, False, False, True),
        (False, False, True, False),
        (True, False, False, False),
        (True, True, False, True),
        (True, True, True, False),
    ],
)
def test_who_may_watch(unlisted: bool, matched: bool, forbidden: bool, allowed: bool) -> None:
    """Not a private table; one that the matchmaker made is listed nowhere, but not private."""
    record = _record()
    record.state.unlisted, record.state.matched, record.state.no_spectators = unlisted, matched, forbidden
    record.state.shown_version = record.version
    subjects = {update.subject for update in fan_out(record, 60)}
    assert ("watch.t.hand" in subjects) is allowed
    assert TableUpdate.FromString(update_for(record, 0, 60)).table.spectators_allowed is allowed
