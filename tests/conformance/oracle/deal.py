"""Dealing, and what is awaited before it (rules.md 3, 11)."""

from typing import Any

from tests.conformance.oracle import perros
from tests.conformance.oracle.state import Hand, Match


def mano_to_be(match: Match) -> int:
    """The mano of the hand that is played or to be dealt."""
    first = (match.dealer + 1) % match.seats
    return (first + match.duel) % match.seats if match.pica_round else first


def seats_to_deal(match: Match) -> list[int]:
    """The seats of the hand that is played or to be dealt, from its mano."""
    mano = mano_to_be(match)
    if match.pica_round:
        return [mano, (mano + 3) % match.seats]
    return [(mano + k) % match.seats for k in range(match.seats)]


def deal(match: Match, entry: dict[str, Any]) -> None:
    """Start a hand with the cards of a record's `deals`."""
    order = seats_to_deal(match)
    hands = {int(seat): list(cards) for seat, cards in entry["hands"].items()}
    if set(hands) != set(order):
        raise ValueError(f"the deal is for seats {sorted(hands)}, the hand is of {sorted(order)}")
    match.hand = Hand(
        order=order,
        dealt=hands,
        muestra=entry.get("muestra") if match.options.muestra else None,
        turn=order[0],
        held={seat: list(cards) for seat, cards in hands.items()},
        played={seat: [] for seat in order},
        perros_by=match.perros_by,
    )
    match.phase = "play"
    match.chico_begins = False
    match.perros_by = None
    if match.hand.perros_by is not None:
        perros.challenge(match)
