"""Who is away, as far as gateways told, and never for the platform's own trouble."""

import pytest

from services.common.subjects import shard_of
from services.tables.domain.attendance import LATE_MS, Attendance

TABLE = "0123456789abcdef"
PEOPLE = {0: "ana", 1: "beto"}
SILENCE = 10_000
START = 1_000_000


@pytest.fixture
def attendance() -> Attendance:
    """A worker that has looked all the time, with one gateway that lives."""
    attendance = Attendance(SILENCE)
    list(attendance.look(START))
    attendance.gateway_lives(START)
    attendance.here("g1", TABLE, ["ana", "beto"], START)
    return attendance


def _later(attendance: Attendance, until: int, *present: str) -> None:
    """Seconds pass in which a gateway lives and speaks of some players."""
    for now in range(START, until, 1_000):
        attendance.gateway_lives(now)
        attendance.here("g1", TABLE, present, now)
        list(attendance.look(now))


def test_who_is_spoken_of_is_there(attendance: Attendance) -> None:
    _later(attendance, START + 60_000, "ana", "beto")
    assert attendance.away(TABLE, PEOPLE, START + 60_000) == {}
    assert list(attendance.look(START + 60_000)) == []


def test_who_closed_the_last_stream_is_away_at_once(attendance: Attendance) -> None:
    attendance.left("g1", TABLE, ["beto"], START + 2_000)
    assert attendance.away(TABLE, PEOPLE, START + 2_000) == {1: START + 2_000}
    assert list(attendance.look(START + 2_000)) == [TABLE]
    attendance.here("g1", TABLE, ["beto"], START + 3_000)
    assert attendance.away(TABLE, PEOPLE, START + 3_000) == {}


def test_who_has_a_stream_at_another_gateway_is_not_away(attendance: Attendance) -> None:
    attendance.here("g2", TABLE, ["beto"], START + 1_000)
    attendance.left("g1", TABLE, ["beto"], START + 2_000)
    assert attendance.away(TABLE, PEOPLE, START + 2_000) == {}
    assert attendance.away(TABLE, {1: "beto"}, START + 11_000) == {1: START + 1_000}


def test_who_is_not_spoken_of_any_more_is_away_since_the_last_word(attendance: Attendance) -> None:
    """Its gateway died: other gateways live."""
    _later(attendance, START + SILENCE, "ana")
    assert attendance.away(TABLE, PEOPLE, START + SILENCE - 1) == {}
    assert attendance.away(TABLE, PEOPLE, START + SILENCE) == {1: START}
    assert list(attendance.look(START + SILENCE)) == [TABLE]


def test_who_is_unknown_was_there_when_the_worker_first_heard_of_the_table(attendance: Attendance) -> None:
    _later(attendance, START + 5_000, "ana", "beto")
    attendance.suspect("fedcba9876543210", START + 5_000)
    assert attendance.away("fedcba9876543210", {0: "caro"}, START + 14_999) == {}
    assert attendance.away("fedcba9876543210", {0: "caro"}, START + 15_000) == {0: START + 5_000}
    assert attendance.away("aaaabbbbccccdddd", {0: "caro"}, START + 15_000) == {}


def test_while_no_gateway_speaks_nobody_is_looked_for_and_afterwards_nobody_is_away(attendance: Attendance) -> None:
    attendance.left("g1", TABLE, ["beto"], START)
    for now in range(START, START + 100_000, 1_000):
        looked = list(attendance.look(now))
        assert looked == ([TABLE] if now < START + SILENCE else [])
    attendance.gateway_lives(START + 100_000)
    assert attendance.away(TABLE, PEOPLE, START + 100_000) == {}


def test_a_worker_that_was_frozen_knows_nothing(attendance: Attendance) -> None:
    attendance.left("g1", TABLE, ["beto"], START)
    attendance.gateway_lives(START + LATE_MS)
    assert list(attendance.look(START + LATE_MS)) == []
    assert attendance.away(TABLE, PEOPLE, START + LATE_MS) == {}


def test_a_shard_given_up_is_forgotten(attendance: Attendance) -> None:
    attendance.left("g1", TABLE, ["beto"], START)
    attendance.keep({shard_of(TABLE)})
    assert attendance.away(TABLE, PEOPLE, START) != {}
    attendance.keep(set(range(256)) - {shard_of(TABLE)})
    assert attendance.away(TABLE, PEOPLE, START) == {}


def test_the_seats_are_told_only_what_is_news(attendance: Attendance) -> None:
    assert not attendance.tell(TABLE, {})
    assert attendance.tell(TABLE, {1: START})
    assert not attendance.tell(TABLE, {1: START})
    assert attendance.told(TABLE) == {1: START}
    assert attendance.tell(TABLE, {})
    assert not attendance.tell("fedcba9876543210", {0: START})


@pytest.mark.parametrize(
    "after", ["another gateway", "one of them alone", "all but the first", "both the other way round"]
)
def test_what_is_said_of_a_table_where_all_are_there_counts_whoever_says_it(attendance: Attendance, after: str) -> None:
    """Such tables are kept in another form, from which they come back."""
    gateway, players = {
        "another gateway": ("g2", ["ana", "beto"]),
        "one of them alone": ("g1", ["ana"]),
        "all but the first": ("g1", ["beto"]),
        "both the other way round": ("g1", ["beto", "ana"]),
    }[after]
    attendance.here(gateway, TABLE, players, START + 5_000)
    away = attendance.away(TABLE, PEOPLE, START + SILENCE)
    assert away == {seat: START for seat, player in PEOPLE.items() if player not in players}

    attendance.left(gateway, TABLE, players, START + SILENCE)
    attendance.here("g1", TABLE, ["ana", "beto"], START + SILENCE + 1)
    assert attendance.away(TABLE, PEOPLE, START + SILENCE + 1) == {}
    attendance.left("g1", TABLE, ["ana"], START + SILENCE + 2)
    assert attendance.away(TABLE, PEOPLE, START + SILENCE + 2) == {0: START + SILENCE + 2}


def test_who_was_never_spoken_of_at_a_table_where_the_others_are_there_is_away(attendance: Attendance) -> None:
    people = {**PEOPLE, 2: "caro"}
    _later(attendance, START + 20_000, "ana", "beto")
    assert attendance.away(TABLE, people, START + 20_000) == {2: START}
    assert attendance.tell(TABLE, {2: START})
    assert list(attendance.look(START + 20_000)) == [TABLE]
    attendance.here("g1", TABLE, ["ana", "beto", "caro"], START + 20_000)
    assert attendance.away(TABLE, people, START + 20_000) == {}
    assert attendance.told(TABLE) == {2: START}


def test_a_gateway_that_speaks_late_of_all_makes_nobody_away(attendance: Attendance) -> None:
    """Overloaded, it went round its tables in a minute instead of seconds; bots sat in for all, and kept it so."""
    rooms = [f"{number:016x}" for number in range(60)]
    away = 0
    for second in range(1, 200):
        now = START + second * 1_000
        attendance.gateway_lives(now)
        list(attendance.look(now))
        in_time = rooms if second <= 20 and second % 5 == 0 else []
        for room in in_time or [rooms[second % 60]]:  # then one each second
            attendance.here("g1", room, ["ana", "beto"], now)
        away += sum(bool(attendance.away(room, PEOPLE, now)) for room in rooms)
    assert away == 0


def test_a_gateway_that_is_in_time_again_is_taken_at_its_word_after_two_minutes(attendance: Attendance) -> None:
    _later(attendance, START + 1_000, "ana", "beto")
    away_at = []
    for second in range(1, 200):
        now = START + second * 1_000
        attendance.gateway_lives(now)
        list(attendance.look(now))
        if second >= 30:  # for half a minute it spoke of nobody
            attendance.here("g1", TABLE, ["ana"], now)
        if attendance.away(TABLE, {1: "beto"}, now):
            away_at.append(second)
    assert away_at[-1] == 199
    assert not set(range(31, 60)) & set(away_at)
