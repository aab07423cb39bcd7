"""An alarm is raised when the books are wrong: once for each look at them."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from prometheus_client import REGISTRY
from structlog.testing import capture_logs
from structlog.typing import EventDict

from web.credits.models import BooksCheck
from web.rpc.watchman import BooksWatchman

NOW = timezone.now()


@pytest.fixture
def logged() -> Iterator[list[EventDict]]:
    """What is logged."""
    with capture_logs() as lines:
        yield lines


def _check(number: int, hours_ago: float, *findings: str) -> BooksCheck:
    ended_at = NOW - timedelta(hours=hours_ago)
    found = list(findings)
    return BooksCheck(pk=number, began_at=ended_at, ended_at=ended_at, held=0, found=len(found), findings=found)


def _findings() -> float | None:
    return REGISTRY.get_sample_value("quiero_ledger_findings")


def test_books_that_are_right_and_looked_at_are_quiet(logged: list[EventDict]) -> None:
    BooksWatchman().look(_check(1, 25))

    assert (_findings(), logged) == (0, [])


def test_what_was_found_is_told_once_for_each_look_at_the_books(logged: list[EventDict]) -> None:
    watchman = BooksWatchman()
    for check in (_check(1, 3, "a", "b"), _check(1, 3, "a", "b"), _check(2, 2, "c"), _check(3, 1)):
        watchman.look(check)
        assert _findings() == check.found

    assert [(line["event"], line["log_level"], line["found"], line["first"]) for line in logged] == [
        ("the books are wrong", "error", 2, "a"), ("the books are wrong", "error", 1, "c")
    ]  # fmt: skip


def test_where_nobody_ever_looked_nothing_was_found(logged: list[EventDict]) -> None:
    BooksWatchman().look(None)

    assert (_findings(), logged) == (0, [])
