"""The cards that are shown to all when a hand ends (rules.md 6, 7)."""

from tests.conformance.oracle.counting import counted_cards
from tests.conformance.oracle.state import Match


def shown_cards(match: Match) -> dict[str, list[str]]:
    """For each seat what its envido or flor makes it show, without the cards it has played."""
    hand = match.playing
    owed: dict[int, list[str]] = {seat: hand.dealt[seat] for seat in hand.flores_to_show}
    winner = hand.envido_winner
    if winner is not None:
        owed[winner] = counted_cards(hand.dealt[winner], hand.muestra, hand.played[winner])
    shown = {
        str(seat): [card for card in cards if card not in hand.played[seat]] for seat, cards in sorted(owed.items())
    }
    return {seat: cards for seat, cards in shown.items() if cards}
