"""Accepts everything and calls nothing: a yardstick."""

from random import Random

from services.engine.rules import Action, View
from services.engine.rules.actions import PLAY, QUIERO


class AlwaysAccept:
    """Accepts every call; in its turn plays any of its cards, open. Never calls, raises, refuses or folds."""

    def choose(self, view: View, dice: Random) -> Action:
        """Picks `quiero` where it is legal, else a card, else (a chapter without either) anything."""
        accepting = [action for action in view.legal if action.kind == QUIERO]
        cards = [action for action in view.legal if action.kind == PLAY]
        return dice.choice(accepting or cards or view.legal)
