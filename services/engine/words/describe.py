"""From a table's options to its rules in a language."""

from collections.abc import Mapping

from services.engine.words.chapters import CHAPTERS, Chapter
from services.engine.words.document import Section
from services.engine.words.languages import LANGUAGES
from services.engine.words.languages.language import Language
from services.engine.words.line import Line, Rows
from services.engine.words.table import Table
from services.engine.words.writer import Writer


def describe(options: Mapping[str, object], seats: int, language: str) -> tuple[Section, ...]:
    """The rules of a table with these options (rules.md 15, all of them by name), in reading order.

    Only what applies at so many seats is said. Raises KeyError for an option or a language that there is not.
    """
    return described_by(LANGUAGES[language], options, seats)


def described_by(language: Language, options: Mapping[str, object], seats: int) -> tuple[Section, ...]:
    """The same in a language that may be anybody's own."""
    table = Table(options, seats)
    writer = Writer(language, table)
    sections = (_section(chapter, table, writer) for chapter in CHAPTERS)
    return tuple(section for section in sections if section.paragraphs)


def _section(chapter: Chapter, table: Table, writer: Writer) -> Section:
    said = tuple(chapter(table))
    paragraphs = tuple(writer.paragraph(line) for line in said if isinstance(line, Line))
    grid = next((writer.grid(rows) for rows in said if isinstance(rows, Rows)), None)
    name = chapter.__name__
    return Section(name, writer.title(name), paragraphs, grid)
