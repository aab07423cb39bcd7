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
_BATCH = 20
_RIVALS = ("random", "always_accept")
_FLOR = {"flor": True}
_DUELS = {"flor": True, "pica_pica": True}


class Contest(NamedTuple):
    """Criollo against a rival."""

    rival: str
    seats: int
    preset: str
    options: dict[str, object]
    matches: int
    aim: float | None = None


def main(matches: int) -> int:
    """Plays every contest and prints a line for each; returns the exit status."""
    few = max(1, matches // _SHARE_OF_OTHERS)
    contests = [
        Contest("random", 2, "maestro", {}, matches, aim=0.95),
        Contest("always_accept", 2, "maestro", {}, matches, aim=0.70),
        *_both(2, "maestro", {"target": 15}, few),
        *_both(4, "maestro", {}, few),
        *_both(6, "maestro", {}, few),
        *_both(2, "maestro", _FLOR, few),
        *_both(4, "maestro", _FLOR, few),
        *_both(2, "ludoteka", _FLOR, few),
        *_both(4, "ludoteka", {}, few),
        *_both(2, "uruguayo", {}, few),
        *_both(4, "uruguayo", {}, few),
        *_both(6, "uruguayo", {}, few),
        *_both(6, "estrella", _DUELS, few),
    ]
    print("criollo; matches 2k and 2k+1 have the same decks and the teams swapped")
    print(f"{'against':<14}{'seats':>5}  {'table':<26}{'matches':>7}{'won':>8}{'95 % from':>11}{'ms/match':>10}")
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        held = [_held(contest, workers) for contest in contests]
        return 0 if all(held) else 1


def _both(seats: int, preset: str, options: dict[str, object], matches: int) -> list[Contest]:
    return [Contest(rival, seats, preset, options, matches) for rival in _RIVALS]


def _held(contest: Contest, workers: ProcessPoolExecutor) -> bool:
    batches = [range(start, min(start + _BATCH, contest.matches)) for start in range(0, contest.matches, _BATCH)]
    results = list(workers.map(_batch, [contest] * len(batches), batches))
    rate = sum(won for won, _ in results) / contest.matches
    cost = sum(seconds for _, seconds in results) / contest.matches * 1000
    missed = contest.aim is not None and rate < contest.aim
    note = "" if contest.aim is None else f"   aim {contest.aim:.0%}{' MISSED' if missed else ''}"
    table = " ".join([contest.preset, *(_option(*option) for option in contest.options.items())])
    print(
        f"{contest.rival:<14}{contest.seats:>5}  {table:<26}{contest.matches:>7}{rate:>8.1%}"
        f"{_surely(rate, contest.matches):>11.1%}{cost:>10.0f}{note}",
        flush=True,
    )
    return not missed


def _option(name: str, value: object) -> str:
    return name if value is True else f"{name}={value}"


def _batch(contest: Contest, numbers: Sequence[int]) -> tuple[int, float]:
    """Matches won, and CPU seconds of both sides and the rules."""
    started = time.process_time()
    ours, theirs = POLICIES["criollo"](), POLICIES[contest.rival]()
    ruleset = make_ruleset(contest.preset, contest.options, contest.seats)
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
