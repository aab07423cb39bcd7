"""`make chaos`: 200 staked matches while everything is killed and frozen under them. See ../README.md."""

import argparse
import asyncio
import random
import sys
import tempfile
from pathlib import Path

from tests.e2e.chaos.faults import Weather
from tests.e2e.chaos.matches import People
from tests.e2e.chaos.run import run
from tests.e2e.chaos.verdict import CHECKS, figures

_SHOWN = 5


def main() -> int:
    """Plays, breaks, reports; the status is 1 where something does not hold."""
    options = _options()
    print(f"seed {options.seed}", flush=True)
    people = People(options.matches, options.at_once, options.stake, options.pause)
    weather = Weather(options.every, options.frozen, options.server_kills)
    with tempfile.TemporaryDirectory() as folder:
        data = options.data or Path(folder) / "stack"
        evidence = asyncio.run(run(data, people, weather, random.Random(options.seed), options.limit))
    for name, value in figures(evidence).items():
        print(f"{name}: {value}")
    wrong = 0
    for check in CHECKS:
        found = list(check(evidence))
        wrong += bool(found)
        print(f"{'WRONG' if found else 'ok   '} {check.__name__.replace('_', ' ')}")
        for line in found[:_SHOWN]:
            print(f"      {line[:1000]}")
        if len(found) > _SHOWN:
            print(f"      and {len(found) - _SHOWN} more")
    return min(wrong, 1)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--at-once", type=int, default=40)
    parser.add_argument("--stake", type=int, default=10, help="credits of each head")
    parser.add_argument("--pause", type=float, default=2.0, help="the longest time that somebody thinks, seconds")
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two faults of services")
    parser.add_argument("--frozen", type=float, default=5.0, help="seconds that a frozen service stands still")
    parser.add_argument("--server-kills", type=int, default=3, help="how often each server is killed")
    parser.add_argument("--limit", type=float, default=1800, help="seconds after which it ends in any case")
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    parser.add_argument("--data", type=Path, help="where everything is kept, logs too; else it is removed")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
