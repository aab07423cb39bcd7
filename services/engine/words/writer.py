"""Puts what the chapters say into a language."""

import re
from collections.abc import Mapping

from services.engine.words.document import Grid
from services.engine.words.languages.language import Language
from services.engine.words.line import Cell, Filler, Line, Rows
from services.engine.words.table import Table

_MARKED = re.compile(r"\[([^\]]+)\](”?)")


class Count(int):
    """A number that is written with its noun: `{points:punto}` gives "1 punto", "4 puntos"."""

    def __format__(self, noun: str) -> str:
        if not noun:
            return str(int(self))
        return f"{int(self)} {noun}" if self == 1 else f"{int(self)} {noun}s"


class Writer:
    """Writes one document. A Spanish word that the language marks is explained where it stands first."""

    def __init__(self, language: Language, table: Table) -> None:
        self._language = language
        size = "teams" if table.teams else "two"
        self._nouns = {noun: language.texts[f"{noun}.{size}"] for noun in language.sized}
        self._explained: set[str] = set()

    def title(self, chapter: str) -> str:
        """The heading of a chapter."""
        return self._filled(f"{chapter}.title", {})

    def paragraph(self, line: Line) -> str:
        """One paragraph."""
        return _MARKED.sub(self._word, self._filled(line.key, line.fillers))

    def grid(self, rows: Rows) -> Grid:
        """One grid."""
        head = tuple(self._filled(key, {}) for key in rows.head)
        return Grid(head, tuple(tuple(map(self._cell, row)) for row in rows.rows))

    def _cell(self, cell: Cell) -> str:
        if isinstance(cell.content, int):
            return str(cell.content)
        joined = ", ".join(self._filled(key, {}) for key in cell.content)
        return joined[:1].upper() + joined[1:]

    def _filled(self, key: str, fillers: Mapping[str, Filler]) -> str:
        words = {name: self._filler(filler) for name, filler in fillers.items()}
        return self._language.texts[key].format_map({**self._language.nouns, **self._nouns, **words})

    def _filler(self, filler: Filler) -> str | Count:
        return Count(filler) if isinstance(filler, int) else self._filled(filler, {})

    def _word(self, found: re.Match[str]) -> str:
        word, quote = found.groups()
        root = word.lower().removesuffix("s")
        if root in self._explained:
            return word + quote
        self._explained.add(root)
        return f"{word}{quote} ({self._language.meanings[word.lower()]})"
