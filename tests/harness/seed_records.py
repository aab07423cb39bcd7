"""Writes the matches that `python -m web seed_history` tells anew: whole sealed ones, of every preset and table size.

.venv/bin/python -m tests.harness.seed_records > web/history/seeding/matches.jsonl
"""

import json
from random import Random

from tests.harness.sealed_matches import PLAIN, Ruled, sealed_match

TRIES = 40


def longest(ruled: Ruled) -> str:
    """The longest of some random matches, which are shorter than people's."""
    found = max((sealed_match(ruled, Random(seed))[-1].match_record_json for seed in range(TRIES)), key=len)
    return json.dumps(json.loads(found), ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    for ruled in PLAIN:
        print(longest(ruled))
