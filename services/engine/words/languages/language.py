"""A language: its texts, and the nouns and explanations that they share."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Language:
    """What one language needs. A text's gaps are in braces; a word in brackets is explained where it stands first."""

    texts: Mapping[str, str]
    """By key: `<option>.<value>` or `<option>` for what an option changes, `<chapter>.<what>` for the rest."""
    nouns: Mapping[str, str] = field(default_factory=dict)
    """Words that fill gaps of any text, where countries call the same thing by different names."""
    sized: tuple[str, ...] = ("team", "teams", "manos_team")
    """Gaps of any text whose filler depends on whether there are partners: `<noun>.two` and `<noun>.teams`."""
    meanings: Mapping[str, str] = field(default_factory=dict)
    """What the marked words mean, in lower case."""
