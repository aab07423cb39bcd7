"""The form of what comes from outside and is stored or becomes part of a subject, the same wherever it is checked."""

import re
from typing import Final

from services.common.errors import InvalidInput

CLIENT_SEED_CHARACTERS: Final = 64

_CHOSEN_ID: Final = re.compile(r"[A-Za-z0-9._:-]{8,64}")
_PLAYER_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_TABLE_CODE: Final = re.compile(r"[A-Z0-9]{1,16}")


def check_id(name: str, text: str, reason: str) -> str:
    """The text, if it has the form of an id that a client chooses; raises InvalidInput with the reason."""
    if not _CHOSEN_ID.fullmatch(text):
        raise InvalidInput(reason, f"{name} must be 8 to 64 characters of A-Z a-z 0-9 . _ : -")
    return text


def check_client_seed(seed: str) -> str:
    """The seed, if a match record may hold it; raises InvalidInput (BAD_REQUEST).

    PostgreSQL stores no JSON with a null character, and the match would be lost for the history.
    """
    if len(seed) > CLIENT_SEED_CHARACTERS or not seed.isprintable():
        raise InvalidInput("BAD_REQUEST", f"client_seed must be at most {CLIENT_SEED_CHARACTERS} printable characters")
    return seed


def is_player_id(text: str) -> bool:
    """Whether the text can be a player's id: in NATS subjects nothing in it may have a meaning."""
    return _PLAYER_ID.fullmatch(text) is not None


def is_table_code(text: str) -> bool:
    """Whether the text can be a private table's code: nothing else may become a key of KV `codes`."""
    return _TABLE_CODE.fullmatch(text) is not None
