"""A player's matches are read from the place where the page before ended, and chosen by what they were."""

from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from services.common.errors import InvalidInput
from tests.unit.web.match_records import finished, player, record, unfinished
from web.accounts.models import Player
from web.accounts.services import create_guest
from web.history import filters
from web.history.messages import store
from web.history.services import matches_of

pytestmark = pytest.mark.django_db

SUBJECT = "table.7.0123456789abcdef.finished"


def _play(guest: Player, epoch: int, *, winner: int = 0, ended_ms: int = 1_796_000_500_000, **changes: Any) -> str:
    bot = player(1, "bot:prudente:1", "Bot Prudente", guest=False, bot=True)
    match_id = f"0123456789abcdef-{epoch}"
    written = record([player(0, guest.id.hex, guest.name), bot], match_id=match_id, winner=winner) | changes
    written["times"]["finished_ms"] = ended_ms
    store(SUBJECT, finished(written))
    return match_id


def _pages(guest: Player, limit: int, **chosen: str) -> list[list[str]]:
    pages, before = [], None
    while True:
        page = matches_of(guest.id, before, limit, filters.read(**chosen))
        pages.append([seat.match_id for seat in page.rows])
        if page.next is None:
            return pages
        before = page.next


def test_pages_have_every_match_once_though_many_ended_in_the_same_millisecond() -> None:
    guest = create_guest("Ana")
    played = [_play(guest, epoch, ended_ms=1_796_000_500_000 + epoch // 4) for epoch in range(1, 12)]

    pages = _pages(guest, limit=3)

    assert [len(page) for page in pages] == [3, 3, 3, 2]
    assert [match_id for page in pages for match_id in page] == played[::-1]


def test_a_match_that_ends_meanwhile_shifts_nothing() -> None:
    guest = create_guest("Ana")
    played = [_play(guest, epoch, ended_ms=1_796_000_500_000 + epoch) for epoch in range(1, 5)]
    first = matches_of(guest.id, limit=2)

    _play(guest, 9, ended_ms=1_796_000_600_000)

    assert [seat.match_id for seat in matches_of(guest.id, first.next, 2).rows] == played[1::-1]


def test_a_page_that_is_just_full_is_the_last() -> None:
    guest = create_guest("Ana")
    _play(guest, 1)

    assert matches_of(guest.id, limit=1).next is None


def test_matches_are_chosen_by_family_size_and_result_together() -> None:
    guest = create_guest("Ana")
    won, lost = _play(guest, 1), _play(guest, 2, winner=1)
    starred = _play(guest, 3, preset="estrella")
    seated = [guest.id.hex, UUID(int=1).hex]
    store("table.7.x.voided", unfinished("0123456789abcdef-4", seated, started_ms=1_796_000_010_000, void="outage"))

    def chosen(**words: str) -> set[str]:
        return {match_id for page in _pages(guest, 10, **words) for match_id in page}

    assert chosen(result="won") == {won, starred} and chosen(result="lost") == {lost}
    assert chosen(result="voided") == {"0123456789abcdef-4"} and chosen(result="abandoned") == set()
    assert chosen(preset="estrella", size="2", result="won") == {starred}
    assert chosen(preset="estrella", result="lost") == set() and chosen(size="4") == set()
    assert len(chosen()) == 4


@pytest.mark.parametrize("before", ["", "x", "1-", "-1", "1-2-3", "999999999999999999-1", "1 OR 1=1", "²-1"])
def test_a_place_that_is_none_is_refused(before: str) -> None:
    with pytest.raises(InvalidInput):
        matches_of(UUID(int=1), before)


@pytest.mark.parametrize("words", [{"preset": "tute"}, {"size": "3"}, {"result": "drawn"}])
def test_a_filter_that_there_is_not_is_refused(words: dict[str, str]) -> None:
    with pytest.raises(InvalidInput):
        filters.read(**words)


@pytest.mark.parametrize("query", ["antes=x", "reglas=tute", "mesa=3", "resultado=drawn"])
def test_an_address_that_makes_no_sense_is_refused_in_the_page(query: str) -> None:
    client = Client()
    client.force_login(create_guest("Ana"))

    assert client.get(f"/historial/?{query}").status_code == 400


def test_no_page_counts_or_skips_rows() -> None:
    guest, client = create_guest("Ana"), Client()
    played = [_play(guest, epoch, ended_ms=1_796_000_500_000 + epoch) for epoch in range(1, 4)]
    client.force_login(guest)
    place = matches_of(guest.id, limit=1).next

    with CaptureQueriesContext(
        connection,
    ) as ran:
        html = client.get("/historial/", {"antes": place, "resultado": "won"}).content.decode()

    assert played[1] in html and played[2] not in html
    assert not [query["sql"] for query in ran if "OFFSET" in query["sql"] or "COUNT(" in query["sql"]]


@pytest.mark.parametrize("words", [{}, {"preset": "estrella"}, {"size": "2", "result": "lost"}], ids=str)
def test_a_page_is_read_from_the_index_in_its_order(words: dict[str, str]) -> None:
    """Nothing is sorted, and what does not meet the filters is told apart in the index."""
    guest = create_guest("Ana")
    for epoch in range(1, 4):
        _play(guest, epoch)
    place = str(matches_of(guest.id, limit=1).next)
    with CaptureQueriesContext(connection) as ran:
        matches_of(guest.id, place, 20, filters.read(**words))

    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off")
        cursor.execute(f"EXPLAIN {ran[0]['sql']}")
        plan = "\n".join(line for (line,) in cursor.fetchall())

    assert "Index Scan using history_matches_of_player" in plan and "Sort" not in plan
    condition = plan.split("Index Cond: ", 1)[1].split("\n", 1)[0]
    assert all(f"{column})" in condition or f"({column}" in condition for column in words)
