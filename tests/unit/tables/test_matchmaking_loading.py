"""What a new leader knows while it still reads who waits (issue 4, point 2)."""

from services.tables.matchmaking.loading import Loading
from services.tables.matchmaking.tickets import ended
from services.tables.matchmaking.waiting import Waiting
from tests.unit.tables.waiting_players import RULES, Waiter, seated, waiting


def test_bots_sit_with_nobody_before_all_who_wait_are_known() -> None:
    room = waiting([Waiter("ana", 30_000, bots_after_seconds=30)], loading=True)
    assert not seated(room)
    room.complete()
    (due_ms,) = filter(None, [room.due_ms()])
    assert seated(room, due_ms)


def test_people_are_seated_before_all_who_wait_are_known() -> None:
    assert seated(waiting([Waiter("ana"), Waiter("beto")], loading=True))


def test_a_standing_counts_that_is_heard_before_the_ticket() -> None:
    room = Waiting(RULES, loading=True)
    room.rate("ana", Waiter("ana", blocks=("beto",)).standing(2))
    for number, waiter in enumerate((Waiter("ana"), Waiter("beto")), 1):
        room.put(waiter.ticket(2), number)
    room.complete()
    assert not seated(room)


def test_what_was_read_does_not_count_when_it_has_been_written_over_meanwhile() -> None:
    room = Waiting(RULES, loading=True)
    loading, ticket = Loading(room), Waiter("ana").ticket(2)
    loading.changed("ana")
    loading.read("ana", 1, ticket)
    assert not len(room)


def test_a_ticket_that_was_left_under_another_is_told_and_does_not_count() -> None:
    room = Waiting(RULES, loading=True)
    loading, ticket = Loading(room), Waiter("ana").ticket(2)
    loading.read("ana", 1, ticket)
    loading.read("ana", 2, ended(ticket))
    loading.read("beto", 3, Waiter("beto").ticket(2))
    assert loading.end() == {"ana": 2}
    assert [member.player_id for member in room.held_by("gateway")] == ["beto"]
