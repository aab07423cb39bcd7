"""Plays anything: a yardstick."""

from random import Random

from services.engine.rules import Action, View


class RandomPlay:
    """Any legal action, each as likely as the other."""

    def choose(self, view: View, dice: Random) -> Action:
        """Picks any legal action."""
        return dice.choice(view.legal)
