"""Where Vite put the table's script and styles."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypedDict

from django.conf import settings
from django.templatetags.static import static

ENTRY = "src/main.ts"


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


def bundle() -> Bundle | None:
    """The built script, or None while it is not built. Read once it is there: a release does not change under us."""
    manifest = Path(settings.UI_DIST) / ".vite" / "manifest.json"
    return _read(manifest) if manifest.is_file() else None


@cache
def _read(manifest: Path) -> Bundle:
    chunks: dict[str, Chunk] = json.loads(manifest.read_text())
    used = _closure(chunks, ENTRY)
    styles = [style for name in used for style in chunks[name].get("css", [])]
    return Bundle(
        script=_address(chunks[ENTRY]["file"]),
        preloads=tuple(_address(chunks[name]["file"]) for name in used if name != ENTRY),
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
