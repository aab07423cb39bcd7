"""An alarm is raised when the books are wrong, and when nobody looked at them: once each."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from prometheus_client import REGISTRY
from structlog.testing import capture_logs
from structlog.typing import EventDict

from web.credits import checks
from web.credits.models import BooksCheck
from web.rpc.watchman import Watchman

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


def _metrics() -> tuple[float | None, ...]:
    names = ("quiero_ledger_findings", "quiero_ledger_check_late")
    return tuple(REGISTRY.get_sample_value(name) for name in names)


def test_books_that_are_right_and_looked_at_are_quiet(logged: list[EventDict]) -> None:
    Watchman().look(_check(1, 25), NOW)

    assert (_metrics(), logged) == ((0, 0), [])
    assert REGISTRY.get_sample_value("quiero_ledger_check_age_seconds") == 25 * 3600


def test_what_was_found_is_told_once_for_each_look_at_the_books(logged: list[EventDict]) -> None:
    watchman = Watchman()
    for check in (_check(1, 3, "a", "b"), _check(1, 3, "a", "b"), _check(2, 2, "c"), _check(3, 1)):
        watchman.look(check, NOW)
        assert _metrics() == (check.found, 0)

    assert [(line["event"], line["log_level"], line["found"], line["first"]) for line in logged] == [
        ("the books are wrong", "error", 2, "a"), ("the books are wrong", "error", 1, "c")
    ]  # fmt: skip


def test_a_look_at_the_books_that_is_missing_is_told_once(logged: list[EventDict]) -> None:
    watchman, missing = Watchman(), _check(1, checks.LATE / timedelta(hours=1) + 0.1)
    for check, late in ((missing, 1), (missing, 1), (_check(2, 1), 0), (missing, 1)):
        watchman.look(check, NOW)
        assert _metrics() == (0, late)

    assert [(line["event"], line["log_level"]) for line in logged] == [("nobody has looked at the books", "error")] * 2


def test_where_nobody_ever_looked_time_runs_from_the_start(logged: list[EventDict]) -> None:
    watchman = Watchman()

    watchman.look(None, timezone.now())
    assert _metrics() == (0, 0)
    watchman.look(None, timezone.now() + checks.LATE)
    assert (_metrics(), [line["last"] for line in logged]) == ((0, 1), ["never"])
