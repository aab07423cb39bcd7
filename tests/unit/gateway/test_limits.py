"""How much one player may ask."""

import pytest

from services.common.errors import Busy
from services.gateway.limits import RateLimit


class Clock:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limit(clock: Clock) -> RateLimit:
    return RateLimit("commands_per_second", amount=5, clock=clock)


def test_twice_the_rate_at_once_and_then_no_more(limit: RateLimit) -> None:
    for _ in range(10):
        limit.take("ana")

    with pytest.raises(Busy, match="LIMIT_REACHED") as refused:
        limit.take("ana")

    assert refused.value.metadata == {"limit": "commands_per_second", "value": "5"}
    assert refused.value.retry_after == pytest.approx(0.2)


def test_there_is_room_after_the_time_that_was_told(limit: RateLimit, clock: Clock) -> None:
    for _ in range(10):
        limit.take("ana")
    clock.now += 0.2

    limit.take("ana")

    with pytest.raises(Busy):
        limit.take("ana")


def test_one_player_does_not_use_up_anothers_room(limit: RateLimit) -> None:
    for _ in range(10):
        limit.take("ana")

    limit.take("beto")


def test_a_limit_may_count_by_the_minute(clock: Clock) -> None:
    limit = RateLimit("seatings_per_minute", amount=6, seconds=60, clock=clock)
    for _ in range(12):
        limit.take("ana")

    with pytest.raises(Busy) as refused:
        limit.take("ana")

    assert refused.value.metadata == {"limit": "seatings_per_minute", "value": "6"}
    assert refused.value.retry_after == pytest.approx(10)
