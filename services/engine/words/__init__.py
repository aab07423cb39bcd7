"""The rules of a table in words, as a player reads them (rules.md, all of it, for every option of section 15).

Pure: the standard library and nothing else. It works from a plain mapping of option names to the values of rules.md, so
that it does not matter how the engine holds a ruleset.
"""

from services.engine.words.describe import describe
from services.engine.words.document import Grid, Section
from services.engine.words.languages import LANGUAGES

__all__ = ["LANGUAGES", "Grid", "Section", "describe"]
