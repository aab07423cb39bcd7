"""What a viewer has not seen of a match, exchanged for something else that it would not see."""

from random import Random

from services.engine.rules import State
from services.engine.rules.cards import CARDS
from services.engine.rules.state import Play


def with_other_unseen_cards(state: State, viewer: int | None, random: Random) -> State:
    """The same match, but with other cards wherever the viewer has not seen one."""
    unseen = [card for card in range(CARDS) if card not in seen_by(state, viewer)]
    swap = dict(zip(unseen, random.sample(unseen, len(unseen)), strict=True))

    def swapped(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(swap.get(card, card) for card in cards)

    other = state.copy()
    other.dealt = tuple(map(swapped, state.dealt))
    other.held = tuple(map(swapped, state.held))
    other.played = tuple(Play(p.seat, p.trick, swap.get(p.card, p.card), p.face_down) for p in state.played)
    return other


def seen_by(state: State, viewer: int | None) -> set[int]:
    """The cards of this hand that the viewer has seen."""
    seen = {play.card for play in state.played if not play.face_down}
    seen |= {card for shown in state.shown for card in shown.cards}
    if viewer is None:
        return seen
    seen |= set(state.dealt[viewer])
    if state.ruleset.partner_cards:
        seen |= {card for partner in range(viewer % 2, state.seats, 2) for card in state.held[partner]}
    return seen
