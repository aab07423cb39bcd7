"""Values that are nearly right, and values that seldom are, for fields and for JSON."""

from random import Random
from typing import Any, Final

from services.engine.rules.actions import KIND_NAMES
from services.engine.rules.cards import NAMES
from services.engine.rules.options import CHOICES
from services.engine.rules.presets import PRESETS
from services.engine.rules.record import KEYS

SMALL: Final = (0, 1, 2, 3, 4, 5, 6, 7, 15, 29, 30, 40)
EDGES: Final = (-1, -2, 41, 127, 128, 255, 256, 65535, 65536, 2**31 - 1, -(2**31), 2**32, 2**63 - 1, -(2**63), 10**30)
OPTION_WORDS: Final = tuple(
    sorted({str(choice) for choices in CHOICES.values() for choice in choices if isinstance(choice, str)})
)
PHRASES: Final = (*[word for word in KIND_NAMES if word], "play 1e", "down 12c", "play", "down", "envido 1e", "play 8e")
STRANGE: Final = ("", " ", "\x00", "\ud800", "ñandú", "0", "-1", "1e ", "x" * 5000, "🂡" * 50, "${jndi}", "1" * 30)
TEXTS: Final = (*PRESETS, *OPTION_WORDS, *PHRASES, *KEYS, *STRANGE, "seat", "do", "refused", "then", "hands")


def number(random: Random) -> int:
    """Mostly a number that means something here."""
    return random.choice(SMALL) if random.random() < 0.7 else random.choice(EDGES)


def text(random: Random) -> str:
    """A word of the game, a card, or something strange."""
    return random.choice(NAMES) if random.random() < 0.3 else random.choice(TEXTS)


def leaf(random: Random) -> Any:
    """A JSON value without parts, or nearly."""
    kind = random.randrange(8)
    if kind < 3:
        return number(random)
    if kind < 5:
        return text(random)
    return random.choice((None, True, False, 0.5, 2.0, -0.0, 1e308, [], {}, [[]], {"": {}}))
