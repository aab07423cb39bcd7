"""Ratings move with ranked matches between people, once for each match, in the transaction that writes the match."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from services.common.errors import CreditsError
from tests.unit.web.match_records import finished, player, record
from web.accounts.models import Player
from web.accounts.services import create_guest
from web.credits import services as credits
from web.history.messages import store
from web.ratings.models import MU, SIGMA, Rating, RatingChange
from web.ratings.services import Played, rate

pytestmark = pytest.mark.django_db

MATCH_ID = "0123456789abcdef-1"
SUBJECT = "table.7.0123456789abcdef.finished"
Registered = Callable[..., Player]


def _seated(*players: Player) -> list[dict[str, Any]]:
    return [player(seat, each.id.hex, each.name, guest=each.guest) for seat, each in enumerate(players)]


def _ranked(*players: Player, match_id: str = MATCH_ID, winner: int = 0) -> bytes:
    written = record(_seated(*players), match_id=match_id, winner=winner)
    written["match"]["ranked"] = True
    return finished(written)


def _rating(of: Player) -> Rating:
    return Rating.objects.get(player=of)


def test_a_ranked_match_moves_winners_up_and_losers_down(registered: Registered) -> None:
    ana, beto = registered("Ana"), registered("Beto")

    store(SUBJECT, _ranked(ana, beto, winner=1))

    assert _rating(beto).mu > MU > _rating(ana).mu
    assert _rating(ana).sigma < SIGMA and _rating(beto).sigma < SIGMA
    assert [(each.preset, each.seats, each.games) for each in (_rating(ana), _rating(beto))] == [("maestro", 2, 1)] * 2


def test_partners_win_and_lose_together_and_a_forfeit_is_a_loss_of_the_team(registered: Registered) -> None:
    """The record's losing team forfeits by its first seat."""
    four = [registered(f"P{seat}") for seat in range(4)]

    store(SUBJECT, _ranked(*four, winner=0))

    mus = [_rating(each).mu for each in four]
    assert mus[0] == mus[2] > MU > mus[1] == mus[3]
    assert {_rating(each).seats for each in four} == {4}


def test_a_redelivered_match_rates_once(registered: Registered) -> None:
    ana, beto = registered("Ana"), registered("Beto")
    store(SUBJECT, _ranked(ana, beto))
    before = _rating(ana).mu

    store(SUBJECT, _ranked(ana, beto))

    assert (_rating(ana).mu, _rating(ana).games, RatingChange.objects.count()) == (before, 1, 2)


def test_changes_tell_before_and_after_so_that_a_match_can_be_taken_back(registered: Registered) -> None:
    ana, beto = registered("Ana"), registered("Beto")

    store(SUBJECT, _ranked(ana, beto))
    store(SUBJECT, _ranked(ana, beto, match_id="0123456789abcdef-2"))

    first, second = RatingChange.objects.filter(player=ana).order_by("pk")
    assert (first.mu_before, first.sigma_before, first.match_id) == (MU, SIGMA, MATCH_ID)
    assert (first.mu_after, first.sigma_after) == (second.mu_before, second.sigma_before)
    assert (second.mu_after, second.sigma_after) == (_rating(ana).mu, _rating(ana).sigma)


@pytest.mark.parametrize("who", ["unranked", "guest", "bot", "unknown"])
def test_only_ranked_matches_between_registered_people_count(registered: Registered, who: str) -> None:
    ana, beto = registered("Ana"), registered("Beto")
    seated = _seated(ana, create_guest() if who == "guest" else beto)
    if who == "bot":
        seated[1] |= {"player_id": "bot:prudente:1", "bot": True}
    if who == "unknown":
        seated[1]["player_id"] = "0" * 32
    written = record(seated)
    written["match"]["ranked"] = who != "unranked"

    store(SUBJECT, finished(written))

    assert not Rating.objects.exists() and not RatingChange.objects.exists()


def test_ratings_history_and_settlement_are_written_all_or_nothing(registered: Registered) -> None:
    ana, beto = registered("Ana"), registered("Beto")
    credits.hold_stakes(MATCH_ID, {ana.id: 50, beto.id: 50})
    credits.release_stakes(MATCH_ID)

    with pytest.raises(CreditsError):
        store(SUBJECT, _ranked(ana, beto))

    assert not Rating.objects.exists()


def test_rating_is_deterministic(registered: Registered) -> None:
    pairs = [(registered("Ana"), registered("Beto")) for _ in range(2)]
    for number, (ana, beto) in enumerate(pairs):
        for match in range(5):
            teams = [[ana.id], [beto.id]]
            rate(Played(f"{number}-{match}", "maestro", teams, match % 3 % 2, timezone.now()))

    one, other = ([(_rating(each).mu, _rating(each).sigma) for each in pair] for pair in pairs)
    assert one == other


@pytest.mark.django_db(transaction=True)
def test_matches_of_the_same_players_that_end_at_once_all_count(registered: Registered) -> None:
    """Eight staked ranked matches in eight threads, seats swapped in half of them: no deadlock, nothing lost."""
    ana, beto, together = registered("Ana"), registered("Beto"), threading.Barrier(8)
    ids = [f"0123456789abcdef-{number}" for number in range(8)]
    for match_id in ids:
        credits.hold_stakes(match_id, {ana.id: 10, beto.id: 10})

    def take(number: int) -> bool:
        players = (ana, beto) if number % 2 else (beto, ana)
        together.wait()
        try:
            return store(SUBJECT, _ranked(*players, match_id=ids[number], winner=number % 2))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(take, range(8))) == [True] * 8

    assert (_rating(ana).games, _rating(beto).games, RatingChange.objects.count()) == (8, 8, 16)
    for each in (ana, beto):
        changes = list(RatingChange.objects.filter(player=each).order_by("pk"))
        assert [later.mu_before for later in changes[1:]] == [earlier.mu_after for earlier in changes[:-1]]
        assert credits.balance(each.id).held == 0
