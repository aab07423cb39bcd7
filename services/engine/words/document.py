"""What a reader gets: sections in reading order."""

from typing import NamedTuple


class Grid(NamedTuple):
    """Values at a glance: a heading for each column, and rows of as many cells."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Section(NamedTuple):
    """One chapter of the rules."""

    name: str
    """Stable and the same in every language, e.g. "envido"."""
    title: str
    paragraphs: tuple[str, ...]
    grid: Grid | None
