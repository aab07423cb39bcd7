"""The program that the README shows plays a match against the whole platform."""

import os
import re
import subprocess
import sys
from pathlib import Path

from deploy.local.environment import ROOT
from deploy.local.stack import Stack

PROGRAM = Path(__file__).with_name("random_player.py")


def test_a_third_party_program_plays_a_match(stack: Stack) -> None:
    command = [sys.executable, str(PROGRAM), f"http://{stack.address('PORTAL')}", stack.address("GATEWAY_GRPC")]

    played = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=120, check=False
    )

    assert played.returncode == 0, played.stderr
    last = played.stdout.splitlines()[-1]
    assert re.fullmatch(r"(won|lost) \d+ to \d+", last), played.stdout
    won, first, second = last.split()[0] == "won", *map(int, re.findall(r"\d+", last))
    assert max(first, second) == 15 and won == (first > second)


def test_the_readme_shows_the_program_that_is_tested() -> None:
    assert f"```python\n{PROGRAM.read_text()}```" in (ROOT / "README.md").read_text()
