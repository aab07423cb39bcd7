"""Orphaned stakes go back, and never those of a match that begins."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from services.common.errors import Unreachable
from web.accounts.models import Player
from web.credits import doubts, services
from web.credits.models import Hold

pytestmark = pytest.mark.django_db

MATCH_ID = "0123456789abcdef-1"


@pytest.fixture
def stakes(registered: Callable[..., Player]) -> dict[UUID, int]:
    """The held stakes of a match."""
    held = {registered("Ana").id: 50, registered("Beto").id: 50}
    services.hold_stakes(MATCH_ID, held)
    return held


def _held(stakes: dict[UUID, int]) -> set[int]:
    return {services.balance(player).held for player in stakes}


def test_only_open_holds_that_are_old_are_doubtful(stakes: dict[UUID, int]) -> None:
    now = timezone.now()
    services.hold_stakes("0123456789abcdef-2", stakes)
    services.release_stakes("0123456789abcdef-2")

    assert doubts.doubtful(now - timedelta(minutes=10), 9) == []
    assert doubts.doubtful(now + timedelta(minutes=10), 9) == [MATCH_ID]


@pytest.mark.usefixtures("stakes")
def test_who_was_asked_about_waits_its_turn_again() -> None:
    before = timezone.now()

    doubts.doubt(MATCH_ID)

    assert doubts.doubtful(before, 9) == []


def test_a_hold_in_doubt_is_not_confirmed_to_a_match_that_is_about_to_begin(stakes: dict[UUID, int]) -> None:
    token = doubts.doubt(MATCH_ID)
    assert token is not None

    with pytest.raises(Unreachable):
        services.hold_stakes(MATCH_ID, stakes)
    doubts.believe(MATCH_ID, token)

    assert services.hold_stakes(MATCH_ID, stakes) is True


def test_doubted_stakes_go_back_once_and_bar_a_later_hold(stakes: dict[UUID, int]) -> None:
    token = doubts.doubt(MATCH_ID)
    assert token is not None

    assert [doubts.release_doubted(MATCH_ID, token) for _ in range(2)] == [True, False]
    assert _held(stakes) == {0}
    assert doubts.doubt(MATCH_ID) is None


@pytest.mark.parametrize("cleared", [True, False])
def test_who_froze_while_another_asked_anew_releases_nothing(stakes: dict[UUID, int], cleared: bool) -> None:
    frozen = doubts.doubt(MATCH_ID)
    other = doubts.doubt(MATCH_ID)
    assert frozen and other
    if cleared:
        doubts.believe(MATCH_ID, other)

    assert doubts.release_doubted(MATCH_ID, frozen) is False
    doubts.believe(MATCH_ID, frozen)

    assert _held(stakes) == {50}
    assert (Hold.objects.get().doubt is None) is cleared


def test_a_settled_match_is_beyond_doubt(stakes: dict[UUID, int]) -> None:
    """The consumer was first."""
    token = doubts.doubt(MATCH_ID)
    assert token is not None

    services.settle(MATCH_ID, [next(iter(stakes))])

    assert doubts.release_doubted(MATCH_ID, token) is False
    assert _held(stakes) == {0}
