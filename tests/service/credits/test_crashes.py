"""Whatever dies, wherever: begun again, every operation on credits leaves the books as if it had been done once.

Each operation is killed at every one of its SQL statements and commits, as it passes them in a run that is watched, and
has its connection cut off at each; the number of points is that run's.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from deploy.local.environment import ROOT
from deploy.local.stack import Stack

OPERATIONS = (
    *("gift", "hold of players whose accounts are to be opened", "hold of six", "settlement"),
    *("settlement of three matches of four", "void", "release", "release of an orphan", "annulment"),
    *("load", "take", "request", "approval", "refusal", "expiry"),
)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """PostgreSQL with the portal's tables."""
    with Stack(tmp_path_factory.mktemp("crashes")) as stack:
        stack.start("postgres", "migrate")
        yield stack


def _run(database: Stack, *arguments: str) -> Any:
    command = [sys.executable, "-m", "tests.service.credits.crashes", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=dict(database.env), check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("operation", OPERATIONS)
def test_an_operation_that_dies_at_any_point_is_done_once_when_it_is_begun_again(
    database: Stack, operation: str
) -> None:
    told = _run(database, operation)

    points = told["points"]
    assert points[-2:] == ["COMMIT", "committed"], "the last transaction ends with the operation"
    assert any(point.startswith(("INSERT", "UPDATE", "WITH")) for point in points), "something is written"
    assert told["runs"] == 2 * len(points) + points.count("COMMIT")
    assert told["died"] >= told["runs"] - points.count("committed"), "what was whole before it was cut off ended well"


def test_no_operation_is_left_out(database: Stack) -> None:
    assert tuple(_run(database)) == OPERATIONS
