"""The state between two matches, and what of the first does not come into the second."""

from random import Random

import pytest

from services.tables.domain import rematch, starting
from services.tables.domain.table import Draft, Table, kind, seal
from services.tables.domain.timers import wake_ms
from services.tables.domain.times import Moment
from services.tables.domain.updates import info
from tests.harness.sealed_matches import PLAIN, TIMES, sealed_match
from truco.play.v1.play_pb2 import TABLE_STATUS_CLOSED, TABLE_STATUS_OPEN, StartRefusal
from truco.tables.v1.tables_pb2 import Command, MatchVoided, Player, Rematch, TableRecord, TableState

_SEED = b"\x05" * 32
_MOMENT = Moment(1_800_000_000_000, 99, TIMES)


def test_an_offer_shows_the_next_commitment_and_keeps_its_seed() -> None:
    shown = info(_after(_offered()), 0, for_seat=True)
    assert shown.rematch.commitment and shown.rematch.commitment != shown.commitment
    assert _SEED.hex() not in str(shown)


def test_the_clock_looks_again_when_an_offer_ends() -> None:
    record = _after(_offered())
    assert wake_ms(record, TIMES) == record.state.rematch.until_ms


def test_all_people_must_want_it_and_the_platforms_bots_need_not() -> None:
    state = _offered()
    once = rematch.wanted(state, 0, _wish(state, 0), _MOMENT)
    both = rematch.wanted(once, 1, _wish(once, 1), _MOMENT)
    assert [rematch.is_wanted_by_all(each) for each in (state, once, both)] == [False, False, True]
    once.seats[1].platform_bot = True
    assert rematch.is_wanted_by_all(once)


def test_nothing_of_the_first_match_is_in_the_second() -> None:
    state = _offered()
    for seat in (0, 1):
        state = rematch.wanted(state, seat, _wish(state, seat), _MOMENT)

    after = rematch.next_match(state, _MOMENT)

    assert (after.epoch, after.status, after.server_seed) == (2, TABLE_STATUS_OPEN, _SEED)
    assert [seat.client_seed for seat in after.seats] == ["luck 0", "luck 1"]
    assert not any(seat.wants_rematch or seat.next_client_seed for seat in after.seats)
    assert not (after.started_ms or after.engine_state or after.log or after.deals or after.HasField("rematch"))
    assert [len(seat.requests) for seat in after.seats] == [len(seat.requests) for seat in state.seats]


def test_it_counts_for_no_rating_though_the_first_one_did() -> None:
    state = _offered()
    state.ranked = True
    assert not rematch.next_match(state, _MOMENT).ranked


@pytest.mark.parametrize(
    ("lacking", "status"), [(["b" * 32], TABLE_STATUS_OPEN), (["a" * 32, "b" * 32], TABLE_STATUS_CLOSED)]
)
def test_a_start_that_is_called_off_names_its_match_and_moves_on(lacking: list[str], status: int) -> None:
    offered = _offered()
    begun = starting.starting(rematch.next_match(offered, _MOMENT), _MOMENT)
    table = Table(_after(begun), 90)
    refusal = StartRefusal(reason="INSUFFICIENT_CREDITS", player_ids=lacking)

    after = starting.called_off(begun, refusal, _MOMENT)
    record = seal(table, Draft("table", MatchVoided(reason="stakes", refusal=refusal), after), 9)

    assert (kind(record), record.ended_match_id, record.voided.match_id) == ("voided", *["0123456789abcdef-2"] * 2)
    assert (after.epoch, after.status) == (3, status)
    assert [bool(seat.player.player_id) for seat in after.seats] == ["a" * 32 not in lacking, "b" * 32 not in lacking]


def _offered() -> TableState:
    state = sealed_match(PLAIN[0], Random(3))[-1].state
    return rematch.offered(state, _SEED, _MOMENT)


def _after(state: TableState) -> TableRecord:
    last = sealed_match(PLAIN[0], Random(3))[-1]
    record = TableRecord()
    record.CopyFrom(last)
    record.state.CopyFrom(state)
    record.ended_match_id = ""
    return record


def _wish(state: TableState, seat: int) -> Command:
    player = Player(player_id=state.seats[seat].player.player_id)
    return Command(player=player, request_id=f"wishing-{seat}", rematch=Rematch(client_seed=f"luck {seat}"))
