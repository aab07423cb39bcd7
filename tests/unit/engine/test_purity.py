"""The rules import the standard library and themselves, so that they run, and compile, anywhere."""

import ast
import sys

import pytest

from services.engine.native.store import sources

ALLOWED = {*sys.stdlib_module_names, "mypy_extensions"}
IMPURE = {
    "asyncio",
    "datetime",
    "io",
    "os",
    "pathlib",
    "random",
    "secrets",
    "socket",
    "subprocess",
    "threading",
    "time",
}


def imported(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield node.module


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.stem)
def test_a_module_imports_only_what_is_pure(path):
    others = [name for name in imported(path) if not name.startswith("services.engine.rules")]

    assert {name.partition(".")[0] for name in others} <= ALLOWED - IMPURE


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.stem)
def test_only_the_presets_know_their_names(path):
    names = {node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)}
    presets = {"maestro", "ludoteka", "granronda", "granronda_flor", "granronda_uruguayo", "uruguayo", "estrella"}

    assert path.name == "presets.py" or not names & presets
