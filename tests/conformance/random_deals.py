"""Random deals, some of them stacked so that flores, piezas and pardas happen often."""

from random import Random
from typing import Any

from tests.conformance.oracle.cards import DECK, PIEZAS, rank
from tests.conformance.oracle.counting import is_flor

STYLES = ("plain", "plain", "flores", "one_flor", "few_ranks")


def random_deal(rng: Random, seats: list[int], *, muestra: bool) -> dict[str, Any]:
    """An entry of a record's `deals` for these seats."""
    style = rng.choice(STYLES)
    deck = _few_ranks(rng, len(seats)) if style == "few_ranks" else list(DECK)
    rng.shuffle(deck)
    turned = _turn_up(rng, deck) if muestra else None
    hands = {}
    for place, seat in enumerate(rng.sample(seats, len(seats))):
        wants_flor = (style == "flores" and rng.random() < 0.6) or (style == "one_flor" and place == 0)
        hands[str(seat)] = _flor_from(rng, deck, turned) if wants_flor else deck[:3]
        deck = [card for card in deck if card not in hands[str(seat)]]
    return {"hands": hands, "muestra": turned}


def _few_ranks(rng: Random, seats: int) -> list[str]:
    """All cards of hardly more ranks than the hands and a muestra need: full of ties."""
    needed = (3 * seats + 1 + 3) // 4
    ranks = rng.sample(sorted({rank(card) for card in DECK}), needed + rng.randint(0, 1))
    return [card for card in DECK if rank(card) in ranks]


def _turn_up(rng: Random, deck: list[str]) -> str:
    """Take the muestra from the deck; now and then a pieza, so that its suit's 12 is the alcahuete."""
    piezas = [card for card in deck if rank(card) in PIEZAS]
    turned = rng.choice(piezas) if piezas and rng.random() < 0.3 else deck[0]
    deck.remove(turned)
    return turned


def _flor_from(rng: Random, deck: list[str], muestra: str | None) -> list[str]:
    for _ in range(200):
        cards = rng.sample(deck, 3)
        if is_flor(cards, muestra):
            return cards
    return deck[:3]
