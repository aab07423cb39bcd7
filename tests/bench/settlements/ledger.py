"""`python -m tests.bench.settlements.ledger`: the ledger's part alone, in a process of its own.

Reads {"together", "settle", "hold": [[match id, [player ids]], ...]} from stdin, holds the stakes one match after the
other, as tables asks for them, then pays the first half of the seats, so many matches in a transaction. Prints seconds
and CPU seconds of both, as JSON.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from uuid import UUID

import django

from tests.bench.settlements.records import STAKE

Held = Sequence[tuple[str, Sequence[UUID]]]


def main() -> None:
    """Holds, and settles if told to."""
    order = json.load(sys.stdin)
    held: Held = [(match_id, [UUID(player) for player in players]) for match_id, players in order["hold"]]
    told = {"hold": _measured(lambda: _hold(held))}
    if order["settle"]:
        told["settle"] = _measured(lambda: _settle(held, order["together"]))
    print(json.dumps(told))


def _hold(held: Held) -> None:
    from web.credits import services

    for match_id, players in held:
        services.hold_stakes(match_id, dict.fromkeys(players, STAKE))


def _settle(held: Held, together: int) -> None:
    from web.credits import services

    for start in range(0, len(held), together):
        services.settle_all({match_id: players[::2] for match_id, players in held[start : start + together]})


def _measured(act: Callable[[], None]) -> dict[str, float]:
    began, cpu = time.monotonic(), time.process_time()
    act()
    return {"seconds": time.monotonic() - began, "cpu": time.process_time() - cpu}


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "web.settings")
    django.setup()
    main()
