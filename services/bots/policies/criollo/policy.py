"""Criollo, the platform's own player: rules of thumb over the chances that its seat can work out."""

from random import Random

from services.bots.policies.criollo import cards, envido, flor, truco
from services.bots.policies.criollo.deck import deck_of
from services.bots.policies.criollo.equity import Equity
from services.bots.policies.criollo.outlook import Outlook
from services.engine.rules import Action, View
from services.engine.rules.actions import NO_CALL, NO_QUIERO, PLAY, PLAYS, SPOKEN
from services.engine.rules.calls import is_envido, is_flor


class Criollo:
    """Plays 2, 4 and 6 seats.

    It draws the hidden cards many times, so that they agree with all that it has seen, and weighs every call in chances
    to win the chico. It never goes to the mazo: that costs at least what a refusal does and wins nothing. Nor does it
    say perros: they stake the chico blind, and rivals who see their cards accept only where they gain by it.
    """

    def __init__(self, confidence: float = 0.7) -> None:
        """`confidence` is how often it expects to win a hand, 0 to 1: the higher, the less it stakes on one bet."""
        self._confidence = confidence

    def choose(self, view: View, dice: Random) -> Action:
        """Picks the flor first, then the envido, the truco, and last a card."""
        if len(view.legal) == 1:
            return view.legal[0]
        chosen = self._turn(view, dice) if view.call == NO_CALL else self._answer(view, dice)
        return chosen if chosen in view.legal else _conservative(view)

    def _answer(self, view: View, dice: Random) -> Action:
        outlook, equity = Outlook(view, dice), Equity(view, self._confidence)
        if is_flor(view.call):
            return flor.answer(view, outlook, equity)
        if is_envido(view.call):
            return envido.answer(view, outlook, equity)
        return envido.opening(view, outlook, equity, dice) or truco.answer(view, outlook, equity)

    def _turn(self, view: View, dice: Random) -> Action:
        outlook, equity = Outlook(view, dice), Equity(view, self._confidence)
        first = envido.opening(view, outlook, equity, dice)
        if first is not None:
            return first
        card = cards.best(view, outlook)
        return truco.opening(view, outlook, equity, dice, card) or PLAYS[card]


def _conservative(view: View) -> Action:
    """What is played for a seat that does not answer (rules.md 14): where a chapter is new to this policy."""
    if SPOKEN[NO_QUIERO] in view.legal:
        return SPOKEN[NO_QUIERO]
    levels = deck_of(view.muestra).levels
    held = [action.card for action in view.legal if action.kind == PLAY]
    return PLAYS[min(held, key=levels.__getitem__)] if held else view.legal[0]
