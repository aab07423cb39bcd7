"""How fast the rules are: `python -m tests.bench.engine.library SECONDS` prints a line of JSON for each kind of table.

One process, fresh matches to 30 one after another, each action one of the legal ones, each as likely as the other
(`rules/random_play.py`): what is counted is choosing, applying and dealing, and the making of the match.
"""

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from services.engine import WHY_INTERPRETED
from services.engine.rules import make_ruleset, new_match
from services.engine.rules.random_play import play_out

TABLES = (
    ("maestro", 2),
    ("maestro", 4),
    ("maestro", 6),
    ("granronda_flor", 2),
    ("granronda_flor", 4),
    ("granronda_flor", 6),
    ("uruguayo", 2),
    ("uruguayo", 4),
    ("uruguayo", 6),
)
"""The first is the one with an aim: two seats, no flor, with mazo."""
_TARGET = 30
_WARM_UP = 20
"""Matches before the clock starts."""


@dataclass(frozen=True)
class Played:
    """What was played at one kind of table."""

    preset: str
    seats: int
    form: str
    """compiled or interpreted."""
    matches: int
    actions: int
    seconds: float
    """Of CPU, user and system."""

    @property
    def rate(self) -> float:
        """Actions per second of CPU."""
        return self.actions / self.seconds


def play(preset: str, seats: int, seconds: float) -> Played:
    """Plays matches until the CPU time is used up; the last one is played to its end."""
    ruleset = make_ruleset(preset, {"target": _TARGET})
    for seed in range(_WARM_UP):
        play_out(new_match(ruleset, seats), seed)
    matches, actions, started, used = 0, 0, time.process_time(), 0.0
    while used < seconds:
        actions += play_out(new_match(ruleset, seats), matches)
        matches += 1
        used = time.process_time() - started
    return Played(preset, seats, "interpreted" if WHY_INTERPRETED else "compiled", matches, actions, used)


def read(lines: Iterator[str]) -> list[Played]:
    """What `main` printed."""
    return [Played(**json.loads(line)) for line in lines]


def main(seconds: float) -> None:
    """Plays at every table and prints what was played."""
    for preset, seats in TABLES:
        print(json.dumps(asdict(play(preset, seats, seconds))), flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]))
