"""check_ledger proves the books, and finds what was tampered with past every guard."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.db import connection, connections
from django.db.models import F

from tests.unit.web.match_records import finished, player, record, unfinished
from web.accounts.models import Player
from web.credits import books, cashier
from web.credits import services as credits
from web.credits.models import Account, CashierRequest, Entry, Hold, Posting
from web.history.books import findings, one_moment
from web.history.messages import store

pytestmark = pytest.mark.django_db(transaction=True)

RUNNING, WON, VOIDED, BARRED = (f"0123456789abcdef-{epoch}" for epoch in range(1, 5))


@pytest.fixture
def played(registered: Callable[..., Player]) -> list[Player]:
    """Two players with a running match, a won one, a voided one, and one that never got its hold."""
    ana, beto = registered("Ana"), registered("Beto")
    stakes = {ana.id: 50, beto.id: 50}
    for match_id in (RUNNING, WON, VOIDED):
        credits.hold_stakes(match_id, stakes)
    seated = [player(0, ana.id.hex, "Ana", guest=False), player(1, beto.id.hex, "Beto", guest=False)]
    won: dict[str, Any] = record(seated, match_id=WON)
    won["stake"] = 50
    store("table.7.x.finished", finished(won))
    store("table.7.x.voided", unfinished(VOIDED, [ana.id.hex, beto.id.hex], started_ms=1, void="outage", stake=50))
    store("table.7.x.voided", unfinished(BARRED, [], started_ms=0, void="stakes", epoch=5))
    return [ana, beto]


@contextmanager
def _past_the_guards() -> Iterator[None]:
    """Whoever gets past the database's triggers: an operator with psql, a broken disk."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        yield
        cursor.execute("SET session_replication_role = DEFAULT")


def _checked(*options: str) -> tuple[int, list[str]]:
    out = StringIO()
    try:
        call_command("check_ledger", *options, stdout=out)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


@pytest.mark.usefixtures("played")
def test_books_that_are_right_have_no_findings() -> None:
    assert _checked() == (0, ["0 findings, 1 matches with held stakes"])


@pytest.mark.usefixtures("played")
def test_when_nothing_is_played_no_stake_may_be_held() -> None:
    status, lines = _checked("--closed")

    assert (status, lines[0]) == (1, f"match {RUNNING} has held stakes")
    credits.release_stakes(RUNNING)
    assert _checked("--closed")[0] == 0


def test_a_changed_posting_is_found_in_every_sum_it_is_part_of(played: list[Player]) -> None:
    with _past_the_guards():
        held = Posting.objects.get(entry__key=f"hold:{RUNNING}", account__player=played[0], account__kind="held")
        Posting.objects.filter(pk=held.pk).update(credits=51)

    status, lines = _checked()

    assert status == 1
    assert lines[:5] == [
        "all postings sum to 1, not to zero",
        f"entry hold:{RUNNING} sums to 1",
        f"player {played[0].id}: the balance of held credits is kept as 50 of 5 postings, and is 51 of 5",
        f"player {played[0].id} has 51 credits held, and 50 stand behind open matches",
        f"match {RUNNING} is held, of stakes of 100: 101 were taken, 0 paid out, 0 given back, 0 times annulled",
    ]


def test_credits_below_zero_are_found(played: list[Player]) -> None:
    with _past_the_guards():
        welcome = Posting.objects.filter(entry__reason="welcome", account__player=played[0])
        Posting.objects.filter(entry__in=welcome.values("entry"), credits__lt=0).update(credits=1)
        welcome.update(credits=-1)

    assert f"player {played[0].id} has -1 available credits" in _checked()[1]


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    ("match_id", "state", "finding"),
    [
        (
            RUNNING,
            "settled",
            "is settled, of stakes of 100: 100 were taken, 0 paid out, 0 given back",
        ),
        (
            WON,
            "released",
            "is released, of stakes of 100: 100 were taken, 100 paid out, 0 given back",
        ),
        (WON, "held", "is held, of stakes of 100: 100 were taken, 100 paid out, 0 given back"),
        (
            VOIDED,
            "settled",
            "is settled, of stakes of 100: 100 were taken, 0 paid out, 100 given back",
        ),
    ],
)
def test_a_hold_that_says_another_end_than_its_entries_is_found(match_id: str, state: str, finding: str) -> None:
    with _past_the_guards():
        closed = Hold.objects.get(match_id=WON).closed_at if state != "held" else None
        Hold.objects.filter(match_id=match_id).update(state=state, closed_at=closed)

    assert f"match {match_id} {finding}, 0 times annulled" in _checked()[1]


@pytest.mark.usefixtures("played")
def test_a_match_whose_stakes_went_another_way_is_found() -> None:
    with _past_the_guards():
        Hold.objects.filter(match_id=WON).update(state="released")
        Entry.objects.filter(key=f"settle:{WON}").update(reason="release")

    assert f"match {WON} finished, and its stakes are released" in _checked()[1]


@pytest.mark.usefixtures("played")
def test_a_staked_match_without_a_hold_is_found() -> None:
    with _past_the_guards():
        Hold.objects.filter(match_id=WON).delete()
        Posting.objects.filter(entry__match_id=WON).delete()
        Entry.objects.filter(match_id=WON).delete()

    assert f"match {WON} finished at a stake of 50, and nothing was held for it" in _checked()[1]


@pytest.mark.usefixtures("played")
def test_entries_without_their_hold_are_found() -> None:
    with _past_the_guards():
        Hold.objects.filter(match_id=VOIDED).delete()

    assert any(line.startswith(f"match {VOIDED} is unknown") for line in _checked()[1])


def test_a_balance_that_does_not_follow_its_postings_is_found(played: list[Player]) -> None:
    with _past_the_guards():
        Account.objects.filter(player=played[0], kind="available").update(balance=F("balance") + 1)
        Account.objects.filter(player=played[1], kind="held").update(version=F("version") + 1)

    ana, beto = (each.id for each in played)
    assert _checked()[1][:2] == [
        f"player {ana}: the balance of available credits is kept as 501 of 6 postings, and is 500 of 6",
        f"player {beto}: the balance of held credits is kept as 50 of 6 postings, and is 50 of 5",
    ]


def test_credits_that_no_cashiers_request_moved_are_found(
    played: list[Player], registered: Callable[..., Player]
) -> None:
    teller = registered("Caja")
    teller.user_permissions.add(Permission.objects.get(codename="load", content_type__app_label="credits"))
    request = cashier.ask(teller, played[0].id, 100, "Premio del torneo", uuid4())
    assert _checked()[0] == 0
    with _past_the_guards():
        CashierRequest.objects.filter(pk=request.pk).update(credits=90)

    assert _checked()[1][0] == f"the cashier's request {request.pk} of 90 credits is done, and 100 were moved"


def test_the_books_are_looked_at_as_they_are_at_one_moment(played: list[Player]) -> None:
    """A match that ends while they are looked at, between one rule and the next, is no finding."""
    with one_moment():
        before = list(findings())
        ended = threading.Thread(target=_end, args=(played,))
        ended.start()
        ended.join()
        assert (before, list(findings()), books.open_holds()) == ([], [], [RUNNING])
    assert (_checked()[0], books.open_holds()) == (0, [])


def _end(players: list[Player]) -> None:
    try:
        seated = [player(seat, each.id.hex, each.name, guest=False) for seat, each in enumerate(players)]
        store("table.7.x.finished", finished(record(seated, match_id=RUNNING) | {"stake": 50}))
    finally:
        connections.close_all()
