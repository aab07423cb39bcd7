"""The compiled and the interpreted rules are the same rules, whichever this process has."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from services.engine.native.store import SWITCH, build_folder

VECTORS = Path(__file__).with_name("test_vectors.py")
COMPILED, INTERPRETED = "compiled", "interpreted"
TABLES = [("maestro", 2), ("granronda", 6), ("granronda_flor", 4), ("uruguayo", 6), ("uruguayo", 2), ("estrella", 4)]


@pytest.mark.parametrize("form", [COMPILED, INTERPRETED])
def test_every_vector_passes(form):
    told = run(form, "pytest", "-p", "no:cacheprovider", "-p", "no:django", VECTORS)

    assert f"rules: {form}" in told
    assert "skipped" not in told


def test_both_play_the_same_matches():
    written = [
        run(
            INTERPRETED,
            "services.engine",
            "random",
            "--expect",
            "--count",
            "8",
            "--preset",
            preset,
            "--seats",
            str(seats),
        )
        for preset, seats in TABLES
    ]

    replayed = run(COMPILED, "services.engine", "replay", "-", input="".join(written))

    assert replayed.count('"ok": true') == 8 * len(TABLES)


def run(form: str, module: str, *arguments: str | Path, input: str = "") -> str:
    """What a program prints that imports this form of the rules; it must succeed."""
    if form == COMPILED:
        _require_a_build()
    ended = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        env={**os.environ, SWITCH: "1" if form == INTERPRETED else ""},
        input=input,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def _require_a_build() -> None:
    """On CI there is a compiler, so that rules that did not compile are a failure; elsewhere there may be none."""
    if build_folder().is_dir():
        return
    if os.environ.get("CI"):
        pytest.fail("the rules were not compiled: run `make rules`")
    pytest.skip("the rules were not compiled, so only the interpreted ones are tested: run `make rules`")
