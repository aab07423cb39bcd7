"""Hundreds of calls at once on the same players' credits: nobody falls below zero or waits in a circle."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import permutations
from random import Random
from uuid import UUID

import pytest
from django.db import connections

from services.common.errors import TrucoError
from web.accounts.models import Player
from web.credits import services
from web.credits.books import findings
from web.settings.environment import environment

pytestmark = pytest.mark.django_db(transaction=True)

WELCOME = environment().welcome_credits
AT_ONCE = 48
"""Each has a connection of its own to the database."""
Registered = Callable[..., Player]


@contextmanager
def _crowd() -> Iterator[Callable[[Sequence[Callable[[], object]]], list[str]]]:
    """Runs calls, so many at any time, all of which begin at one moment; for each "ok" or the reason of its refusal."""
    together = threading.Barrier(AT_ONCE)

    def enter() -> None:
        connections["default"].ensure_connection()
        together.wait()

    def run(call: Callable[[], object]) -> str:
        try:
            call()
        except TrucoError as error:
            return error.reason
        return "ok"

    with ThreadPoolExecutor(AT_ONCE, initializer=enter) as pool:
        yield lambda calls: list(pool.map(run, calls))
        leaving = threading.Barrier(AT_ONCE)
        list(pool.map(lambda _: (leaving.wait(), connections.close_all()), range(AT_ONCE)))


def _holding(number: int, *players: UUID, stake: int = 10) -> Callable[[], object]:
    return lambda: services.hold_stakes(f"m-{number}", dict.fromkeys(players, stake))


def test_hundreds_of_holds_of_one_player_take_what_is_there_and_no_more(registered: Registered) -> None:
    """300 matches against 30 others, each asked for twice; the one player's credits suffice for 50."""
    player, others = registered("Ana").id, [registered().id for _ in range(30)]
    calls = [_holding(number % 300, player, others[number % 30]) for number in range(600)]
    Random(5).shuffle(calls)

    with _crowd() as crowd:
        told = Counter(crowd(calls))

    assert set(told) == {"ok", "INSUFFICIENT_CREDITS"}
    assert told["ok"] >= WELCOME // 10
    assert services.balance(player) == services.Balance(0, WELCOME)
    assert sum(services.balance(other).held for other in others) == WELCOME
    assert list(findings()) == []


def test_crossing_pairs_do_not_wait_in_a_circle(registered: Registered) -> None:
    """Every ordered pair of sixteen players at once, whose accounts nobody had opened; everybody can afford it."""
    pairs = list(permutations([registered().id for _ in range(16)], 2))
    Random(7).shuffle(pairs)

    with _crowd() as crowd:
        told = crowd([_holding(number, *pair) for number, pair in enumerate(pairs)])

    assert told == ["ok"] * 240
    assert {services.balance(pair[0]) for pair in pairs} == {services.Balance(WELCOME - 300, 300)}
    assert list(findings()) == []


def test_holds_ends_and_annulments_of_the_same_players_go_through_at_once(registered: Registered) -> None:
    """A third of 240 matches of 24 players is settled, twice each and in batches; others are given back, held,
    or annulled meanwhile. Whatever the order, each ends in one way."""
    random, players = Random(11), [registered().id for _ in range(24)]
    seated = [random.sample(players, random.choice([2, 4])) for _ in range(240)]
    first = [_holding(number, *each) for number, each in enumerate(seated[:160])]
    with _crowd() as crowd:
        assert set(crowd(first)) == {"ok"}
    rounds: list[Callable[[], object]] = []
    for start in range(0, 80, 8):
        batch = {f"m-{number}": seated[number][::2] for number in range(start, start + 8)}
        back = dict(reversed(batch.items()))
        rounds += [lambda batch=batch: services.settle_all(batch), lambda back=back: services.settle_all(back)]
    rounds += [
        lambda number=number: services.release_stakes(f"m-{number}") for number in range(80, 160) for _ in range(2)
    ]
    rounds += [_holding(number, *each) for number, each in enumerate(seated[160:], 160)]
    random.shuffle(rounds)

    with _crowd() as crowd:
        told = Counter(crowd(rounds))
    with _crowd() as crowd:
        annulled = Counter(crowd([lambda number=number % 80: services.annul(f"m-{number}") for number in range(160)]))

    assert told == {"ok": len(rounds)}
    assert annulled == {"ok": 160}
    held = sum(10 * len(each) for each in seated[160:])
    balances = [services.balance(player) for player in players]
    assert sum(balance.held for balance in balances) == held
    assert sum(balance.available for balance in balances) == len(players) * WELCOME - held
    assert list(findings()) == []
