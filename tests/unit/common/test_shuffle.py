"""The fair shuffle against its vectors, and one written anew from services/common/fairness/README.md."""

import hashlib
import json
from pathlib import Path

import pytest

from services.common.fairness.shuffle import CARDS, commitment, deck, first_dealer

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "shuffle.json").read_text())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_shuffle_vectors(vector: dict[str, object]) -> None:
    seed, seeds = bytes.fromhex(str(vector["server_seed"])), vector["client_seeds"]
    assert isinstance(seeds, list)
    assert commitment(seed) == vector["commitment"]
    assert first_dealer(seed, seeds) == vector["first_dealer"]
    assert [deck(seed, k, seeds) for k in (1, 2, 3)] == vector["decks"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_readme_is_enough_to_recompute_every_deck(vector: dict[str, object]) -> None:
    seed, seeds = bytes.fromhex(str(vector["server_seed"])), vector["client_seeds"]
    assert isinstance(seeds, list)
    assert hashlib.sha256(seed).hexdigest() == vector["commitment"]
    assert _numbers(seed, 0, seeds, [len(seeds)])[0] == vector["first_dealer"]
    assert [_shuffled(seed, k, seeds) for k in (1, 2, 3)] == vector["decks"]


def test_every_deck_has_the_forty_cards() -> None:
    for k in range(1, 101):
        assert sorted(deck(b"\x07" * 32, k, ["", ""])) == sorted(CARDS)


def test_each_part_of_the_input_matters() -> None:
    decks = [
        deck(b"\x01" * 32, 1, ["a", "b"]),
        deck(b"\x02" * 32, 1, ["a", "b"]),
        deck(b"\x01" * 32, 2, ["a", "b"]),
        deck(b"\x01" * 32, 1, ["b", "a"]),
        deck(b"\x01" * 32, 1, ["a", ""]),
    ]
    assert len({tuple(cards) for cards in decks}) == len(decks)


def _shuffled(seed: bytes, k: int, seeds: list[str]) -> list[str]:
    cards = [rank + suit for suit in "eboc" for rank in ["1", "2", "3", "4", "5", "6", "7", "10", "11", "12"]]
    for i, j in zip(range(39, 0, -1), _numbers(seed, k, seeds, range(40, 1, -1)), strict=True):
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def _numbers(seed: bytes, k: int, seeds: list[str], bounds: "range | list[int]") -> list[int]:
    """HMAC by its definition (RFC 2104), 100 blocks at once; each bound takes the next word that is not rejected."""
    prefix = f"{k}|{'|'.join(seeds)}|"
    stream = b"".join(_hmac(seed, f"{prefix}{counter}".encode()) for counter in range(100))
    words = [int(stream[at : at + 4].hex(), 16) for at in range(0, len(stream), 4)]
    numbers = []
    for bound in bounds:
        while words[0] >= 2**32 // bound * bound:
            del words[0]
        numbers.append(words.pop(0) % bound)
    return numbers


def _hmac(key: bytes, message: bytes) -> bytes:
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()
