"""Accepts everything and calls nothing: a yardstick."""

from random import Random
from typing import Final

from services.engine.rules import Action, View
from services.engine.rules.actions import CON_FLOR_ME_ACHICO, FLOR, PLAY, QUIERO

_WISHES: Final = (QUIERO, PLAY, FLOR, CON_FLOR_ME_ACHICO)


class AlwaysAccept:
    """Accepts every call; in its turn plays any of its cards, open. Never calls, raises, refuses or folds.

    A flor it sings when it must; a rival's it answers with its own, or where the ruleset has no such answer, with
    `con_flor_me_achico`.
    """

    def choose(self, view: View, dice: Random) -> Action:
        """Picks an action of the first kind that is legal: `quiero`, a card, `flor`, `con_flor_me_achico`."""
        choices = ([action for action in view.legal if action.kind == kind] for kind in _WISHES)
        return dice.choice(next((found for found in choices if found), view.legal))
