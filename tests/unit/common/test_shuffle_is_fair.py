"""The shuffle under Pearson's test: each card in each place, pairs of cards, the first dealer; what is biased fails.

The seeds are fixed, so that the p-values are too. They are bounded on both sides: what is too even is no chance either.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random

import pytest

from services.common.fairness.shuffle import CARDS, deck, first_dealer
from tests.unit.common.chi_squared import even, p_value

Deck = Sequence[str]
Shuffle = Callable[[Random], list[str]]

DECKS = 16_000
MATCHES = 9_000
SMALLEST = 0.001
"""A p-value below it, or above one minus it, is no chance."""
PLACES = [(0, 1), (0, 2), (5, 6), (18, 19), (0, 39), (38, 39)]
"""Neighbours in the deck and in a hand of two, a last card and a muestra, the ends."""


@pytest.mark.parametrize(
    ("chi_squared", "freedom", "expected"),
    [(3.841459, 1, 0.05), (10.827566, 1, 0.001), (18.307038, 10, 0.05), (3.940299, 10, 0.95), (1531.0, 1531, 0.4952)],
)
def test_p_values_are_those_of_the_tables(chi_squared: float, freedom: int, expected: float) -> None:
    assert p_value(chi_squared, freedom) == pytest.approx(expected, abs=1e-5 if freedom < 100 else 1e-4)


@pytest.fixture(scope="module")
def decks_of_one_match() -> list[Deck]:
    """Many decks of one seed: its streams."""
    return [deck(_seed(0), number, ["ana's luck", ""]) for number in range(1, DECKS + 1)]


@pytest.fixture(scope="module")
def first_decks() -> list[Deck]:
    """The first deck of many seeds."""
    return [deck(_seed(match), 1, ["ana's luck", ""]) for match in range(DECKS)]


@pytest.mark.parametrize("source", ["decks_of_one_match", "first_decks"])
def test_each_card_is_as_likely_in_each_place(source: str, request: pytest.FixtureRequest) -> None:
    assert _by_chance(cards_in_places(request.getfixturevalue(source)))


@pytest.mark.parametrize("source", ["decks_of_one_match", "first_decks"])
@pytest.mark.parametrize("places", PLACES, ids=str)
def test_each_ordered_pair_of_cards_is_as_likely(
    source: str, places: tuple[int, int], request: pytest.FixtureRequest
) -> None:
    assert _by_chance(pairs_in_places(request.getfixturevalue(source), *places))


def test_a_deck_tells_nothing_of_the_next(decks_of_one_match: list[Deck]) -> None:
    pairs = Counter((decks_of_one_match[n][0], decks_of_one_match[n + 1][0]) for n in range(0, DECKS, 2))
    counts = [pairs[pair] for pair in product(CARDS, CARDS)]
    assert _by_chance(p_value(even(counts, DECKS / 2 / 1600), 1599))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_each_seat_is_as_likely_to_deal_first(seats: int) -> None:
    dealers = [first_dealer(_seed(match), ["semilla", *[""] * (seats - 1)]) for match in range(MATCHES)]
    assert _by_chance(dealing_first(dealers, seats))


def test_the_first_dealer_tells_nothing_of_the_cards() -> None:
    seeds = [""] * 6
    pairs = Counter((first_dealer(_seed(match), seeds), deck(_seed(match), 1, seeds)[0]) for match in range(MATCHES))
    counts = [pairs[pair] for pair in product(range(6), CARDS)]
    assert _by_chance(p_value(even(counts, MATCHES / 240), 239))


def swaps_with_every_place(random: Random) -> list[str]:
    """The usual mistake: each card changes places with any other, not only with those before it."""
    cards = list(CARDS)
    for place in range(40):
        drawn = random.randrange(40)
        cards[place], cards[drawn] = cards[drawn], cards[place]
    return cards


def takes_a_byte_modulo(random: Random) -> list[str]:
    """Modulo bias: a byte without rejection, so that low draws are more likely."""
    return _fisher_yates(lambda bound: random.randrange(256) % bound)


def never_leaves_a_card(random: Random) -> list[str]:
    """Off by one: a card never stays where it is (Sattolo's cycles)."""
    return _fisher_yates(lambda bound: random.randrange(bound - 1))


def stops_early(random: Random) -> list[str]:
    """The last three draws are not made."""
    return _fisher_yates(lambda bound: random.randrange(bound) if bound > 4 else bound - 1)


def only_cuts(random: Random) -> list[str]:
    """Each card is as likely in each place, but its neighbours are always the same."""
    cut = random.randrange(40)
    return [*CARDS[cut:], *CARDS[:cut]]


@pytest.mark.parametrize(
    "biased", [swaps_with_every_place, takes_a_byte_modulo, never_leaves_a_card, stops_early], ids=lambda f: f.__name__
)
def test_a_biased_shuffle_puts_cards_in_some_places_more_often(biased: Shuffle) -> None:
    assert cards_in_places(list(_shuffled(biased))) < SMALLEST


def test_a_shuffle_that_keeps_neighbours_together_is_found_by_its_pairs() -> None:
    decks = list(_shuffled(only_cuts))
    assert _in_places_by_chance(decks)
    assert all(pairs_in_places(decks, *places) < SMALLEST for places in PLACES)


def test_a_biased_draw_of_the_dealer_is_found() -> None:
    random = Random(7)
    dealers = [random.randrange(16) % 6 for _ in range(MATCHES)]
    assert dealing_first(dealers, 6) < SMALLEST


def cards_in_places(decks: Sequence[Deck]) -> float:
    """The p-value of how often each card is in each place.

    A deck has each card once, so a count says something about the others: 39/40 of Pearson's statistic is distributed
    as chi-squared with 39 x 39 degrees of freedom.
    """
    seen = Counter(pair for cards in decks for pair in enumerate(cards))
    counts = [seen[pair] for pair in product(range(40), CARDS)]
    return p_value(even(counts, len(decks) / 40) * 39 / 40, 39 * 39)


def pairs_in_places(decks: Sequence[Deck], first: int, second: int) -> float:
    """The p-value of how often each ordered pair of cards is in these two places."""
    seen = Counter((cards[first], cards[second]) for cards in decks)
    counts = [seen[pair] for pair in product(CARDS, CARDS) if pair[0] != pair[1]]
    return p_value(even(counts, len(decks) / 1560), 1559)


def dealing_first(dealers: Sequence[int], seats: int) -> float:
    """The p-value of how often each seat deals first."""
    seen = Counter(dealers)
    return p_value(even([seen[seat] for seat in range(seats)], len(dealers) / seats), seats - 1)


def _in_places_by_chance(decks: Sequence[Deck]) -> bool:
    """For a shuffle that has one draw: the cards of one place, since all the others follow from it."""
    tops = Counter(cards[0] for cards in decks)
    return _by_chance(p_value(even([tops[card] for card in CARDS], len(decks) / 40), 39))


def _by_chance(p: float) -> bool:
    return SMALLEST < p < 1 - SMALLEST


def _shuffled(shuffle: Shuffle) -> Iterator[Deck]:
    random = Random(1)
    return (shuffle(random) for _ in range(DECKS))


def _fisher_yates(below: Callable[[int], int]) -> list[str]:
    cards = list(CARDS)
    for last in range(39, 0, -1):
        drawn = below(last + 1)
        cards[last], cards[drawn] = cards[drawn], cards[last]
    return cards


def _seed(number: int) -> bytes:
    return hashlib.sha256(f"seed {number}".encode()).digest()
