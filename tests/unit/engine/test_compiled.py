"""The vectors pass on the compiled and on the interpreted rules, whichever this process has."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from services.engine.native.store import SWITCH, build_folder

VECTORS = Path(__file__).with_name("test_vectors.py")


@pytest.mark.parametrize("form", ["compiled", "interpreted"])
def test_every_vector_passes(form):
    if form == "compiled":
        _require_a_build()
    environment = {**os.environ, SWITCH: "" if form == "compiled" else "1"}

    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", VECTORS],
        env=environment,
        capture_output=True,
        text=True,
    )

    assert ended.returncode == 0, ended.stdout
    assert f"rules: {form}" in ended.stdout
    assert "skipped" not in ended.stdout


def _require_a_build() -> None:
    """On CI there is a compiler, so that rules that did not compile are a failure; elsewhere there may be none."""
    if build_folder().is_dir():
        return
    if os.environ.get("CI"):
        pytest.fail("the rules were not compiled: run `make rules`")
    pytest.skip("the rules were not compiled, so only the interpreted ones are tested: run `make rules`")
