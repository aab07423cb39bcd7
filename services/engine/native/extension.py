"""Compiles the rules into a folder: `python -m services.engine.native.extension FOLDER SCRATCH`.

In a process of its own, for mypyc, setuptools and the C compiler print what they like and exit when they like.
"""

import os
import re
import sys
from pathlib import Path
from typing import Final

from mypyc.build import mypycify
from setuptools import Distribution
from setuptools.command.build_ext import build_ext

from services.engine.native.store import ROOT, sources

_GROUP: Final = "services.engine.rules"
"""All modules go into one library beside the package, as one C file: the compiler inlines across modules."""

_FLAGS: Final = ("-fno-semantic-interposition",)
"""Lets the compiler inline functions that the library also exports; without it every small helper costs a call."""

_UNWANTED: Final = ("-Werror",)
"""A warning of another compiler's is no reason to run slowly."""

_NARROW_SHIFT: Final = re.compile(r"= (-?\d+) (<<|>>) ")
"""What mypyc makes of `1 << place`: C takes the 1 for 32 bits wide, and loses what is shifted beyond."""


def compile_rules(folder: Path, scratch: Path) -> None:
    """Compiles; C files and objects go to the scratch folder. Exits with the compiler's words when it fails."""
    os.chdir(ROOT)
    options = ["--strict", "--config-file=", "--explicit-package-bases"]
    paths = [str(path.relative_to(ROOT)) for path in sources()]
    extensions = mypycify(options + paths, group_name=_GROUP, target_dir=str(scratch / "c"), debug_level="0")
    _widen_shifts(scratch / "c")
    for extension in extensions:
        kept = [flag for flag in extension.extra_compile_args if flag not in _UNWANTED]
        extension.extra_compile_args = [*kept, *_FLAGS]
    command = build_ext(Distribution({"ext_modules": extensions}))
    command.build_lib, command.build_temp = str(folder), str(scratch / "objects")
    command.ensure_finalized()
    command.run()


def _widen_shifts(folder: Path) -> None:
    for path in folder.rglob("*.c"):
        path.write_text(_NARROW_SHIFT.sub(r"= (int64_t)\1 \2 ", path.read_text()))


if __name__ == "__main__":
    compile_rules(Path(sys.argv[1]), Path(sys.argv[2]))
