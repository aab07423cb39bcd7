"""`python -m tests.bench.settlements.ledger`: the ledger's part alone, in a process of its own.

Reads {"do", "together", "matches": [[match id, [player ids]], ...]} from stdin: opens the players' accounts, holds the
stakes one match after the other, as tables asks for them, or pays the first, third and fifth seat, so many matches in a
transaction. Prints seconds and CPU seconds of that, as JSON.
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
    """Does one of the three."""
    order = json.load(sys.stdin)
    held: Held = [(match_id, [UUID(player) for player in players]) for match_id, players in order["matches"]]
    acts: dict[str, Callable[[], None]] = {
        "open": lambda: _open(held),
        "hold": lambda: _hold(held),
        "settle": lambda: _settle(held, order["together"]),
    }
    print(json.dumps(_measured(acts[order["do"]])))


def _open(held: Held) -> None:
    from web.credits import services

    for player in {player for _, players in held for player in players}:
        services.balance(player)


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
