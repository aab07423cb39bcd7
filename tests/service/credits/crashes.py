"""`python -m tests.service.credits.crashes <operation>`: dies at every point of an operation in turn, begins it again,
and looks at the books. Prints what it did as JSON; ends with an AssertionError when something is not as it should be.

Each run is a fork of this process.
"""

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable

import django
from django.conf import settings
from django.db import Error, connection

from tests.harness.dying import Points, cut_off, killed, killed_in_commit

ENDED, FAILED, BROKEN = 0, 3, 4
"""How a run ends that was not killed: whole, with an error of the database, with any other."""
_WAYS = {"killed": killed, "cut off": cut_off, "killed in commit": killed_in_commit}


def main(name: str = "") -> None:
    """Finds the points, then dies at each; without a name prints those that there are."""
    from tests.service.credits.operations import OPERATIONS
    from web.history.books import findings

    if not name:
        print(json.dumps(list(OPERATIONS)))
        return
    operation = OPERATIONS[name]

    def recorded() -> tuple[list[str], object]:
        """The points of an undisturbed run, and what is to be seen after it."""
        points, made = Points(), operation.prepare()
        with points.watched():
            operation.act(made)
        return points.names, made.seen()

    def dies(at: int, way: str) -> bool:
        """Whether the run ended before its time; in any case the operation is begun again, twice."""
        made = operation.prepare()
        points = Points(at, _WAYS[way])
        ended = _forked(lambda: _watched(points, lambda: operation.act(made)))
        assert ended in ((ENDED, FAILED) if way == "cut off" else (-signal.SIGKILL,)), (at, way, ended)
        assert _forked(lambda: (operation.act(made), operation.act(made))) == ENDED, f"{way} at {at}, begun again"
        assert made.seen() == wanted, f"{way} at {at}: {made.seen()}, not {wanted}"
        assert list(findings()) == [], f"{way} at {at}: {list(findings())}"
        return ended != ENDED

    recorded()  # the very first of all gifts opens the platform's own account
    names, wanted = recorded()
    ways = {name: list(_WAYS) if name == "COMMIT" else ["killed", "cut off"] for name in names}
    runs = [(at, way) for at, name in enumerate(names) for way in ways[name]]
    died = [run for run in runs if dies(*run)]
    print(json.dumps({"points": names, "runs": len(runs), "died": len(died)}))


def _watched(points: Points, act: Callable[[], object]) -> None:
    with points.watched():
        act()


def _forked(act: Callable[[], object]) -> int:
    """Runs in a process of its own, with a connection of its own; returns how it ended."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    inherited, connection.connection = connection.connection, None  # kept, so that it is not closed under the parent
    try:
        act()
    except Error:
        os._exit(FAILED)
    except BaseException:
        traceback.print_exc()
        os._exit(BROKEN)
    os._exit(ENDED if inherited else BROKEN)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "web.settings")
    django.setup()
    settings.DATABASES["default"]["OPTIONS"].pop("pool")  # its threads do not survive a fork
    main(*sys.argv[1:])
