"""Whatever is held, settled and released, in any order: credits are neither made nor lost."""

import uuid
from collections.abc import Iterable

import pytest
from django.db import transaction
from django.db.models import Sum
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.common.errors import TrucoError
from services.common.stakes import STAKES
from web.accounts.models import Player
from web.credits import services
from web.credits.books import findings
from web.credits.models import AccountKind, Entry, Hold, HoldState, Posting
from web.settings.environment import environment

PLAYERS, MATCHES = 4, 3
WELCOME = environment().welcome_credits

stakes = st.tuples(st.sets(st.integers(0, PLAYERS - 1), min_size=1), st.sampled_from(STAKES))
matches = st.integers(0, MATCHES - 1).map("m-{}".format)
calls = st.one_of(
    st.tuples(st.just("hold"), matches, stakes),
    st.tuples(st.just("settle"), matches, st.lists(st.integers(0, PLAYERS - 1), max_size=3, unique=True)),
    st.tuples(st.just("release"), matches, st.none()),
    st.tuples(st.just("annul"), matches, st.none()),
)


def _call(players: list[Player], kind: str, match_id: str, argument: object) -> None:
    if kind == "hold" and isinstance(argument, tuple):
        services.hold_stakes(match_id, {players[number].id: argument[1] for number in argument[0]})
    elif kind == "settle" and isinstance(argument, list):
        services.settle(match_id, [players[number].id for number in argument])
    elif kind == "release":
        services.release_stakes(match_id)
    else:
        services.annul(match_id)


def _run(players: list[Player], script: Iterable[tuple[str, str, object]]) -> None:
    for kind, match_id, argument in script:
        before = Posting.objects.count()
        try:
            with transaction.atomic():
                _call(players, kind, match_id, argument)
        except TrucoError:
            assert Posting.objects.count() == before  # a refusal changes nothing


@pytest.mark.django_db
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(script=st.lists(calls, max_size=14))
def test_credits_are_neither_made_nor_lost(script: list[tuple[str, str, object]]) -> None:
    with transaction.atomic():
        emails = [f"{uuid.uuid4().hex}@example.org" for _ in range(PLAYERS)]
        may = {"guest": False, "confirmed": True, "adult_at": timezone.now()}
        players = [Player.objects.create(name="x", email=email, **may) for email in emails]
        _run(players, script)

        balances = [services.balance(player.id) for player in players]
        issued = Posting.objects.filter(account__kind=AccountKind.ISSUED).aggregate(total=Sum("credits"))["total"]
        assert sum(balance.available + balance.held for balance in balances) == -issued >= PLAYERS * WELCOME
        assert all(balance.available >= 0 and balance.held >= 0 for balance in balances)
        held = sum(sum(hold.stakes.values()) for hold in Hold.objects.filter(state=HoldState.HELD))
        assert sum(balance.held for balance in balances) == held
        assert all(not entry.total for entry in Entry.objects.annotate(total=Sum("postings__credits")))
        assert list(findings()) == []
        transaction.set_rollback(True)
