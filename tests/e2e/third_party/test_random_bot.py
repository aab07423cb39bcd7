"""The program that the READMEs show plays a match against the whole platform."""

import re
import subprocess
import sys

from deploy.local.environment import ROOT
from deploy.local.stack import Stack

PROGRAM = ROOT / "quiero" / "random_bot.py"


def test_a_third_party_program_plays_a_match(stack: Stack) -> None:
    command = [sys.executable, "-m", "quiero.random_bot"]
    addresses = [f"http://{stack.address('PORTAL')}", stack.address("GATEWAY_GRPC")]

    played = subprocess.run([*command, *addresses], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)

    assert played.returncode == 0, played.stderr
    last = played.stdout.splitlines()[-1]
    assert re.fullmatch(r"(won|lost) \d+ to \d+", last), played.stdout
    won, first, second = last.split()[0] == "won", *map(int, re.findall(r"\d+", last))
    assert max(first, second) == 15 and won == (first > second)


def test_the_readmes_show_the_program_that_is_tested() -> None:
    for readme in (ROOT / "README.md", ROOT / "quiero" / "README.md"):
        assert f"```python\n{PROGRAM.read_text()}```" in readme.read_text(), readme
