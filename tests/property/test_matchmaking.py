"""Whatever waits: who is seated may sit together, and nobody waits in vain (issue 4, point 2)."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from services.tables.matchmaking.members import Unit
from services.tables.matchmaking.pairing import Seating
from services.tables.matchmaking.waiting import Waiting
from tests.unit.tables.waiting_players import NOW_MS, RULES, Waiter, names, seated, teams, waiting

_NAMES = [f"p{number}" for number in range(24)]
_PARTIES = ["", "", "red-friends", "blue-friends"]


@st.composite
def _waiters(draw: st.DrawFn, seats: int) -> list[Waiter]:
    some = draw(st.lists(st.sampled_from(_NAMES), unique=True, max_size=24))
    others = st.lists(st.sampled_from(_NAMES), max_size=4).map(tuple)
    waiters = []
    for name in some:
        party = draw(st.sampled_from(_PARTIES)) if seats > 2 else ""
        waiters.append(
            Waiter(
                name,
                waited_ms=draw(st.integers(0, 180_000)),
                mu=draw(st.floats(5, 45)),
                party=party,
                party_size=draw(st.integers(2, seats // 2)) if party else 1,
                blocks=draw(others),
                rivals=tuple((rival, draw(st.integers(0, 3_600_000))) for rival in draw(others)),
                bots_after_seconds=draw(st.sampled_from([0, 0, 60])),
            )
        )
    return waiters


_ANY = st.sampled_from([2, 4, 6]).flatmap(lambda seats: st.tuples(st.just(seats), _waiters(seats)))


@given(_ANY)
def test_who_sits_together_may_and_each_sits_once(case: tuple[int, list[Waiter]]) -> None:
    seats, waiters = case
    room = waiting(waiters, seats)
    seatings = seated(room)
    at_tables = [name for seating in seatings for name in names(seating)]
    assert len(at_tables) == len(set(at_tables))
    for seating in seatings:
        _check(seating, seats)
        room.seated(seating)
    assert len(room) == len(waiters) - len(at_tables)


def _check(seating: Seating, seats: int) -> None:
    assert len(seating.seats) == seats
    for one, other in combinations(seating.members, 2):
        assert other.player_id not in one.blocked
        assert one.player_id not in other.blocked
        assert one.may_meet(other, NOW_MS, RULES)
    ratings = [unit.rating for unit in seating.units]
    oldest_ms = min(unit.since_ms for unit in seating.units)
    assert max(ratings) - min(ratings) <= RULES.width(NOW_MS - oldest_ms)
    assert max(ratings) - min(ratings) <= RULES.cap
    for unit in seating.units:
        assert _in_one_team(unit, seating)
    if None in seating.seats:
        assert all(member.bots_after_ms for member in seating.members)
        assert NOW_MS - oldest_ms >= min(member.bots_after_ms for member in seating.members)


def _in_one_team(unit: Unit, seating: Seating) -> bool:
    players = {member.player_id for member in unit.members}
    return any(players <= set(team) for team in teams(seating))


@given(_waiters(2))
def test_no_two_are_left_who_might_have_played(waiters: list[Waiter]) -> None:
    room = waiting(waiters)
    gone = {name for seating in seated(room) for name in names(seating)}
    left = [unit for unit in _units(room, waiters) if unit.members[0].player_id not in gone]
    for one, other in combinations(left, 2):
        near = abs(one.rating - other.rating) <= RULES.width(NOW_MS - min(one.since_ms, other.since_ms))
        assert not (near and one.may_meet(other, NOW_MS, RULES))


def _units(room: Waiting, waiters: list[Waiter]) -> list[Unit]:
    return [unit for waiter in waiters if (unit := room.unit(waiter.name))]


@given(st.lists(st.floats(20, 30), min_size=1, max_size=40), st.floats(20, 30))
def test_the_longest_waiting_is_seated_first_however_many_come_after(newcomers: list[float], mu: float) -> None:
    oldest = Waiter("oldest", 120_000, mu=mu)
    room = waiting([oldest, *(Waiter(f"n{number}", mu=each) for number, each in enumerate(newcomers))])
    first = next(seating for seating in room.seatings(NOW_MS) if seating)
    assert "oldest" in names(first)


@given(_waiters(4), st.data())
def test_who_is_put_back_waits_as_before(waiters: list[Waiter], data: st.DataObject) -> None:
    room = waiting(waiters, 4)
    seatings = seated(room)
    gone = set()
    for number, name in enumerate(data.draw(st.lists(st.sampled_from(_NAMES), unique=True)), 100):
        if room.get(name):
            gone.add(name)
        room.drop(name, number)
    for seating in seatings:
        room.put_back(seating)
    assert len(room) == len(waiters) - len(gone)
    again = {name for seating in seated(room) for name in names(seating)}
    assert not again & gone
