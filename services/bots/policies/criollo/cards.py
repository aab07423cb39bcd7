"""Which card to play (rules.md 4)."""

from services.bots.policies.criollo.deck import deck_of
from services.bots.policies.criollo.outlook import Outlook
from services.bots.policies.criollo.playout import Spot, spot_of, still_to_play, usual_level
from services.engine.rules import View
from services.engine.rules.actions import PLAY
from services.engine.rules.cards import Card
from services.engine.rules.seats import team_of


def best(view: View, outlook: Outlook) -> Card:
    """The card to play in turn: the plain one where no rival answers it, else the one that wins the hand most often."""
    deck = deck_of(view.muestra)
    one_of_each = {deck.levels[action.card]: action.card for action in reversed(view.legal) if action.kind == PLAY}
    levels = sorted(one_of_each)
    spot = spot_of(view)
    if len(levels) == 1 or not _rival_follows(spot) or _partner_holds(spot, deck.three):
        return one_of_each[usual_level(levels, list(spot.table), spot.tricks, spot.turn, spot.good_second)]
    # Of levels that do as well max keeps the first, the lowest.
    return max((one_of_each[level] for level in levels), key=lambda card: outlook.hand(card, rivals_at=view.truco))


def _rival_follows(spot: Spot) -> bool:
    return any(team_of(seat) != team_of(spot.turn) for seat in still_to_play(spot))


def _partner_holds(spot: Spot, safe: int) -> bool:
    """A partner's winning card that good is not overtaken."""
    if not spot.table:
        return False
    seat, level = max(spot.table, key=lambda play: play[1])
    rivals = [other for partner, other in spot.table if team_of(partner) != team_of(spot.turn)]
    return team_of(seat) == team_of(spot.turn) and level >= safe and level not in rivals
