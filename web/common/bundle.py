"""Where Vite put the scripts of pages that have one, and their styles."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypedDict

from django.conf import settings
from django.templatetags.static import static

TABLE = "src/main.ts"
VERIFICATION = "src/verify.ts"
"""The entries of `web/ui`: the lobby and the tables; checking a match that is over."""


class Chunk(TypedDict, total=False):
    """One chunk of Vite's manifest, as far as it is read."""

    file: str
    css: list[str]
    imports: list[str]


@dataclass(frozen=True)
class Bundle:
    """Addresses to put into a page, in order."""

    script: str
    preloads: tuple[str, ...]
    styles: tuple[str, ...]


def bundle(entry: str) -> Bundle | None:
    """An entry as it was built, or None while it is not. Read once it is there: a release does not change under us."""
    manifest = Path(settings.UI_DIST) / ".vite" / "manifest.json"
    return _read(manifest, entry) if manifest.is_file() else None


@cache
def _read(manifest: Path, entry: str) -> Bundle | None:
    chunks: dict[str, Chunk] = json.loads(manifest.read_text())
    if entry not in chunks:
        return None
    used = _closure(chunks, entry)
    styles = [style for name in used for style in chunks[name].get("css", [])]
    return Bundle(
        script=_address(chunks[entry]["file"]),
        preloads=tuple(_address(chunks[name]["file"]) for name in used if name != entry),
        styles=tuple(_address(style) for style in dict.fromkeys(styles)),
    )


def _closure(chunks: dict[str, Chunk], name: str) -> list[str]:
    """The chunk and all it imports, imports first, each once."""
    found: dict[str, None] = {}
    for imported in chunks[name].get("imports", []):
        found |= dict.fromkeys(_closure(chunks, imported))
    return [*found, name]


def _address(file: str) -> str:
    return static(f"ui/{file}")
