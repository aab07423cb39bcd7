"""The fair shuffle (architecture 5). The exact bytes are in README.md and pinned by tests/vectors/shuffle.json."""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

SEED_BYTES: Final = 32
CARDS: Final = tuple(f"{rank}{suit}" for suit in "eboc" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12))
"""The order that every shuffle starts from."""

_WORDS: Final = 1 << 32
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
        self._key = server_seed
        self._message = "|".join((str(stream), *client_seeds)).encode()
        self._counter = 0
        self._block = b""

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each as likely: a word past the last whole multiple of bound is rejected."""
        limit = _WORDS - _WORDS % bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def _word(self) -> int:
        if not self._block:
            self._block = hmac.digest(self._key, self._message + b"|%d" % self._counter, "sha256")
            self._counter += 1
        word, self._block = self._block[:4], self._block[4:]
        return int.from_bytes(word, "big")
