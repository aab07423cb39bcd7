"""How the rules are compiled, and that what is imported is never another version than the sources."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from services.engine.native import store

ASK = "import services.engine as e, services.engine.rules.cards as c; print(c.CARDS, c.__file__, e.WHY_INTERPRETED)"

SHIFTING = """
from mypy_extensions import i64

def bit(place: i64) -> i64:
    return 1 << place

CARDS: int = bit(39)
"""


class Clone:
    """A copy of the engine with two small modules for rules."""

    def __init__(self, root: Path) -> None:
        self._engine = root / "services/engine"
        self._root = root
        shutil.copytree(store.ROOT / "services/engine/native", self._engine / "native")
        shutil.copy(store.ROOT / "services/engine/__init__.py", self._engine)
        (root / "services/__init__.py").touch()
        (self._engine / "rules").mkdir()
        (self._engine / "rules/__init__.py").touch()
        self.write("CARDS: int = 40")

    def write(self, source: str) -> None:
        """Edits the rules."""
        (self._engine / "rules/cards.py").write_text(source + "\n")

    def compile(self, **environment: str) -> str:
        """What compiling prints; it always succeeds."""
        return self._run("-m", "services.engine.native", **environment)

    def ask(self, **environment: str) -> tuple[str, bool, str]:
        """The number of cards, whether it comes from a compiled module, and why not."""
        number, file, why = self._run("-c", ASK, **environment).strip().split(" ", 2)
        return number, not file.endswith(".py"), why

    def _run(self, *command: str, **environment: str) -> str:
        kept = {name: value for name, value in os.environ.items() if name not in (store.SWITCH, "CC")}
        ended = subprocess.run(
            [sys.executable, *command], cwd=self._root, env={**kept, **environment}, capture_output=True, text=True
        )
        assert (ended.returncode, ended.stderr) == (0, "")
        return ended.stdout


def _compile(clone):
    told = clone.compile()
    if "no C compiler" in told and not os.environ.get("CI"):
        pytest.skip("there is no C compiler here, so compiling is not tested")
    assert told == "quiero: compiling the rules\n"


@pytest.fixture
def clone(tmp_path):
    return Clone(tmp_path)


def test_what_is_imported_is_compiled_and_never_stale(clone):
    _compile(clone)
    assert clone.compile() == ""
    assert clone.ask() == ("40", True, "None")
    assert clone.ask(**{store.SWITCH: "1"}) == ("40", False, f"{store.SWITCH} is set")

    clone.write("CARDS: int = 48")
    assert clone.ask() == ("48", False, "no build of these sources: see `make setup`")

    clone.compile()
    assert clone.ask() == ("48", True, "None")

    clone.write("CARDS: int = 40")
    assert clone.ask() == ("40", True, "None")


def test_numbers_are_shifted_in_64_bits(clone):
    """mypyc 2.4 leaves the constant at C's 32."""
    clone.write(
        "from mypy_extensions import i64\ndef bit(place: i64) -> i64:\n    return 1 << place\nCARDS: int = bit(39)"
    )

    _compile(clone)

    assert clone.ask() == (str(1 << 39), True, "None")


def test_without_a_compiler_the_rules_run_interpreted(clone):
    told = clone.compile(CC="no-such-compiler")

    assert told == "quiero: the rules run interpreted, many times slower: there is no C compiler (no-such-compiler)\n"
    assert clone.ask()[:2] == ("40", False)


@pytest.mark.parametrize(("source", "compiler"), [("CARDS: int = 'forty'", "cc"), ("CARDS: int = 40", "false")])
def test_rules_that_do_not_compile_run_interpreted(clone, source, compiler):
    clone.write(source)

    told = clone.compile(CC=compiler)

    assert "interpreted, many times slower: compiling failed: see build/rules/compile.log" in told
    assert not clone.ask()[1]


def test_where_nothing_can_be_written_the_rules_run_interpreted(clone, tmp_path):
    (tmp_path / "build").write_text("a file where the folder should be")

    assert clone.compile().startswith("quiero: the rules run interpreted, many times slower: ")
    assert not clone.ask()[1]
