"""How long the database works for the pages of Mi historial and the ranking: see tests/bench/README.md.

.venv/bin/python -m tests.bench.history [--matches 1000000] [--records 20000]
"""

import argparse
import statistics
import sys
import time

from tests.bench.history import seeded

AIM_MS = 50.0
ROUNDS = 30


def main() -> int:
    """Seeds, measures, prints; 1 where a page takes the database longer than the aim."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--records", type=int, default=20_000)
    asked = parser.parse_args()
    with seeded.portal():
        from django.core.management import call_command

        call_command("seed_history", matches=asked.matches, records=asked.records)
        began = time.monotonic()
        seeded.stake()
        print(f"their movements in {time.monotonic() - began:.0f} s")
        for name, size in seeded.sizes():
            print(f"  {name:<28}{size:>9.1f} MB")
        return _measured()


def _measured() -> int:
    from tests.bench.history.pages import cases, measured

    print(
        f"\n{'page':<48}{'queries':>8}{'median':>10}{'worst':>10}{'CPU':>10}   ms in the database, {ROUNDS} times each"
    )
    missed = 0
    for name, ask in cases():
        rounds = sorted(measured(ask) for _ in range(ROUNDS))
        median, worst = rounds[len(rounds) // 2], rounds[-1]
        queries = max(each.queries for each in rounds)
        cpu = statistics.median(each.cpu_ms for each in rounds)
        late = median.ms > AIM_MS
        missed += late
        print(f"{name:<48}{queries:>8}{median.ms:>10.2f}{worst.ms:>10.2f}{cpu:>10.2f}{'   MISSED' if late else ''}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
