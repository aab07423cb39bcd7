"""How long a bot seems to think: long over a call, hardly over its only card."""

from random import Random
from typing import Final

from services.engine.rules import Action, View
from services.engine.rules.actions import DOWN, NO_CALL, PLAY

_OBVIOUS: Final = 0.5
_CARD: Final = 0.9
_ANSWER: Final = 1.3
_CALL: Final = 1.5
"""Shares of the mean pause."""

_SPREAD: Final = (0.6, 1.4)
_MOST_OF_TURN: Final = 0.25
"""The share of the time left that a pause may take."""


def pause(view: View, action: Action, mean: float, time_left: float, dice: Random) -> float:
    """The seconds to wait before the action, given the mean pause and the time until the deadline, in seconds."""
    thought = mean * _weight(view, action) * dice.uniform(*_SPREAD)
    return max(0.0, min(thought, time_left * _MOST_OF_TURN))


def _weight(view: View, action: Action) -> float:
    if view.call != NO_CALL:
        return _ANSWER
    if action.kind not in (PLAY, DOWN):
        return _CALL
    return _OBVIOUS if len(view.cards) == 1 else _CARD
