"""Matches that are stored together end as they would one by one."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from services.common.errors import CreditsError, InvalidInput
from tests.unit.web.match_records import finished, player, record, unfinished
from web.accounts.models import Player
from web.credits import services as credits
from web.credits.books import findings
from web.history.messages import store, store_all
from web.history.models import Match, MatchSeat
from web.ratings.models import Rating, RatingChange, SeasonRating

pytestmark = pytest.mark.django_db

FINISHED, VOIDED = "table.7.x.finished", "table.7.x.voided"
Registered = Callable[..., Player]
Message = tuple[str, bytes]


def _match(number: int, winner: int, *seated: Player, preset: str = "maestro", held: bool = True) -> Message:
    """A staked and ranked match that has finished, so many minutes after the first."""
    match_id = f"{number:016x}-1"
    if held:
        credits.hold_stakes(match_id, {each.id: 25 for each in seated})
    seats = [player(seat, each.id.hex, each.name, guest=False) for seat, each in enumerate(seated)]
    written: dict[str, Any] = record(seats, match_id=match_id, winner=winner) | {"stake": 25, "preset": preset}
    written["match"]["ranked"] = True
    written["times"]["finished_ms"] += 60_000 * number
    return FINISHED, finished(written)


def _six(players: Sequence[Player], first: int) -> list[Message]:
    """Six matches of four players, at two rulesets, of two and of four seats; their ids are not in order."""
    ana, beto, caro, dani = players
    return [
        _match(first + 2, 0, ana, beto),
        _match(first + 1, 1, beto, ana),
        _match(first + 4, 0, ana, caro, preset="uruguayo"),
        _match(first + 3, 1, ana, beto, caro, dani),
        _match(first + 6, 0, dani, caro, beto, ana),
        _match(first + 5, 1, caro, dani),
    ]


def _ratings(players: Sequence[Player]) -> list[tuple[Any, ...]]:
    found = Rating.objects.filter(player__in=players).values_list(
        "player__name", "preset", "seats", "mu", "sigma", "games"
    )
    return sorted(found)


def _boards(players: Sequence[Player]) -> list[tuple[Any, ...]]:
    found = SeasonRating.objects.filter(player__in=players)
    return sorted(found.values_list("player__name", "preset", "seats", "mu", "sigma", "games", "wins", "season"))


def test_together_they_end_as_one_by_one(registered: Registered) -> None:
    """Also where the same players meet again and again: each match is rated by what the one before it left."""
    together, single = ([registered(name) for name in ("Ana", "Beto", "Caro", "Dani")] for _ in range(2))
    batch, others = _six(together, 16), _six(single, 32)

    assert store_all(batch) == [True] * 6
    for message in sorted(others, key=lambda each: each[1].split(b"finished_ms")[1]):
        assert store(*message)

    assert _ratings(together) == _ratings(single) and len(_ratings(together)) == 10
    assert _boards(together) == _boards(single)
    balances = [[credits.balance(each.id) for each in four] for four in (together, single)]
    assert balances[0] == balances[1] and {balance.held for balance in balances[0]} == {0}
    assert (Match.objects.count(), MatchSeat.objects.count(), RatingChange.objects.count()) == (12, 32, 32)
    assert list(findings()) == []


def test_what_was_there_or_comes_twice_is_stored_once(registered: Registered) -> None:
    ana, beto = registered("Ana"), registered("Beto")
    first, second = _match(1, 0, ana, beto), _match(2, 0, ana, beto)
    store(*first)

    assert store_all([first, second, second]) == [False, True, False]
    assert store_all([first, second]) == [False, False]
    assert (Match.objects.count(), RatingChange.objects.count()) == (2, 4)
    assert credits.balance(ana.id).available == credits.balance(beto.id).available + 100


def test_other_ends_go_with_them(registered: Registered) -> None:
    ana, beto = registered("Ana"), registered("Beto")
    void = f"{9:016x}-1"
    credits.hold_stakes(void, {ana.id: 50, beto.id: 50})
    message = VOIDED, unfinished(void, [ana.id.hex, beto.id.hex], started_ms=1, void="outage", stake=50)

    assert store_all([message, _match(1, 0, ana, beto), message]) == [True, True, False]
    assert sorted(Match.objects.values_list("outcome", flat=True)) == ["finished", "voided"]
    assert [credits.balance(each.id).held for each in (ana, beto)] == [0, 0]


@pytest.mark.parametrize("which", ["unreadable", "given back"])
def test_one_that_cannot_be_stored_leaves_nothing_of_the_others(registered: Registered, which: str) -> None:
    ana, beto = registered("Ana"), registered("Beto")
    good, bad = _match(1, 0, ana, beto), _match(2, 0, ana, beto)
    if which == "unreadable":
        bad = FINISHED, b"\xff"
    else:
        credits.release_stakes(f"{2:016x}-1")

    with pytest.raises((CreditsError, InvalidInput)):
        store_all([good, bad])

    assert not Match.objects.exists() and not RatingChange.objects.exists()
    assert store(*good)


def test_many_take_as_many_statements_as_one(registered: Registered) -> None:
    pairs = [(registered(), registered()) for _ in range(9)]
    messages = [_match(number, 0, *pair) for number, pair in enumerate(pairs)]

    with CaptureQueriesContext(
        connection,
    ) as one:
        store_all(messages[:1])
    with CaptureQueriesContext(connection) as many:
        store_all(messages[1:])

    assert len(many) == len(one)
