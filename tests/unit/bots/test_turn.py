"""What a turn is, and the command that plays it."""

from math import inf

from services.bots.turn import turn_of
from services.engine.rules import awaited, parse, view
from tests.unit.bots.positions import after, dealt
from tests.unit.bots.updates import TABLE, update_for
from truco.rules.v1 import rules_pb2
from truco.tables.v1 import tables_pb2


def test_the_awaited_seat_has_a_turn():
    state = dealt({0: "1e 2e 4b"})

    turn = turn_of(update_for(state, 0, version=7, seconds_left=30))

    assert (turn.table_id, turn.epoch, turn.version, turn.seat, turn.time_left) == (TABLE, 1, 7, 0, 30)
    assert turn.view == view(state, 0)


def test_a_seat_that_may_speak_out_of_turn_but_is_not_awaited_has_none():
    state = dealt({})

    assert view(state, 1).legal
    assert turn_of(update_for(state, 1)) is None


def test_a_seat_that_waits_for_its_partners_has_none():
    state = after(dealt({}, seats=4), "0 truco", "1 no_quiero")

    assert turn_of(update_for(state, 1)) is None
    assert turn_of(update_for(state, 3)) is not None


def test_a_table_before_its_match_has_none():
    assert turn_of(tables_pb2.SeatUpdate(table=b"", seat=1).SerializeToString()) is None


def test_the_dealer_has_none_before_the_deal_though_it_may_say_perros():
    state = after(dealt({}, preset="uruguayo"), "0 mazo")

    assert awaited(state) == (0,)
    assert parse("perros") in view(state, 0).legal
    assert turn_of(update_for(state, 0)) is None


def test_without_a_deadline_there_is_all_the_time():
    assert turn_of(update_for(dealt({}), 0, seconds_left=None)).time_left == inf


def test_the_command_names_the_seat_the_version_and_the_turn():
    turn = turn_of(update_for(dealt({0: "1e 2e 4b"}), 0, version=7))

    command = turn.command(parse("play 4b"), not_after_ms=99)

    assert command.act.action == rules_pb2.Action(kind=rules_pb2.ACTION_KIND_PLAY, card="4b")
    assert command.act.HasField("seat")
    assert (command.act.seat, command.expected_version, command.not_after_ms) == (0, 7, 99)
    assert command.player.player_id == f"bot-{TABLE}-0"


def test_the_same_turn_has_the_same_request_id_and_dice_and_another_turn_others():
    state = dealt({})
    first, again, later = (turn_of(update_for(state, 0, version=version)) for version in (7, 7, 8))

    ids = [turn.command(parse("truco"), 1).request_id for turn in (first, again, later)]

    assert ids[0] == ids[1] != ids[2]
    assert all(8 <= len(each) <= 64 for each in ids)
    assert first.dice().random() == again.dice().random() != later.dice().random()
