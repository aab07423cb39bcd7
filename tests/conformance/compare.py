"""Compare the engine with the oracle on random records.

python -m tests.conformance.compare --count 20000 --seed 1 [--preset P] [--seats N] [--plain | --no-custom] [--save F]
prints the first record on which they differ, shortened to what is needed, and a summary. Exit status 1 if any differs.
"""

import argparse
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from services.engine.rules.record import read
from services.engine.rules.replay import replay
from tests.conformance.oracle.options import PRESETS
from tests.conformance.random_records import random_record
from tests.conformance.random_tables import Kind


@dataclass(frozen=True)
class Difference:
    """The first fact on which engine and oracle differ; step -1 when the engine can't take the record at all."""

    step: int
    key: str
    expected: object
    got: object


def difference(record: dict[str, Any]) -> Difference | None:
    """Replay an oracle's record on the engine."""
    try:
        failures = replay(read(record)).failures
    except Exception as error:
        # Whatever it is, the oracle played this record: a refusal and a crash are both differences.
        return Difference(-1, "record", "a replay", f"{type(error).__name__}: {error}")
    if not failures:
        return None
    first = failures[0]
    return Difference(first.step, first.key, first.expected, first.got)


def shortened(record: dict[str, Any], found: Difference) -> dict[str, Any]:
    """The record up to the differing step, with no expectation but the one that failed."""
    if found.step < 0:
        return record | {"steps": []}
    steps = [{key: value for key, value in step.items() if key != "then"} for step in record["steps"][: found.step + 1]]
    then = record["steps"][found.step]["then"]
    if found.key in then:
        steps[-1]["then"] = {found.key: then[found.key]}
    deals = 1 + sum(step.get("do") == "deal" for step in steps)
    return record | {"deals": record["deals"][:deals], "steps": steps}


def told(record: dict[str, Any], found: Difference) -> str:
    """For people: the record, one step a line, and what differs."""
    short = shortened(record, found)
    head = {key: value for key, value in short.items() if key not in ("deals", "steps", "cite")}
    lines = [json.dumps(head), *(f"  deal {json.dumps(entry)}" for entry in short["deals"])]
    lines += [f"  {number:3} {json.dumps(step)}" for number, step in enumerate(short["steps"])]
    lines += [f"step {found.step}, {found.key}", f"  oracle: {found.expected}", f"  engine: {found.got}"]
    return "\n".join(lines)


def main() -> int:
    options = _arguments()
    kind = Kind(options.preset, options.seats, custom=not options.no_custom, plain=options.plain)
    started, differing, steps = time.monotonic(), Counter[str](), 0
    for seed in range(options.seed, options.seed + options.count):
        record = random_record(seed, kind)
        steps += len(record["steps"])
        found = difference(record)
        if found is None:
            continue
        if not differing:
            print(told(record, found))
            if options.save:
                Path(options.save).write_text(json.dumps([shortened(record, found)]), encoding="utf-8")
        differing[f"{record['preset']}: {found.key}: {found.got if found.step < 0 else 'differs'}"] += 1
    for what, times in differing.most_common(20):
        print(f"{times:7} {what}")
    seconds = time.monotonic() - started
    print(f"{options.count} records, {steps} steps, {sum(differing.values())} records differ, {seconds:.0f} s")
    return 1 if differing else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.compare", description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="how many records")
    parser.add_argument("--seed", type=int, default=1, help="the first record's seed")
    parser.add_argument("--preset", choices=sorted(PRESETS))
    parser.add_argument("--seats", type=int, choices=(2, 4, 6))
    parser.add_argument("--plain", action="store_true", help="no flor, muestra, pica-pica and perros")
    parser.add_argument("--no-custom", action="store_true", help="the presets as they are")
    parser.add_argument("--save", help="write the first differing record, shortened, to this file")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
