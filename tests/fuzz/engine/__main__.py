"""Fuzzes the engine as long as wanted: `python -m tests.fuzz.engine --seconds 600 --seed 7`.

Ends at the first finding with status 1; the same seed makes the same attempts again.
"""

import argparse
import sys
import time
import traceback

from tests.fuzz.engine.attempts import Fuzzer


def main() -> int:
    """Makes attempts until the time is up or one fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.engine", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long (60)")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000, help="a whole number (by the clock)")
    chosen = parser.parse_args()
    fuzzer, attempts, until = Fuzzer(chosen.seed), 0, time.monotonic() + chosen.seconds
    try:
        while time.monotonic() < until:
            attempts += 1
            fuzzer.attempt()
    except BaseException:
        traceback.print_exc()
        print(f"FOUND at attempt {attempts} of --seed {chosen.seed}", file=sys.stderr)
        return 1
    for outcome, count in sorted(fuzzer.outcomes.items()):
        print(f"{count:9,}  {outcome}")
    print(f"{attempts:9,}  attempts with --seed {chosen.seed}, nothing found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
