"""The fair shuffle (architecture 5). The exact bytes are in README.md and pinned by tests/vectors/shuffle.json."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from itertools import count
from struct import Struct
from typing import Final

SEED_BYTES: Final = 32
CARDS: Final = tuple(f"{rank}{suit}" for suit in "eboc" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12))
"""The order that every shuffle starts from."""

_WORDS: Final = 1 << 32
_BLOCK: Final = Struct(">8I")
_FIRST_DEALER: Final = 0


def commitment(server_seed: bytes) -> str:
    """What is published of the seed before anybody's cards: its SHA-256 in hex."""
    return hashlib.sha256(server_seed).hexdigest()


def first_dealer(server_seed: bytes, client_seeds: Sequence[str]) -> int:
    """Draws who deals first: the first draw of stream 0, below the number of seats."""
    return _Draws(server_seed, _FIRST_DEALER, client_seeds).below(len(client_seeds))


def deck(server_seed: bytes, number: int, client_seeds: Sequence[str]) -> list[str]:
    """Shuffles deck `number`, from 1, for a match; one client seed for each seat, empty where there is none."""
    draws = _Draws(server_seed, number, client_seeds)
    cards = list(CARDS)
    for last in range(len(cards) - 1, 0, -1):
        drawn = draws.below(last + 1)
        cards[last], cards[drawn] = cards[drawn], cards[last]
    return cards


class _Draws:
    """Uniform numbers from HMAC-SHA-256 in counter mode, four bytes each, big-endian."""

    def __init__(self, server_seed: bytes, stream: int, client_seeds: Sequence[str]) -> None:
        self._words = _words(server_seed, "|".join((str(stream), *client_seeds)).encode())

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each as likely: a word past the last whole multiple of bound is rejected."""
        limit = _WORDS - _WORDS % bound
        while (word := next(self._words)) >= limit:
            pass
        return word % bound


def _words(key: bytes, message: bytes) -> Iterator[int]:
    for number in count():
        yield from _BLOCK.unpack(hmac.digest(key, message + b"|%d" % number, "sha256"))
