"""What the chapters say, before it is put into a language: the key of a text and what fills its gaps."""

from collections.abc import Mapping
from typing import NamedTuple


class Key(str):
    """A filler that is itself a text of the language."""

    __slots__ = ()


Filler = int | Key


class Line(NamedTuple):
    """One paragraph."""

    key: str
    fillers: Mapping[str, Filler]


class Cell(NamedTuple):
    """One cell of a grid: texts, each with its gaps filled, joined by commas; or a number."""

    content: tuple[Key, ...] | int


class Rows(NamedTuple):
    """A grid: the keys of its headings, and its rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def say(key: str, **fillers: Filler) -> Line:
    """A paragraph."""
    return Line(key, fillers)


def words(*keys: str) -> Cell:
    """A cell of words."""
    return Cell(tuple(map(Key, keys)))
