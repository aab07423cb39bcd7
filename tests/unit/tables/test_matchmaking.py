"""Who is seated with whom (issue 4, point 2)."""

import pytest

from services.tables.domain.times import Times
from services.tables.matchmaking.opening import opened
from services.tables.matchmaking.queue import Queue
from services.tables.matchmaking.rules import Rules
from services.tables.matchmaking.teams import fit
from services.tables.matchmaking.waits import Waits
from tests.unit.tables.waiting_players import NOW_MS, RULES, Waiter, names, seated, teams, waiting

_MINUTE_MS = 60_000
_TIMES = Times(turn=30_000, bank=60_000, deal_pause=0, idle=1_800_000, keep=0, bot_retry=2_000)


def test_two_of_like_strength_are_seated_at_once() -> None:
    (seating,) = seated(waiting([Waiter("ana", mu=24), Waiter("beto", mu=26)]))
    assert names(seating) == {"ana", "beto"}


def test_the_window_widens_with_the_wait_of_who_waits_longest_up_to_a_cap() -> None:
    far = [Waiter("beto", mu=25 + RULES.window + 2)]
    assert not seated(waiting([Waiter("ana"), *far]))
    assert seated(waiting([Waiter("ana", waited_ms=20_000), *far]))
    beyond = Waiter("caro", mu=25 + RULES.cap + 0.1)
    assert not seated(waiting([Waiter("ana", waited_ms=3_600_000), beyond]))


def test_who_finds_nobody_at_first_is_seated_when_the_window_has_widened() -> None:
    room = waiting([Waiter("ana"), Waiter("beto", mu=25 + RULES.window + 1)])
    assert not seated(room)
    assert not seated(room, NOW_MS + 9_000)
    (seating,) = seated(room, NOW_MS + 12_000)
    assert names(seating) == {"ana", "beto"}


def test_the_nearest_comes_first_but_who_has_waited_long_before_all_others() -> None:
    near, long = Waiter("near", mu=25.3), Waiter("long", mu=27, waited_ms=11_000)
    (seating,) = seated(waiting([Waiter("ana", waited_ms=30_000), near, Waiter("far", mu=27)]))
    assert names(seating) == {"ana", "near"}
    (seating,) = seated(waiting([Waiter("ana", waited_ms=30_000), near, long]))
    assert names(seating) == {"ana", "long"}


@pytest.mark.parametrize(("ana", "beto"), [(("beto",), ()), ((), ("ana",))])
def test_a_blocked_pair_never_meets_whoever_blocked(ana: tuple[str, ...], beto: tuple[str, ...]) -> None:
    for seats, others in ((2, []), (4, [Waiter("caro"), Waiter("dora")])):
        pair = [Waiter("ana", 3_600_000, blocks=ana), Waiter("beto", 3_600_000, blocks=beto)]
        assert not seated(waiting([*pair, *others], seats))


def test_recent_rivals_meet_again_when_both_have_waited_a_minute() -> None:
    met = (("beto", 10 * _MINUTE_MS),)
    assert not seated(waiting([Waiter("ana", 2 * _MINUTE_MS, rivals=met), Waiter("beto", _MINUTE_MS - 1)]))
    assert seated(waiting([Waiter("ana", 2 * _MINUTE_MS, rivals=met), Waiter("beto", _MINUTE_MS)]))
    long_ago = (("beto", 31 * _MINUTE_MS),)
    assert seated(waiting([Waiter("ana", rivals=long_ago), Waiter("beto")]))


def test_the_teams_of_four_are_as_even_as_they_can_be() -> None:
    players = [Waiter("a", 60_000, mu=30), Waiter("b", mu=28), Waiter("c", mu=26), Waiter("d", mu=24)]
    (seating,) = seated(waiting(players, 4))
    assert {frozenset(team) for team in teams(seating)} == {frozenset("ad"), frozenset("bc")}


def test_a_party_sits_in_one_team_even_if_the_teams_are_uneven_then() -> None:
    friends = [Waiter(name, mu=28, party="friends!", party_size=2) for name in "ab"]
    (seating,) = seated(waiting([*friends, Waiter("c", 60_000), Waiter("d")], 4))
    assert {frozenset(team) for team in teams(seating)} == {frozenset("ab"), frozenset("cd")}


def test_a_party_waits_until_all_are_there() -> None:
    friends = [Waiter(name, party="friends!", party_size=2) for name in "ab"]
    room = waiting([friends[0], *(Waiter(name) for name in "cde")], 4)
    assert not seated(room)
    room.put(friends[1].ticket(4), 10)
    (seating,) = seated(room)
    assert {"a", "b"} <= names(seating)


def test_three_parties_of_two_do_not_fit_into_two_teams_of_three() -> None:
    parties = [Waiter(f"{party}{n}", party=f"party-of-{party}", party_size=2) for party in "abc" for n in (1, 2)]
    room = waiting(parties, 6)
    assert not seated(room)
    for number, name in enumerate("xy"):
        room.put(Waiter(name).ticket(6), 20 + number)
    (seating,) = seated(room)
    assert {"x", "y"} < names(seating)


@pytest.mark.parametrize(
    ("sizes", "team", "fits"),
    [((1, 1), 1, True), ((2, 2, 2), 3, False), ((3, 2, 1), 3, True), ((2, 2, 1, 1), 3, True), ((2, 2), 2, True)],
)
def test_which_parties_fit(sizes: tuple[int, ...], team: int, fits: bool) -> None:
    assert fit(sizes, team) is fits


def test_friends_of_whom_one_blocks_another_are_no_party() -> None:
    friends = [Waiter("a", party="friends!", party_size=2, blocks=("b",)), Waiter("b", party="friends!", party_size=2)]
    room = waiting([*friends, Waiter("c"), Waiter("d")], 4)
    assert not seated(room)
    room.put(Waiter("e", party="friends!", party_size=2).ticket(4), 10)
    (seating,) = seated(room)
    assert names(seating) in ({"a", "e", "c", "d"}, {"b", "e", "c", "d"})


def test_bots_take_the_seats_left_when_the_time_has_come_of_who_allows_them() -> None:
    willing = Waiter("ana", 30_000, bots_after_seconds=30)
    friend = Waiter("beto", 5_000, bots_after_seconds=60)
    (seating,) = seated(waiting([willing, friend, Waiter("caro")], 4))
    assert names(seating) == {"ana", "beto"}
    assert seating.seats.count(None) == 2
    assert not seated(waiting([Waiter("ana", 29_000, bots_after_seconds=30), friend], 4))


def test_bots_come_at_the_very_time() -> None:
    room = waiting([Waiter("ana", bots_after_seconds=7)])
    assert not seated(room)
    assert room.due_ms() == NOW_MS + 7_000
    assert not seated(room, NOW_MS + 6_999)
    assert seated(room, NOW_MS + 7_000)


def test_nobody_is_looked_at_in_vain() -> None:
    room = waiting([Waiter("ana"), Waiter("beto", mu=25 + RULES.cap + RULES.window + 2)])
    assert not seated(room)
    assert room.due_ms() is None
    room.put(Waiter("caro", mu=25 + RULES.window + 1).ticket(2), 10)
    assert not seated(room)
    assert room.due_ms() == NOW_MS + 2_000


def test_a_table_with_bots_is_not_ranked() -> None:
    (seating,) = seated(waiting([Waiter("ana", 30_000, bots_after_seconds=30, ranked=True)]))
    assert not seating.ranked


def test_who_cancels_is_not_seated_even_while_a_table_was_being_made() -> None:
    room = waiting([Waiter("ana"), Waiter("beto")])
    (seating,) = seated(room)
    room.drop("beto", 10)
    room.put_back(seating)
    assert len(room) == 1
    assert not seated(room)
    room.put(Waiter("caro").ticket(2), 11)
    (seating,) = seated(room)
    assert names(seating) == {"ana", "caro"}
    room.seated(seating)
    assert not len(room)
    assert not room.gateways


def test_a_standing_that_changes_while_its_player_waits_counts() -> None:
    room = waiting([Waiter("ana"), Waiter("beto", mu=40)])
    assert not seated(room)
    room.rate("beto", Waiter("beto", mu=25).standing(2))
    assert seated(room)


def test_the_first_record_seats_everybody_in_a_table_of_the_queue() -> None:
    room = waiting([Waiter("ana", ranked=True), Waiter("beto", ranked=True)])
    (seating,) = seated(room)
    record = opened(seating, b"s" * 32, NOW_MS, _TIMES)
    state = record.state
    assert (state.ranked, state.matched, state.unlisted, state.stake) == (True, True, True, 0)
    assert [seat.player.player_id for seat in state.seats] == [member.player_id for member in seating.members]
    assert opened(seating, b"t" * 32, NOW_MS + 1, _TIMES).state.table_id == state.table_id


def test_a_queue_has_its_shard_for_ever() -> None:
    queue = Queue("maestro", 2, 0, ranked=False)
    assert (queue.key, queue.shard) == ("4c2f353192a3b3e0", 0)
    assert Queue("maestro", 2, 0, ranked=False, bots=True).key != queue.key


def test_bot_accounts_meet_each_other_and_no_people_however_long_they_wait() -> None:
    long = 3_600_000
    assert not seated(waiting([Waiter("ana", long), Waiter("azar", long, bot=True)]))
    both = [Waiter("azar", bot=True), Waiter("ana"), Waiter("calculo", bot=True), Waiter("beto")]
    assert {frozenset(names(each)) for each in seated(waiting(both))} == {
        frozenset({"azar", "calculo"}),
        frozenset({"ana", "beto"}),
    }


def test_what_is_expected_is_the_median_of_those_seated_lately() -> None:
    waits = Waits(expected_seconds=9)
    assert waits.expected_seconds(NOW_MS) == 9
    for waited in (1_000, 3_000, 20_000):
        waits.note(NOW_MS, waited)
    assert waits.expected_seconds(NOW_MS) == 3
    assert waits.expected_seconds(NOW_MS + 20 * _MINUTE_MS) is None


def test_the_window_needs_no_widening() -> None:
    assert Rules(widening=0).width(10**9) == Rules().window
