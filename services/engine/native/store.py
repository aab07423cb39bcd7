"""Where builds of the rules lie, and which of them is of exactly the sources that are here now.

A build is a folder named by a digest of the sources, so an edited source has no build until it is compiled again: what
is imported is never stale.
"""

import hashlib
import os
from collections.abc import MutableSequence
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[3]
"""The folder that holds `services`."""

RULES: Final = ROOT / "services/engine/rules"

BUILDS: Final = ROOT / "build/rules"
"""One folder a build, each with the modules in their packages' folders; not in git."""

SWITCH: Final = "QUIERO_ENGINE_INTERPRETED"
"""Environment variable; anything but nothing has the sources run as they are, for debuggers and coverage."""


def sources() -> list[Path]:
    """The modules that are compiled, in a fixed order."""
    return sorted(RULES.rglob("*.py"))


def build_folder() -> Path:
    """Where the build of the present sources for this Python lies, or would lie."""
    digest = hashlib.sha256(EXTENSION_SUFFIXES[0].encode())
    for path in sources():
        content = path.read_bytes()
        digest.update(f"\n{path.relative_to(RULES)} {len(content)}\n".encode() + content)
    return BUILDS / digest.hexdigest()[:32]


def prefer_compiled(package_path: MutableSequence[str]) -> str | None:
    """Has `services.engine.rules` imported from its build, by the path of the package `services.engine`.

    Returns None, or in a few words why the sources are imported instead.
    """
    if os.environ.get(SWITCH):
        return f"{SWITCH} is set"
    folder = build_folder()
    if not folder.is_dir():
        return "no build of these sources: see `make setup`"
    package_path.insert(0, str(folder / "services/engine"))
    return None
