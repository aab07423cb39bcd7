"""What each process counts is what docs/metrics.md tells operators, no more and no less (issue 4, point 12)."""

import re
from collections import defaultdict
from collections.abc import Mapping
from urllib.request import urlopen

import pytest
from prometheus_client.parser import text_string_to_metric_families

from deploy.local.environment import ROOT
from deploy.local.stack import Stack

ROW = re.compile(r"\| `(?P<name>quiero_\w+)` \| \w+ \| (?P<processes>[a-z, ]+) \|")
PROCESSES = ("engine", "tables", "bots", "gateway", "credits", "consumer", "relay", "worker", "beat")

LAZY = ("worker", "beat")
"""Celery loads the jobs, and what they count, when it first needs them."""


def documented() -> Mapping[str, set[str]]:
    """The metrics of each process, as the page tells them."""
    told: defaultdict[str, set[str]] = defaultdict(set)
    for row in ROW.finditer((ROOT / "docs" / "metrics.md").read_text()):
        for process in row["processes"].split(", "):
            told[process].add(row["name"])
    return told


def scraped(stack: Stack, process: str) -> dict[str, str]:
    """The metrics that a process serves, with what it says of them."""
    with urlopen(f"http://{stack.address(f'{process.upper()}_HEALTH')}/metrics") as answer:
        families = list(text_string_to_metric_families(answer.read().decode()))
    ours = [family for family in families if family.name.startswith("quiero_")]
    return {family.name: family.documentation for family in ours if not family.name.endswith("_created")}


@pytest.mark.parametrize("process", PROCESSES)
def test_the_page_tells_what_a_process_counts(stack: Stack, process: str) -> None:
    found, told = scraped(stack, process), documented()[process]

    assert found.keys() <= told
    assert found.keys() == told or process in LAZY
    assert all(found.values()), "every metric says what it is"
