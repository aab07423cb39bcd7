"""How often criollo wins: `python -m tests.bench.bots`. Ends with status 1 where an aim of issue 2 is missed.

python -m tests.bench.bots 100       100 matches against each rival, instead of 1,000
"""

import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from services.bots.policies import POLICIES
from services.engine.rules import make_ruleset
from tests.bench.bots.arena import wins

_MATCHES = 1000
_SHARE_OF_OTHERS = 10
"""Where there is no aim, one match in so many is played."""
_PRESET = "maestro"
_BATCH = 20


class Contest(NamedTuple):
    """Criollo against a rival."""

    rival: str
    seats: int
    target: int
    matches: int
    aim: float | None


def main(matches: int) -> int:
    """Plays every contest and prints a line for each; returns the exit status."""
    few = max(1, matches // _SHARE_OF_OTHERS)
    contests = [
        Contest("random", 2, 30, matches, aim=0.95),
        Contest("always_accept", 2, 30, matches, aim=0.70),
        *(Contest(rival, 2, 15, few, None) for rival in ("random", "always_accept")),
        *(Contest(rival, seats, 30, few, None) for seats in (4, 6) for rival in ("random", "always_accept")),
    ]
    print(f"criollo, preset {_PRESET}; matches 2k and 2k+1 have the same decks and the teams swapped")
    print(f"{'against':<15}{'seats':>5}{'target':>8}{'matches':>9}{'won':>9}{'95 % from':>11}{'ms/match':>10}")
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        held = [_held(contest, workers) for contest in contests]
        return 0 if all(held) else 1


def _held(contest: Contest, workers: ProcessPoolExecutor) -> bool:
    batches = [range(start, min(start + _BATCH, contest.matches)) for start in range(0, contest.matches, _BATCH)]
    results = list(workers.map(_batch, [contest] * len(batches), batches))
    rate = sum(won for won, _ in results) / contest.matches
    cost = sum(seconds for _, seconds in results) / contest.matches * 1000
    missed = contest.aim is not None and rate < contest.aim
    note = "" if contest.aim is None else f"   aim {contest.aim:.0%}{' MISSED' if missed else ''}"
    print(
        f"{contest.rival:<15}{contest.seats:>5}{contest.target:>8}{contest.matches:>9}{rate:>9.1%}"
        f"{_surely(rate, contest.matches):>11.1%}{cost:>10.0f}{note}",
        flush=True,
    )
    return not missed


def _batch(contest: Contest, numbers: Sequence[int]) -> tuple[int, float]:
    """Matches won, and CPU seconds of both sides and the rules."""
    started = time.process_time()
    ours, theirs = POLICIES["criollo"](), POLICIES[contest.rival]()
    ruleset = make_ruleset(_PRESET, {"target": contest.target})
    won = wins(ours, theirs, ruleset, contest.seats, numbers)
    return won, time.process_time() - started


def _surely(rate: float, matches: int) -> float:
    """The lower end of the 95 % confidence interval (Wilson)."""
    z = 1.96
    middle = rate + z * z / (2 * matches)
    spread = z * ((rate * (1 - rate) + z * z / (4 * matches)) / matches) ** 0.5
    return (middle - spread) / (1 + z * z / matches)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else _MATCHES))
