"""`python -m services.engine.native`: a build of the rules that fits the sources, made unless it is there already.

Where it cannot be made the rules run interpreted, which is slower and otherwise the same: one line says why, status 0.
"""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Final

from services.engine.native.store import BUILDS, ROOT, build_folder

_LOG: Final = BUILDS / "compile.log"
_MAKER: Final = "made-with"
"""File in a build that tells which mypyc made it and how: another one makes it again."""
_KEPT: Final = 4
"""Builds that stay beside a new one: a running process may still have modules to import."""


class CannotCompile(Exception):
    """Why there is no build, in a few words."""


def main() -> None:
    """Makes the build that fits, and tells in a line what it does."""
    try:
        folder = build_folder()
        if not _made(folder):
            _make(folder)
    except (CannotCompile, OSError) as error:
        print(f"quiero: the rules run interpreted, many times slower: {error}")


def _made(folder: Path) -> bool:
    maker = folder / _MAKER
    return maker.is_file() and maker.read_text() == _maker()


def _maker() -> str:
    recipe = Path(__file__).with_name("extension.py").read_bytes()
    return f"mypyc {version('mypy')}, recipe {hashlib.sha256(recipe).hexdigest()[:16]}\n"


def _make(folder: Path) -> None:
    """Compiles aside and renames at the end, so that a build is there whole or not at all."""
    _check_tools()
    BUILDS.mkdir(parents=True, exist_ok=True)
    print("quiero: compiling the rules", flush=True)
    with tempfile.TemporaryDirectory(dir=BUILDS, prefix="scratch-") as scratch:
        made = Path(scratch, "made")
        _compile(made, Path(scratch))
        if build_folder() != folder:
            raise CannotCompile("the sources changed while they were compiled: try again")
        (made / _MAKER).write_text(_maker())
        if not _made(folder):  # by another `make` meanwhile
            shutil.rmtree(folder, ignore_errors=True)
            made.rename(folder)
    _forget_old_builds(folder)


def _check_tools() -> None:
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if shutil.which(compiler) is None:
        raise CannotCompile(f"there is no C compiler ({compiler})")
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        raise CannotCompile("Python's headers are missing (Debian: python3-dev)")


def _compile(folder: Path, scratch: Path) -> None:
    command = [sys.executable, "-m", "services.engine.native.extension", str(folder), str(scratch)]
    with _LOG.open("w") as log:
        status = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log).returncode
    if status:
        raise CannotCompile(f"compiling failed: see {_LOG.relative_to(ROOT)}")


def _forget_old_builds(folder: Path) -> None:
    others = sorted((made.parent for made in BUILDS.glob(f"*/{_MAKER}")), key=lambda path: path.stat().st_mtime)
    for old in [other for other in others if other != folder][:-_KEPT]:
        shutil.rmtree(old, ignore_errors=True)


if __name__ == "__main__":
    main()
