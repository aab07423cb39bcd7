"""Which names players may have. What two names look like is compared, not how they are written."""

import unicodedata
from functools import cache
from pathlib import Path

from services.common.errors import InvalidInput
from web.accounts.models import Player
from web.accounts.names import guest_name

NAME_LENGTH = 24
SHORTEST = 3
_MARKS = frozenset(" -_.'")
# What looks alike, to one of them; after folding case and taking accents off.
_ALIKE = str.maketrans(
    {"0": "o", "1": "i", "l": "i", "|": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g"}
)
_LIGATURES = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "i", "ı": "i", "ð": "d", "þ": "p"}
_RESERVED = (
    "admin", "administrador", "administracion", "moderador", "moderadora", "moderacion", "operador", "operadora",
    "soporte", "support", "staff", "sistema", "system", "oficial", "official", "quiero", "cajero", "cajera",
    "cashier", "moderator", "operator", "root", "invitado", "anonimo",
)  # fmt: skip


def skeleton(name: str) -> str:
    """What a name looks like: letters and digits only, without case and accents, lookalikes as one."""
    folded = unicodedata.normalize("NFKD", name).casefold()
    plain = "".join(_LIGATURES.get(each, each) for each in folded if not unicodedata.combining(each))
    letters = "".join(each for each in plain if each.isalnum())
    return letters.translate(_ALIKE).replace("rn", "m").replace("vv", "w")


def checked_name(name: str) -> str:
    """A name that anybody may have, with single spaces.

    Raises InvalidInput (BAD_REQUEST) for one that is not 1 to 24 printable characters, (NAME_REFUSED) for one that
    offends.
    """
    clean = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 0 < len(clean) <= NAME_LENGTH or not clean.isprintable():
        raise InvalidInput("BAD_REQUEST", f"name must be 1 to {NAME_LENGTH} printable characters")
    if _offends(clean):
        raise InvalidInput("NAME_REFUSED", "the name offends", why="offends")
    return clean


def checked_nickname(name: str) -> str:
    """A name that a registered player may have: 3 to 24 Latin letters, digits and marks, and nothing official.

    Raises InvalidInput (NAME_REFUSED) with what is wrong in `why`: length, letters, reserved, offends.
    """
    clean = " ".join(unicodedata.normalize("NFKC", name).split())
    if not SHORTEST <= len(clean) <= NAME_LENGTH:
        raise _refused("length", f"{SHORTEST} to {NAME_LENGTH} characters")
    if not all(map(_allowed, clean)) or sum(map(str.isalpha, clean)) < SHORTEST:
        raise _refused("letters", f"Latin letters, digits and {''.join(sorted(_MARKS))!r} only, three letters at least")
    if _official(clean):
        raise _refused("reserved", "the name looks like the platform's own")
    if _offends(clean):
        raise _refused("offends", "the name offends")
    return clean


def is_taken(name: str, by_another_than: Player | None = None) -> bool:
    """Whether a registered player's name looks the same."""
    others = Player.objects.filter(skeleton=skeleton(name))
    return (others.exclude(pk=by_another_than.pk) if by_another_than else others).exists()


def free_name(wanted: str) -> str:
    """The name, if it may be a registered player's and is free, else one of ours."""
    try:
        name = checked_nickname(wanted)
    except InvalidInput:
        name = guest_name()
    while is_taken(name):
        name = guest_name()
    return name


def _refused(why: str, message: str) -> InvalidInput:
    return InvalidInput("NAME_REFUSED", message, why=why)


def _allowed(character: str) -> bool:
    if character in _MARKS or character in "0123456789":
        return True
    return character.isalpha() and unicodedata.name(character, "").startswith("LATIN ")


def _official(name: str) -> bool:
    words = {skeleton(word) for word in name.replace("_", " ").replace("-", " ").replace(".", " ").split()}
    return not words.isdisjoint(map(skeleton, _RESERVED)) or skeleton(name) in map(skeleton, _RESERVED)


def _offends(name: str) -> bool:
    """A line of the list is a word; with a star, it offends within others too."""
    words = {skeleton(word) for word in name.replace("_", " ").replace("-", " ").replace(".", " ").split()}
    whole = skeleton(name)
    exact, within = _blocked()
    return not exact.isdisjoint({*words, whole}) or any(part in whole for part in within)


@cache
def _blocked() -> tuple[frozenset[str], tuple[str, ...]]:
    lines = (Path(__file__).parent / "blocked_names.txt").read_text().split()
    exact = frozenset(skeleton(line) for line in lines if not line.startswith("*"))
    return exact, tuple(skeleton(line) for line in lines if line.startswith("*"))
