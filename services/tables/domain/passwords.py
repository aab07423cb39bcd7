"""A private table's password as it is kept: a salt and scrypt over it, some ten milliseconds of work for each guess."""

import hashlib
import hmac
import unicodedata
from copy import deepcopy
from typing import Final, TypeVar

from services.common.errors import InvalidInput
from truco.tables.v1.tables_pb2 import JoinTable, OpenTable

SALT_BYTES: Final = 16
_MOST_CHARACTERS: Final = 64

Body = TypeVar("Body", bound=OpenTable | JoinTable)


def check_password(password: str) -> None:
    """Refuses what can't be a password. Errors: BAD_REQUEST."""
    if len(password) > _MOST_CHARACTERS or not password.isprintable():
        raise InvalidInput("BAD_REQUEST", f"a password has at most {_MOST_CHARACTERS} printable characters")


def hashed(password: str, salt: bytes) -> bytes:
    """The salt and the hash, as the table keeps them."""
    written = unicodedata.normalize("NFC", password).encode()
    return salt + hashlib.scrypt(written, salt=salt, n=1 << 12, r=8, p=1, dklen=32)


def opens(password: str, kept: bytes) -> bool:
    """Whether the password is the one that is kept."""
    return hmac.compare_digest(hashed(password, kept[:SALT_BYTES]), kept)


def without_password(body: Body) -> Body:
    """What is to be done, as records may keep it."""
    after = deepcopy(body)
    after.ClearField("password")
    return after
