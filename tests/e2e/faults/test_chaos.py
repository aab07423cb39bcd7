"""The short form of `make chaos`: few matches, and everything is killed and frozen all the same. See ../README.md.

It stands beside the other kill test so that the two never run at the same time."""

import asyncio
import random
from collections import Counter

import pytest

from tests.e2e.chaos.faults import SERVERS, Weather
from tests.e2e.chaos.matches import People
from tests.e2e.chaos.run import Evidence, run
from tests.e2e.chaos.verdict import CHECKS, Check, figures

_PEOPLE = People(matches=10, at_once=5, stake=10, pause=0.7)
_WEATHER = Weather(every=1.5, frozen=4.0, server_kills=1)
_LIMIT_SECONDS = 240.0


@pytest.fixture(scope="module")
def evidence(tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    """What is left of the run."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    folder = tmp_path_factory.mktemp("chaos")
    evidence = asyncio.run(run(folder, _PEOPLE, _WEATHER, random.Random(seed), _LIMIT_SECONDS))
    print(figures(evidence))
    return evidence


def test_things_were_killed_and_frozen_in_the_middle_of_matches(evidence: Evidence) -> None:
    done = Counter(fault.what for fault in evidence.faults)
    assert done["killed"] >= 5 and done["frozen"] >= 3
    assert {fault.program for fault in evidence.faults if fault.moment} == set(SERVERS)
    assert len(evidence.opened) == _PEOPLE.matches


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_nothing_was_lost(check: Check, evidence: Evidence) -> None:
    assert list(check(evidence)) == []
